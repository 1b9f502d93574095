/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* Both orders of two calls of libc on one buffer are explored. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

char buffer[8] = "1";

static void *print(void *unused)
{
    snprintf(buffer, sizeof buffer, "%d", 22);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *end;

    pthread_create(&thread, NULL, print, NULL);
    assert(strtol(buffer, &end, 10) == 1 || end == buffer + 2);
    assert(strtol(buffer, &end, 10) == 1);
    pthread_join(thread, NULL);
    return 0;
}
