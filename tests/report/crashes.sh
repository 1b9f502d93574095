#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Errors of one thread: what failed, where, the steps that led there, the call
# stack, and the command that replays it.
. "$(dirname "$0")/frame"

check 42 <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void look(int expected)
{
    assert(x == expected);
}
static void *work(void *unused)
{
    look(0);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 1;
    pthread_join(t, 0);
}
END
in_order 't\.c:7: error: assertion failed: x == expected \[assertion\]' \
    '  thread main\.1 at t\.c:7 in look' \
    'interleaving \(3 steps, 1 context switch, [0-9]+ preemptions?\):' \
    '    2  main    atomic store: x = 1 \(was 0\) +t\.c:18 in main  << critical' \
    '    3  main\.1  atomic load: x is 1 +t\.c:7 in look' \
    '    \*  main\.1  error: assertion failed +t\.c:7 in look' \
    'call stack of the failure \(thread main\.1\):' \
    '  #0  t\.c:7 in look' '  #1  t\.c:11 in work' \
    't\.c: error found: [0-9]+ executions?, [0-9.]+ s' \
    'to see this execution again:' '.*mazurka replay .*\.json'
[ "$(sed -n 1p .out | cut -c1-12)" = 't.c:7: error' ] || failed 'not first'
replays

# dies KIND MESSAGE STATEMENT [SOURCE]: the statement stands on line 9.
dies() {
    local statement=$3
    check 42 <<END
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
static atomic_int zero;
static int result, *nowhere;
static void fail(void)
{
    $statement
}
int main(void)
{
    result = zero;
    fail();
    return result;
}
END
    in_order "t\.c:9: error: $2 \\[$1\\]" '  thread main at t\.c:9 in fail' \
        "    $4" 'interleaving \(1 step, 0 context switches, [0-9]+ preemptions?\):' \
        '    1  main  atomic load: zero is 0 +t\.c:13 in main' \
        "    \\*  main  error: .* +t\\.c:9 in fail" \
        'call stack of the failure \(thread main\):' \
        '  #0  t\.c:9 in fail' '  #1  t\.c:14 in main'
    replays
}
dies abort 'abort called' 'abort();' 'abort\(\);'
dies assertion 'reach_error is called' 'reach_error();' 'reach_error\(\);'
dies exit 'exit with status 3' 'exit(3);' 'exit\(3\);'
dies exit 'exit with status 4' '_Exit(4);' '_Exit\(4\);'
dies signal 'null pointer access: SIGSEGV at address 0x0' '*nowhere = 1;' \
    '\*nowhere = 1;'
dies signal 'SIGFPE: integer division by zero' 'result = 10 / result;' \
    'result = 10 / result;'
dies signal 'SIGILL' '__builtin_trap();' '__builtin_trap\(\);'

# Of a status that main returns the place is main.
check 42 <<'END'
static int fails(void) { return 7; }
int main(void)
{
    return fails();
}
END
in_order 't\.c:2: error: exit with status 7, which main returns \[exit\]' \
    '  thread main at t\.c:2 in main' '    int main\(void\)'
replays

# And of one that libc exits with it is the call of libc's function.
check 42 <<'END'
#include <err.h>
static void fail(void) { errx(7, "bad"); }
int main(void)
{
    fail();
}
END
in_order 't\.c:2: error: exit with status 7 \[exit\]' \
    '  thread main at t\.c:2 in fail' \
    'call stack of the failure \(thread main\):' \
    '  #[0-9]+ +t\.c:2 in fail' '  #[0-9]+ +t\.c:5 in main'
replays

# Where a thread has ended by a return is its function.
check 42 <<'END'
#include <pthread.h>
static int *volatile lent;
static void *lend(void *unused)
{
    int local = 0;
    __atomic_store_n(&lent, &local, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, lend, 0);
    pthread_join(t, 0);
    *lent = 1;
}
END
in_order 't\.c:14: error: use of the stack of a thread that has ended: .*' \
    '  the end of thread main\.1 at t\.c:3 in lend' \
    '    static void \*lend\(void \*unused\)'
replays

# No place has a jump to where no function is.
check 42 <<'END'
static void (*volatile nothing)(void);
int main(void)
{
    nothing();
    return 0;
}
END
in_order 'error: null pointer access: SIGSEGV at address 0x0 \[signal\]' \
    '  thread main'
replays

# Recursion is not told frame by frame.
check 42 <<'END'
static int descend(volatile int n)
{
    volatile char frame[1000];
    frame[n % 1000] = 1;
    return descend(n + 1) + frame[0];
}
int main(void)
{
    return descend(1);
}
END
in_order 't\.c:[0-9]+: error: stack overflow: [a-z_]+ calls itself \[signal\]' \
    '  #1  t\.c:5 in descend' '  \.\.\.  and so on, [0-9]+ times in all' \
    '  \.\.\.  further callers are left out'
[ "$(wc -l <.out)" -lt 20 ] || failed 'too long'
replays

# Neither are the turns of a loop. (It writes more than is remembered: else it
# would only wait.)
spinning() {
    cat <<END
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, other; char bytes[4096];
static void *spin(void *unused)
{
    while (!flag)
        atomic_store(&other, 0), __builtin_memset(bytes, 0, sizeof bytes);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, spin, 0);
    $1
    pthread_join(t, 0);
}
END
}
check 3 --max-events=1000 < <(spinning 'flag = 1;')
in_order 't\.c:[0-9]+: stopped: an execution of more than 1000 visible operations \[max.*' \
    '  thread main.* at t\.c:[0-9]+ in (spin|main)' \
    'interleaving \(100[0-9] steps, .*\):' \
    '  \.\.\.  the same 2 steps 4[0-9]+ more times' \
    '    \*  main.*  stopped: an execution of more than 1000 visible operations .*' \
    't\.c: no error so far, stopped at a limit \(max-events\): .*' \
    'hint: .* mz_await .* --max-events'
check 42 --max-events=1000 < <(spinning ';')
in_order 't\.c:[0-9]+: error: endless loop: the same state comes again, .* \[loop\]' \
    '  thread main\.1 at t\.c:[67] in spin' \
    'blocked threads:' '  main waits for the end of main\.1' \
    '    at t\.c:15 in main' 'interleaving \([0-9]+ steps, .*\):' \
    '    2  main\.1  atomic load: flag is 0 +t\.c:6 in spin' \
    '    3  main\.1  atomic store: other = 0 \(was 0\) +t\.c:7 in spin' \
    '    \*  main\.1  error: endless loop .*'
replays

check 42 --watchdog=0.3 <<'END'
int main(void)
{
    for (;;)
        ;
}
END
in_order 't\.c:[0-9]+: error: endless loop: without a visible operation .* \[loop\]' \
    '  thread main at t\.c:[345] in main' 'hint: .*--volatile=atomic.*'
replays
nothing_left
