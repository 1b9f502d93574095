/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: the end of its stack frame
 */
/* A thread writes to main's frame, which main may have left. */
#include <pthread.h>

static void *write_to(void *x)
{
    *(int *)x = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int x = 0;

    pthread_create(&thread, NULL, write_to, &x);
    pthread_detach(thread);
    return 0;
}
