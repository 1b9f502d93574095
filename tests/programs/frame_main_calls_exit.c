/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who calls exit has not left its frame. */
#include <pthread.h>
#include <stdlib.h>

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
    exit(0);
}
