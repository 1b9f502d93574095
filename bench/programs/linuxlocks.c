/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linuxlocks(N), the row "linuxrwlocks" of [AADJS24] (from SATCheck): two
 * threads try a spin lock once, N times each, and store and load v when they
 * got it. -DN=rounds; 1500 executions for 4, 12092 for 5, 99442 for 6.
 *
 * small: -DN=3
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

atomic_int l, v;

static void *try_lock(void *id)
{
    int own = (int)(intptr_t)id;

    for (int k = 0; k < N; k++) {
        int unlocked = 0;

        if (atomic_compare_exchange_strong(&l, &unlocked, 1)) {
            atomic_store(&v, own);
            assert(atomic_load(&v) == own);
            atomic_store(&l, 0);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, try_lock, (void *)1);
    pthread_create(&second, NULL, try_lock, (void *)2);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
