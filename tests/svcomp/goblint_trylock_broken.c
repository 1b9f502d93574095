/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the lock was to be had is not asked. */
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

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *add(void *unused)
{
    int got = pthread_mutex_trylock(&lock);

    counter++;
    if (got == 0)
        pthread_mutex_unlock(&lock);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(counter == 2);
    return 0;
}
