/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* When it has been called off an alarm does not go off any more; where it is
 * blocked meanwhile it may wait, having gone off before. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int count;

static void on(int signal)
{
    (void)signal;
    count++;
}

int main(void)
{
    sigset_t alarms, waiting;
    unsigned left;
    int before;

    signal(SIGALRM, on);
    alarm(10);
    left = alarm(0);
    before = count;
    assert((left == 10 && !before) || (left == 0 && before == 1));
    sleep(100);
    assert(count == before);

    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    alarm(1);
    left = alarm(0);
    sigpending(&waiting);
    assert(sigismember(&waiting, SIGALRM) == (left == 0));
    assert(sigtimedwait(&alarms, NULL, &(struct timespec){1, 0}) ==
           (left ? -1 : SIGALRM));
    assert(count == before);
    return 0;
}
