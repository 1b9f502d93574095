/* SPDX-License-Identifier: Apache-2.0 */
/* As many threads as main chooses. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

enum { MOST = 3 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main()
{
    pthread_t threads[MOST];
    int count = 0;

    while (count < MOST && __VERIFIER_nondet_bool())
        pthread_create(&threads[count++], 0, add, 0);
    for (int t = 0; t < count; t++)
        pthread_join(threads[t], 0);
    __VERIFIER_assert(counter == count);
    return 0;
}
