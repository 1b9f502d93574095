/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What is sent to a pipe that nobody reads is answered by SIGPIPE, whichever
 * call sends it, and by EPIPE. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void count(int signal)
{
    (void)signal;
    came++;
}

int main(void)
{
    int broken[2], other[2];

    signal(SIGPIPE, count);
    assert(!pipe(broken) && !pipe(other));
    assert(write(other[1], "text", 4) == 4);
    close(broken[0]);
    assert(splice(other[0], NULL, broken[1], NULL, 4, 0) == -1 &&
           errno == EPIPE);
    assert(came == 1);
    assert(tee(other[0], broken[1], 4, 0) == -1 && errno == EPIPE);
    assert(came == 2);
    return 0;
}
