/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Signal 0 only asks whether the thread is there. */
#include <pthread.h>
#include <signal.h>

int main(void)
{
    return pthread_kill(pthread_self(), 0);
}
