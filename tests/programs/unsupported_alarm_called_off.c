/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: sleeping past an alarm that another thread calls off
 */
/* Whether it is called off in time is a matter of time, not of order. */
#include <pthread.h>
#include <unistd.h>

static void *rest(void *unused)
{
    sleep(2);
    return unused;
}

int main(void)
{
    pthread_t thread, other;

    alarm(10);
    pthread_create(&other, NULL, rest, NULL);
    alarm(0);
    pthread_create(&thread, NULL, rest, NULL);
    pthread_join(other, NULL);
    pthread_join(thread, NULL);
    sleep(10);
    pthread_create(&thread, NULL, rest, NULL);
    pthread_create(&other, NULL, rest, NULL);
    pthread_join(other, NULL);
    pthread_join(thread, NULL);
    return 0;
}
