/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: reach_error
 */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

atomic_int x;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, store, NULL);
    if (atomic_load(&x))
        reach_error();
    pthread_join(thread, NULL);
    return 0;
}
