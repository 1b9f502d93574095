/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for a once control
 * executions: 1
 */
/* The routine waits for its own end. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void)
{
    pthread_once(&once, prepare);
}

int main(void)
{
    return pthread_once(&once, prepare);
}
