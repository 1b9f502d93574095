/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What was done before the end of a pipe was closed is done when the other one
 * is told that there is nothing more. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], shared;

static void *end(void *unused)
{
    shared = 1;
    close(ends[1]);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!pipe(ends));
    pthread_create(&a, NULL, end, NULL);
    assert(read(ends[0], &c, 1) == 0 && shared == 1);
    pthread_join(a, NULL);
    return 0;
}
