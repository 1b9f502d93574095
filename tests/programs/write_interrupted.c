/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A signal ends a write that has written a part, also with SA_RESTART. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { SIZE = 70000 }; /* a pipe has room for less */

static int ends[2];
static char bytes[SIZE];

static void on(int signal)
{
    (void)signal;
}

static void *target(void *unused)
{
    (void)unused;
    assert(write(ends[1], bytes, SIZE) == SIZE);
    close(ends[1]);
    return NULL;
}

int main(void)
{
    static char read_here[SIZE];
    pthread_t t;

    assert(!pipe(ends));
    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    while (read(ends[0], read_here, SIZE) > 0)
        ;
    pthread_join(t, NULL);
    return 0;
}
