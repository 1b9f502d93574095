/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: the end of its thread
 */
/* Main ends by pthread_exit; its frame is gone then, though the process goes
 * on. */
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
    pthread_exit(NULL);
}
