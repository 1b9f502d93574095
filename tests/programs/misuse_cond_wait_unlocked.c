/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: with a mutex that the thread does not hold
 * executions: 1
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void)
{
    return pthread_cond_wait(&cond, &m);
}
