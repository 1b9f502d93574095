/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A mutex that tells of errors tells a wait by who does not hold it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_mutexattr_t how;

    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &how);
    assert(pthread_cond_wait(&cond, &m) == EPERM);
    return 0;
}
