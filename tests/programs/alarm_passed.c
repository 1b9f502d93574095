/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: SIGALRM
 */
/* A thread sleeps until the alarm ends the program. */
#include <pthread.h>
#include <unistd.h>

static void *rest(void *unused)
{
    sleep(2);
    return unused;
}

int main(void)
{
    pthread_t thread;

    alarm(1);
    pthread_create(&thread, NULL, rest, NULL);
    pthread_join(thread, NULL);
    return 0;
}
