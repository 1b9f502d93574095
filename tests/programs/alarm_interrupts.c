/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A read with a time limit, as it was done before poll. Where the alarm goes off
 * before read it would wait for ever: so the handler sets it again. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void on(int signal)
{
    int error = errno;

    (void)signal;
    alarm(1);
    errno = error;
}

int main(void)
{
    const struct sigaction action = {.sa_handler = on};
    char c;

    assert(!pipe(ends));
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    assert(read(ends[0], &c, 1) == -1 && errno == EINTR);
    signal(SIGALRM, SIG_IGN);
    alarm(0);
    return 0;
}
