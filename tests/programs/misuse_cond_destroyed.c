/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: signal of a condition variable that has been destroyed
 * executions: 1
 */
#include <pthread.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_destroy(&cond);
    return pthread_cond_signal(&cond);
}
