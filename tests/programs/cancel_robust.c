/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A robust mutex tells that its owner was cancelled. The thread is, or it is
 * not. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_testcancel();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t how;
    pthread_t thread;
    void *result;
    int status;

    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &how);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    status = pthread_mutex_lock(&m);
    assert(status == (result == PTHREAD_CANCELED ? EOWNERDEAD : 0));
    return 0;
}
