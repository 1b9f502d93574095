/* SPDX-License-Identifier: Apache-2.0 */
/* The compare-exchange of a hash table is none: two numbers can get the same
 * cell. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

enum { SIZE = 8, EACH = 2 };

int table[SIZE], tids[2] = {0, 1};

int cas(int *at, int expected, int desired)
{
    if (*at != expected)
        return 0;
    *at = desired;
    return 1;
}

void *insert(void *tid)
{
    for (int m = 0; m < EACH; m++) {
        int word = 1 + *(int *)tid + 2 * m;
        int hash = 0;

        while (!cas(&table[hash], 0, word))
            hash = (hash + 1) % SIZE;
    }
    return 0;
}

int main()
{
    pthread_t threads[2];

    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], 0, insert, &tids[t]);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], 0);
    for (int word = 1; word <= 2 * EACH; word++) {
        int found = 0;

        for (int cell = 0; cell < SIZE; cell++)
            found += table[cell] == word;
        __VERIFIER_assert(found == 1);
    }
    return 0;
}
