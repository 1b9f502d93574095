/* SPDX-License-Identifier: Apache-2.0 */
/* A choice of the program decides; one value leads to the call. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
    unsigned char by = __VERIFIER_nondet_uchar();

    __VERIFIER_assume(by < 4);
    pthread_mutex_lock(&lock);
    sum += __VERIFIER_nondet_bool() ? by : 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (sum == 6)
        reach_error();
    return 0;
}
