/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: write of 3 bytes
 */
/* What libc prints into a buffer the program has written. */
#include <pthread.h>
#include <stdio.h>

char buffer[32];

static void *run(void *argument)
{
    snprintf(buffer, sizeof buffer, "%d", 10 + *(int *)argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;

    pthread_create(&a, NULL, run, &one);
    pthread_create(&b, NULL, run, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
