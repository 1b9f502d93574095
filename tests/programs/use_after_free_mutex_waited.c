/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free
 */
/* A mutex is freed while a thread waits for it. */
#include <pthread.h>
#include <stdlib.h>

static void *wait_for_it(void *m)
{
    pthread_mutex_lock(m);
    return NULL;
}

int main(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_t thread;

    pthread_mutex_init(m, NULL);
    pthread_mutex_lock(m);
    pthread_create(&thread, NULL, wait_for_it, m);
    free(m);
    pthread_join(thread, NULL);
    return 0;
}
