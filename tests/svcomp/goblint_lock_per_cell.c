/* SPDX-License-Identifier: Apache-2.0 */
/* Each cell of an array has its own lock. */
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

enum { CELLS = 2 };

pthread_mutex_t locks[CELLS] = {PTHREAD_MUTEX_INITIALIZER,
                                PTHREAD_MUTEX_INITIALIZER};
int cells[CELLS];

void *add(void *unused)
{
    for (int c = 0; c < CELLS; c++) {
        pthread_mutex_lock(&locks[c]);
        cells[c]++;
        pthread_mutex_unlock(&locks[c]);
    }
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(cells[0] == 2 && cells[1] == 2);
    return 0;
}
