/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 4
 */
/* The exit handler stores while another thread goes on: before both stores of
 * the end, between them, after them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x, y;

static void *store(void *unused)
{
    atomic_store(&y, 1);
    return unused;
}

static void at_exit(void)
{
    pthread_t thread;

    atomic_store(&y, 2);
    pthread_create(&thread, NULL, store, NULL);
    pthread_join(thread, NULL);
}

int main(void)
{
    pthread_t thread;

    atexit(at_exit);
    pthread_create(&thread, NULL, store, NULL);
    pthread_detach(thread);
    atomic_store(&x, 1);
    return 0;
}
