/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A call that is not supported does no harm where it is not made. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int x;

static void *store(void *unused)
{
    if (atomic_exchange(&x, 1) == 7)
        fork();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, store, NULL);
    pthread_create(&b, NULL, store, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
