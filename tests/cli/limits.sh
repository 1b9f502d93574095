#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A limit is no error: exit status 3, and what to do. What was found before it
# is not lost; a search that was to go on after errors says that it was cut
# short. Failures of the tool are 1, with one line.
. "$(dirname "$0")/frame"

# Silent from then on, and in a state that shows it; and another way to fail.
cat >found.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *spin(void *unused)
{
    (void)unused;
    for (volatile int once = 1; once;)
        ;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, spin, 0);
    pthread_join(t, 0);
    return x;
}
END
"$MAZURKA" cc found.c -o found || failed 'does not compile'
# It is told while the limit is reached, for that takes the watchdog once more.
run 42 "$MAZURKA" check --watchdog=0.4 --timeout=0.6 ./found
prints '[loop]'
prints 'error found: '
run 42 "$MAZURKA" check --watchdog=0.4 --timeout=0.6 --keep-going ./found
prints 'error found, stopped at a limit (timeout): '

# Many executions, each of which fails.
cat >endless.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *add(void *unused)
{
    for (int i = 0; i < 40; i++)
        x++;
    return unused;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 1;
}
END
"$MAZURKA" cc endless.c -o endless || failed 'does not compile'
for options in '' -j2 --isolation=fork; do
    run 42 "$MAZURKA" check --keep-going --timeout=0.3 $options ./endless
    prints ', stopped at a limit (timeout): '
    prints 'hint: raise --timeout'
    prints '; to look for errors alone: mazurka hunt'
    run 42 "$MAZURKA" check --keep-going --timeout=0.3 --format=json \
        $options ./endless
    [ "$(field limit)" = timeout ] || failed 'the limit is not told'
    run 42 "$MAZURKA" check --format=json $options ./endless
    ! grep -q '"limit"' .out || failed 'a first error is the end, not a limit'
done
run 42 "$MAZURKA" check --keep-going --max-executions=3 ./endless
prints ', stopped at a limit (max-executions): '

# A bound that was met, and an error that was found, both are told.
cat >both.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l, done, tries;
static void *take(void *unused)
{
    (void)unused;
    while (atomic_exchange(&l, 1))
        atomic_fetch_add(&tries, 1);
    assert(atomic_fetch_add(&done, 1) < MOST);
    atomic_store(&l, 0);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, take, 0);
#ifdef THIRD
    pthread_create(&t[1], 0, take, 0);
#endif
    take(0);
    pthread_join(t[0], 0);
#ifdef THIRD
    pthread_join(t[1], 0);
#endif
    return 0;
}
END
run 3 "$MAZURKA" check -DMOST=2 --max-events=20 --format=json both.c
[ "$(field limit)" = max-events ] || failed 'the limit is not told'
python3 -ISc 'import json
cut = json.load(open(".out"))["cut"]
assert cut["kind"] == "max-events" and len(cut["trace"]) >= 20, cut
assert "mz_await" in json.load(open(".out"))["hint"]' || failed 'no account'
# Executions that are long are said to be so: a loop may make them longer yet.
cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n, rounds;
static void *go(void *arg)
{
    while (rounds < LEAST)
        rounds++;
    n++;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, go, 0);
    atomic_store(&n, 1);
    pthread_join(t, 0);
    return 0;
}
END
run 3 "$MAZURKA" check -DLEAST=600 --max-executions=1 long.c
prints 'hint: an execution has over 1000 visible operations on average: where a'
run 3 "$MAZURKA" check -DLEAST=300 --max-executions=1 long.c
prints 'hint: raise --max-executions'

# Additions whose results nobody uses have an order for each way in which they
# come; and where that order matters nobody is told to do without it.
cat >count.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include "mazurka.h"
static atomic_int n;
static void *add(void *unused)
{
    n++;
    return unused;
}
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, add, 0);
    if (argc > 1)
        mz_await(n, ==, 4);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return n != 4;
}
END
"$MAZURKA" cc count.c -o count -pthread || failed 'does not compile'
for jobs in 1 2; do
    run 3 "$MAZURKA" check -j $jobs --max-executions=9 ./count
    prints 'let additions to atomics whose results nobody uses'
done
run 0 "$MAZURKA" check --dependence=add ./count
prints 'explored: 1 execution,'
run 3 "$MAZURKA" check --dependence=add --max-executions=9 ./count -- await
prints 'hint: raise --max-executions, or check a smaller case'
run 42 "$MAZURKA" check -DMOST=1 --max-events=20 --keep-going both.c
prints 'assertion failed'
prints ', stopped at a limit (max-events): '

# An execution that meets the bound is cut, and others are explored: the error
# is in one in which the loop has few rounds.
cat >few.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int rounds;
static void *wait(void *unused)
{
    while (!atomic_load(&flag))
        rounds++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    for (int i = 0; i < FLAGS; i++)
        atomic_store(&flag, i + 1);
    pthread_join(t, 0);
    assert(rounds != ROUNDS);
    return 0;
}
END
for algorithm in pop source; do
    run 42 "$MAZURKA" check -q -DFLAGS=2 -DROUNDS=3 --max-events=100 \
        --algorithm=$algorithm few.c
    prints 'assertion failed'
