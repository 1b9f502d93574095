/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The end for reading is closed before or after the write. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    assert(write(ends[1], "a", 1) == 1 || errno == EPIPE);
    return unused;
}

int main(void)
{
    pthread_t a;

    signal(SIGPIPE, SIG_IGN);
    assert(!pipe(ends));
    pthread_create(&a, NULL, put, NULL);
    close(ends[0]);
    pthread_join(a, NULL);
    return 0;
}
