/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* A null pointer is followed, when the store comes too late. */
#include <pthread.h>
#include <stdatomic.h>

static int cell = 1;
_Atomic(int *) pointer;

static void *set(void *unused)
{
    atomic_store(&pointer, &cell);
    return unused;
}

int main(void)
{
    pthread_t thread;
    volatile int *it;

    pthread_create(&thread, NULL, set, NULL);
    it = atomic_load(&pointer);
    *it = 2;
    pthread_join(thread, NULL);
    return 0;
}
