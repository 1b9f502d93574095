/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* The dissemination barrier (Hensgen, Finkel and Manber, 1988): in round k each
 * thread tells the one 2^k further on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 3 };
#ifndef BROKEN
enum { ROUNDS = 2 };
#else
enum { ROUNDS = 1 };
#endif

static atomic_bool told[ROUNDS][THREADS];
static int written[THREADS];

static void wait(int self)
{
    for (int round = 0; round < ROUNDS; round++) {
        atomic_store(&told[round][(self + (1 << round)) % THREADS], true);
        while (!atomic_load(&told[round][self]))
            ;
    }
}

static void *run(void *argument)
{
    int self = (int)(long)argument;

    written[self] = 1;
    wait(self);
    for (int i = 0; i < THREADS; i++)
        assert(written[i]);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 1; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    run((void *)0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
