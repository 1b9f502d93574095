/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Main ends by pthread_exit; the others go on, and end the process. */
#include <pthread.h>
#include <stdatomic.h>

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
    pthread_create(&thread, NULL, store, NULL);
    pthread_exit(NULL);
}
