/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* psignal reads the text that it prints. */
#include <pthread.h>
#include <signal.h>

static char text[] = "text";

static void *print(void *unused)
{
    psignal(SIGTERM, text);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, print, NULL);
    text[1] = 'E';
    pthread_join(thread, NULL);
    return 0;
}
