/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: initialisation of a condition variable that a thread waits for
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool waits;

static void *wait_once(void *unused)
{
    pthread_mutex_lock(&m);
    waits = true;
    pthread_cond_wait(&cond, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, NULL);
    pthread_mutex_lock(&m);
    if (waits)
        pthread_cond_init(&cond, NULL);
    pthread_mutex_unlock(&m);
    return 0;
}
