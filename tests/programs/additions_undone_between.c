/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 9
 */
/* The additions of the second thread may come between those of a round in vain,
 * which then undoes nothing. They commute with what would undo it, so that in
 * another order of the same trace it does: here their order matters. (Taken to
 * commute there are 4 executions, and enumeration finds a fifth trace.) */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int holders;
static int data;

static void *take(void *unused)
{
    while (atomic_fetch_add(&holders, 1))
        atomic_fetch_sub(&holders, 1);
    data++;
    atomic_fetch_sub(&holders, 1);
    return unused;
}

static void *pass(void *unused)
{
    atomic_fetch_add(&holders, 1);
    atomic_fetch_sub(&holders, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, pass, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return data != 1;
}
