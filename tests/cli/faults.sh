#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Programs that misbehave: each ends within seconds with its exit status and a
# clear message, whatever it does to its own process.
. "$(dirname "$0")/frame"

# program NAME BODY [BEFORE]: BODY is what main does.
program() {
    cat >"$1.c" <<END
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static atomic_int x;
${3:-}
int main(void)
{
    $2
    return x;
}
END
    "$MAZURKA" cc -w "$1.c" -o "$1" || failed "$1 does not compile"
}

# ends STATUS KIND MESSAGE NAME: under both isolations. KIND is that of the
# error, or empty: then MESSAGE is one line on stderr.
ends() {
    for isolation in process fork; do
        run "$1" timeout 20 "$MAZURKA" check --format=json --watchdog=1 \
            --isolation=$isolation "./$4"
        if [ -n "$2" ]; then
            python3 -ISc 'import json, sys
error = json.load(open(".out"))["errors"][0]
assert error["kind"] == sys.argv[1] and sys.argv[2] in error["message"], error
' "$2" "$3" || failed "not $2: $3"
        else
            says "$3"
        fi
        wait_until 2 alone || failed 'a process is left'
        nothing_left
    done
}

before() {
    echo "__attribute__((constructor)) static void before(void) { $1 }"
}

program crash_before 'x = 1;' "$(before '*(volatile int *)8 = 1;')"
ends 42 signal 'SIGSEGV before main was reached' crash_before
program abort_before 'x = 1;' "$(before 'abort();')"
ends 42 signal 'SIGABRT before main was reached' abort_before
program exit_before 'x = 1;' "$(before '_exit(3);')"
ends 42 exit 'exit with status 3 before main was reached' exit_before
run 42 "$MAZURKA" check ./exit_before
! grep -q 'running this execution again' .out || failed 'it was not run again'
program leave_before 'x = 1;' "$(before '_exit(0);')"
ends 2 '' 'exits before main is reached' leave_before
program loop_before 'x = 1;' "$(before 'for (;;) ;')"
run 3 timeout 20 "$MAZURKA" check --watchdog=1 ./loop_before
prints 'stopped: main was not reached for 1 second [watchdog]'
prints 'hint: '
program kill_before 'x = 1;' "$(before 'kill(getpid(), SIGKILL);')"
ends 1 '' 'killed by SIGKILL' kill_before

program leave '_exit(3);'
ends 42 exit '3' leave
program quit 'exit(3);'
ends 42 exit '3' quit
program hang 'for (volatile int i = 0;; ) (void)i;'
ends 42 loop 'without a visible operation' hang
program wait 'while (!x) ;'
ends 42 deadlock 'waits for a change, in a loop' wait
program spin 'while (!x) memset(bytes, x = 0, sizeof bytes);' \
    'char bytes[4096];'
run 42 timeout 20 "$MAZURKA" check --max-events=1000 --format=json ./spin
prints '"loop"'
program session 'x = setsid() < 0;'
ends 2 '' 'unsupported: setsid' session
program overflow 'x = deep(0);' '
static int deep(volatile int n) { volatile char a[4096]; a[0] = n;
    return deep(n + 1) + a[0]; }'
ends 42 signal 'overflow' overflow
program segv '*(volatile int *)8 = 1;'
ends 42 signal 'SIGSEGV' segv
program divide 'volatile int zero = 0; x = 7 / zero;'
ends 42 signal 'SIGFPE' divide
program heap 'char *p = malloc(8); memset(p + 8, 1, 4); free(p);'
ends 42 memory '' heap
program wild 'memset(malloc(8), 1, 1 << 22);'
run 42 timeout 20 "$MAZURKA" check ./wild
program raise 'raise(SIGKILL);'
run 42 timeout 20 "$MAZURKA" check ./raise
prints SIGKILL

program lost 'x = 0;'
"$MAZURKA" cc -shared -fPIC lost.c -o libgone.so
"$MAZURKA" cc lost.c -Wl,--no-as-needed -L. -lgone -o lost && rm libgone.so
run 2 "$MAZURKA" check ./lost
says 'cannot be loaded'
nothing_left
