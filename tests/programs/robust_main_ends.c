/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Main is a thread that ends with it, too. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *inherit(void *unused)
{
    int status = pthread_mutex_lock(&m);

    assert(!status || status == EOWNERDEAD);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_create(&thread, NULL, inherit, NULL);
    pthread_mutex_lock(&m);
    pthread_exit(NULL);
}
