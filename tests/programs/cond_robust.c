/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who is woken up by a thread that ends with the mutex is told so. Either
 * thread takes the mutex first. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *end_with_it(void *unused)
{
    pthread_mutex_lock(&m);
    ready = true;
    pthread_cond_signal(&is_ready);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t how;
    pthread_t thread;
    int status;

    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &how);
    pthread_create(&thread, NULL, end_with_it, NULL);
    status = pthread_mutex_lock(&m);
    while (!status && !ready)
        status = pthread_cond_wait(&is_ready, &m);
    assert(status == EOWNERDEAD);
    pthread_mutex_consistent(&m);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
