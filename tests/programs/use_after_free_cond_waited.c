/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *cond;
static bool waits, is_late;

static void *wait_once(void *unused)
{
    pthread_mutex_lock(&m);
    waits = true;
    if (!is_late)
        pthread_cond_wait(cond, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    cond = malloc(sizeof *cond);
    pthread_cond_init(cond, NULL);
    pthread_create(&thread, NULL, wait_once, NULL);
    pthread_mutex_lock(&m);
    if (waits)
        free(cond);
    is_late = true;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
