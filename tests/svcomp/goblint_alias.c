/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two locks a pointer means is a choice: with one of them it protects
 * nothing. */
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

pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *add(void *lock)
{
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, &one);
    pthread_create(&b, 0, add, __VERIFIER_nondet_bool() ? &other : &one);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(counter == 2);
    return 0;
}
