/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What a thread has sent itself, and blocks, ppoll lets in; if there is
 * something to be read that comes first. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int got;

static void on(int signal)
{
    (void)signal;
    got++;
}

int main(void)
{
    struct pollfd one = {.events = POLLIN};
    sigset_t signals, none;
    int ends[2];

    assert(!pipe(ends));
    one.fd = ends[0];
    signal(SIGUSR1, on);
    sigemptyset(&none);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    raise(SIGUSR1);
    assert(write(ends[1], "a", 1) == 1);
    assert(ppoll(&one, 1, NULL, &none) == 1 && got == 0);
    assert(read(ends[0], &(char){0}, 1) == 1);
    assert(ppoll(&one, 1, NULL, &none) == -1 && errno == EINTR && got == 1);
    assert(ppoll(&one, 1, &(struct timespec){1, 0}, &none) == 0);
    return 0;
}
