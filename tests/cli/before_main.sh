#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Constructors run natively, once. An error of theirs is one; what would have
# several outcomes, or would go on beside the search, is refused.
. "$(dirname "$0")/frame"
cat >early.c <<'END'
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
void mz_assume(int);
unsigned mz_choose(unsigned);
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
void reach_error(void) {}
static int i;
static timer_t timer;
__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("NOW"); /* one program for all */
    struct itimerval second = {.it_value = {1, 0}};
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct itimerspec then = {.it_value = {100, 0}};

    switch (text ? *text : 0) {
    case 'r': reach_error(); break;
    case 'e': __VERIFIER_error(); break;
    case 'n': i = __VERIFIER_nondet_int(); break;
    case 'c': i = mz_choose(2); break;
    case 'a': mz_assume(i == 1); break;
    case 'f': if (fork() == 0) reach_error(); break;
    case 'A': alarm(1); break;
    case 's': setitimer(ITIMER_REAL, &second, NULL); break;
    case 't':
        timer_create(CLOCK_MONOTONIC, &event, &timer);
        timer_settime(timer, 0, &then, NULL);
        break;
    case 'x': assert(i == 1); break;
    case 'p': popen("cat", "w"); break;
    case 'S': i = system("true"); break;
    default: mz_assume(i == 0);
    }
}
int main(void) { return i != 0; }
END
"$MAZURKA" cc early.c -o early || failed 'does not compile'
# early WHAT STATUS
early() {
    NOW=$1 run "$2" "$MAZURKA" check ./early
}
for what in '' S; do
    early "$what" 0
done
early r 42
prints 'early.c:12: error: reach_error is called'
early x 42
prints 'assertion failed: i == 1'
NOW=x run 42 "$MAZURKA" check --property=unreach-call ./early
early e 42
prints 'early.c:24: error: __VERIFIER_error is called'
for pair in n:__VERIFIER_nondet_int c:mz_choose \
    'a:an assumption that is false' f:fork A:alarm s:setitimer \
    t:timer_create 'p:a child process that was created'; do
    early "${pair%%:*}" 2
    says "unsupported: ${pair#*:} before main"
done
NOW=n run 0 ./early # no search
nothing_left
