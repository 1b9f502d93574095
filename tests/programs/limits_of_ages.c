/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Limits that 64 bits have no room for, in nanoseconds, are limits nonetheless:
 * 2^55 seconds would be none. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>
#include <time.h>

#define AGES (1l << 55)

/* Time has passed since it was asked last. */
static void has_passed(void)
{
    static time_t before;
    time_t now = time(NULL);

    assert(now > before + 3600);
    before = now;
}

int main(void)
{
    struct timeval ages = {.tv_sec = AGES};
    const struct timespec same = {.tv_sec = AGES};
    sigset_t some;

    has_passed();
    assert(select(0, NULL, NULL, NULL, &ages) == 0);
    has_passed();
    assert(ppoll(NULL, 0, &same, NULL) == 0);
    has_passed();
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigprocmask(SIG_BLOCK, &some, NULL);
    assert(sigtimedwait(&some, NULL, &same) == -1 && errno == EAGAIN);
    has_passed();
    return 0;
}
