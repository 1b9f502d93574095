/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Main is cancelled while it joins, or goes on. The process ends when the other
 * thread has. */
#include <pthread.h>

static pthread_t first;

static void *work(void *unused)
{
    pthread_cancel(first);
    return unused;
}

int main(void)
{
    pthread_t thread;

    first = pthread_self();
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
