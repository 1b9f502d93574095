/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_cancel
 */
#include <pthread.h>
#include <unistd.h>

static void *rest(void *unused)
{
    sleep(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, rest, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