done
# Below the bound nothing is left out: of a store, a join and loads, of which
# all but the last find zero, at most 98 are loads.
for jobs in 1 2; do
    run 3 "$MAZURKA" check -q -DFLAGS=1 -DROUNDS=-1 --max-events=100 -j$jobs \
        --format=json few.c
    python3 -ISc 'import json
told = json.load(open(".out"))
assert told["limit"] == "max-events", told["limit"]
assert told["cut_short"], told
assert told["executions"] == 98, told["executions"]' || failed 'other counts'
done
# A loop of main that is never done does not starve the others where preemptions
# or switches are bounded: at the end of a turn to go on with another costs none.
cat >starve.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int rounds, done;
static void *end(void *unused)
{
    atomic_store(&done, 1);
    assert(!FAILS);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, end, 0);
    while (!atomic_load(&done))
        atomic_fetch_add(&rounds, 1);
    pthread_join(t, 0);
    return 0;
}
END
for bound in --preemptions=0 --context-switches=2 --algorithm=iterative; do
    run 42 "$MAZURKA" check -q -DFAILS=1 $bound --max-events=60 starve.c
    prints 'assertion failed'
done
# Executions that were cut may have gone on within the bound: no bound has been
# explored to the end.
run 3 "$MAZURKA" check -DFAILS=0 --algorithm=iterative --max-events=60 \
    --format=json starve.c
python3 -ISc 'import json
told = json.load(open(".out"))
assert told["executions"] and told["cut_short"], told
assert not told.get("bounds"), told["bounds"]' || failed 'a bound is no claim'
# What nobody has named is a small bound once it was met, and soon over.
run 42 "$MAZURKA" check -DFLAGS=2 -DROUNDS=3 few.c
run 3 "$MAZURKA" check -v --counted-rounds=all -DMOST=3 -DTHIRD both.c
prints 'an execution of more than 1000 visible operations'
grep -q 'again, with executions of at most 1000' .err || failed 'not anew'
# Within it loops that count in memory are found, and left after some rounds.
run 3 "$MAZURKA" check -v -DMOST=3 -DTHIRD both.c
prints 'all executions explored, but only the first rounds of a loop'
grep -q 'again, with executions of at most 1000' .err || failed 'not anew'
# One worker meets an error that no execution within the small bound has, another
# one the bound that nobody has named: the error counts.
cat >deep.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, steps;
static void *set(void *what)
{
    atomic_store((atomic_int *)what, 1);
    return what;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, set, &x);
    pthread_create(&t[1], 0, set, &y);
    int first = atomic_load(&x), second = atomic_load(&y);
    for (int i = 0; !first && !second && i < 600; i++)
        atomic_fetch_add(&steps, 1); /* what is so long is divided at once */
    for (int i = 0; first && !second; i++)
        assert(atomic_fetch_add(&steps, 1) < 1500);
    while (!first && second)
        atomic_fetch_add(&steps, 1);
    return 0;
}
END
run 42 "$MAZURKA" check -j2 --keep-going deep.c
prints 'error found, stopped at a limit (max-events): '
nothing_left

# ---- failures of the tool ---------------------------------------------------

write_correct ok.c
"$MAZURKA" cc ok.c -o ok || failed 'does not compile'
write_wrong wrong.c
"$MAZURKA" cc wrong.c -o wrong || failed 'does not compile'
for most in 4 5 6 8; do
    run 1 bash -c "ulimit -n $most; exec \"\$0\" check ./ok" "$MAZURKA"
    one_line
done
for most in 64 128; do
    run 42 bash -c "ulimit -s $most; exec \"\$0\" check ./wrong" "$MAZURKA"
    prints 'assertion failed'
done
# However much address space there is: a result, or one line.
for most in 1000000 9000000 20000000 100000000; do
    command="ulimit -v $most"
    status=0
    bash -c "ulimit -v $most; exec \"\$0\" check ./ok" "$MAZURKA" \
        >.out 2>.err </dev/null || status=$?
    case $status in
    0) ;;
    1) one_line ;;
    *) failed "exit status $status" ;;
    esac
done
nothing_left

# Loops and timers that go on for ever: what is to be done is said.
cat >waits.c <<'C'
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static volatile sig_atomic_t times;
static void again(int signal)
{
    (void)signal;
    times++;
}
int main(void)
{
    struct sigaction action = {.sa_handler = again, .sa_flags = SA_RESTART};
    struct itimerval each = {{1, 0}, {1, 0}};
    int ends[2];
    char byte;
    sigaction(SIGALRM, &action, NULL);
#ifdef TIMER
    setitimer(ITIMER_REAL, &each, NULL);
    return pipe(ends) || read(ends[0], &byte, 1) < 0;
#else
    (void)each, (void)ends, (void)byte;
    while (!times)
        usleep(1000);
    return 0;
#endif
}
C
run 3 "$MAZURKA" check --max-events=50 -DTIMER waits.c
prints 'hint: a timer with an interval goes off as often as it likes'
run 3 "$MAZURKA" check --watchdog=0.3 waits.c
prints 'hint: a loop that waits for a handler of a signal'
