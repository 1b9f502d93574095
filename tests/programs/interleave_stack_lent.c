/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* A thread lends its stack to another, which uses it in some executions only:
 * then what its owner does to it has to be an operation, and was none in the
 * executions before. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static _Atomic(int *) lent;
static sem_t returned;

static __attribute__((noinline)) void set(int *to, int value)
{
    *to = value;
}

static void *lend(void *unused)
{
    int mine;

    set(&mine, 1);
    lent = &mine;
    set(&mine, 2);
    sem_wait(&returned);
    return unused;
}

static void *borrow(void *unused)
{
    int *borrowed = lent;

    if (borrowed)
        assert(*borrowed == 2);
    sem_post(&returned);
    return unused;
}

int main(void)
{
    pthread_t lender, borrower;

    sem_init(&returned, 0, 0);
    pthread_create(&borrower, NULL, borrow, NULL);
    pthread_create(&lender, NULL, lend, NULL);
    pthread_join(lender, NULL);
    pthread_join(borrower, NULL);
    return 0;
}
