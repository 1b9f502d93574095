/* SPDX-License-Identifier: Apache-2.0 */
/* Two numbers of any size; small ones add up to the error. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *add(void *unused)
{
    int by = __VERIFIER_nondet_int();

    assume_abort_if_not(by > -3 && by < 3);
    pthread_mutex_lock(&lock);
    sum += by;
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
    if (sum == 2)
        reach_error();
    return 0;
}
