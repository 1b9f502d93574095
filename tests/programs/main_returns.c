/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Main returns while another runs, which still gets to do all it can. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *store(void *unused)
{
    for (int i = 0; i < 3; i++)
        atomic_store(&x, i);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, store, NULL);
    return 0;
}
