/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Without SA_RESTART a signal ends read, if there is nothing to be read. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void on(int signal)
{
    (void)signal;
}

static void *target(void *unused)
{
    char c;

    (void)unused;
    assert(read(ends[0], &c, 1) == 1);
    return NULL;
}

int main(void)
{
    const struct sigaction action = {.sa_handler = on};
    pthread_t t;

    assert(!pipe(ends));
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    assert(write(ends[1], "a", 1) == 1);
    pthread_join(t, NULL);
    return 0;
}
