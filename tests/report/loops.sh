#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A loop that changes something of its own while it waits is not known to wait:
# the report says what, by name, whatever the compiler keeps it in.
. "$(dirname "$0")/frame"

cat >waits.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
struct statistics { int begun; long rounds; };
struct back_off { unsigned tries; unsigned delay; };
static atomic_int flag;
static struct statistics statistics;
static atomic_long spins;
static _Thread_local long mine;
static int cells[1000];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_set(void)
{
    return atomic_load(&flag);
}
static void back_off(struct back_off *b)
{
    for (volatile unsigned i = 0; i < b->delay % 5; i++)
        ;
    b->delay = b->delay * 5 + 1;
}
static void *counts(void *unused)
{
    long n = 0;
    while (!is_set())
        n++;
    return (char *)unused + n;
}
static void *backs_off(void *unused)
{
    struct back_off b = {0, 1};
    while (!is_set())
        back_off(&b);
    return unused;
}
static void *doubles(void *unused)
{
    unsigned long delay = 1;
    while (!is_set()) {
        for (volatile unsigned long i = 0; i < delay % 3; i++)
            ;
        delay += delay / 2 + 1;
    }
    return unused;
}
static void *walks(void *unused)
{
    int *cell = cells, sum = 0;
    while (!is_set())
        sum += *cell++;
    return (char *)unused + sum;
}
static void *keeps_books(void *unused)
{
    while (!is_set())
        statistics.rounds++;
    return unused;
}
static void *keeps_public_books(void *unused)
{
    while (!is_set())
        atomic_fetch_add(&spins, 1);
    return unused;
}
static void *keeps_its_own_books(void *unused)
{
    while (!is_set())
        mine++;
    return unused;
}
static void *counts_on_heap(void *unused)
{
    long *count = calloc(1, sizeof *count);
    while (!is_set())
        ++*count;
    free(count);
    return unused;
}
static void *counts_under_lock(void *unused)
{
    long n = 0;
    for (int done = 0; !done; n++) {
        pthread_mutex_lock(&lock);
        done = is_set();
        pthread_mutex_unlock(&lock);
    }
    return (char *)unused + n;
}
static void *looks_at_the_clock(void *unused)
{
    struct timespec now;
    while (!is_set())
        clock_gettime(CLOCK_MONOTONIC, &now);
    return unused;
}
static void *draws(void *unused)
{
    while (!is_set())
        rand();
    return unused;
}
static void *does_nothing_else(void *unused)
{
    while (!is_set())
        ;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, WAIT, 0);
    atomic_store(&flag, 1);
    pthread_join(t, 0);
}
END

# changes FUNCTION REGEX [COMPILER-ARG...]: what it changes in each round.
changes() {
    local function=$1 what=$2
    shift 2
    "$MAZURKA" cc -g "$@" -DWAIT="$function" waits.c -o waits ||
        failed 'does not compile'
    run 3 "$MAZURKA" check --max-events=200 ./waits
    in_order 'waits\.c:[0-9]+: stopped: .* \[max-events\]' '' \
        'loops that change something in each round:' \
        "  main\\.1 at waits\\.c:[0-9]+ in .*, [0-9]+ times: (.*, )?$what(, .*)?" \
        '' 'interleaving .*' 'hint: .*mz_await.*'
}

compilers=gcc
! command -v clang >/dev/null || compilers='gcc clang'
number='\([0-9]+, then [0-9]+\)'
for CC in $compilers; do
    export CC
    for level in -O0 -O2; do
        changes counts "n in counts( $number)?" $level
        changes doubles "delay in doubles( $number)?" $level
        changes walks \
            'cell in walks( \(&cells\[[0-9]+\], then &cells\[[0-9]+\]\))?' \
            $level
        # clang may take the structure apart.
        changes keeps_books "statistics\\.(rounds|[0-9]) $number" $level
        changes keeps_public_books "spins $number" $level
        changes keeps_its_own_books 'thread-local mine' $level
        changes counts_on_heap \
            "\\*count \\(long allocated at waits\\.c:[0-9]+\\) $number" \
            $level
        # Nor does clang say at -O2 where it keeps n.
        changes counts_under_lock \
            "(n in|a register of) counts_under_lock( $number)?" $level
        changes draws 'a call that may change something' $level
    done
    # Values are sure where variables have places of their own.
    changes counts "n in counts $number" -O0
    changes backs_off "b\\.delay in backs_off $number" -O0
done
unset CC

# Whoever searches, and for machines, too.
changes counts "n in counts $number" -O0
run 3 "$MAZURKA" check --max-events=200 --isolation=fork ./waits
line "  main\\.1 at .*: n in counts $number"
run 3 "$MAZURKA" check --max-events=200 -j2 ./waits
line "  main\\.1 at .*: n in counts $number"
run 3 "$MAZURKA" check --max-events=200 --format=json ./waits
for part in '"loops": \[' '"thread_name": "main\.1"' \
    '"changes": "n in counts"' '"was": "[0-9]+"' '"is": "[0-9]+"'; do
    grep -qE "$part" .out || failed "not in JSON: $part"
done

# Of what the library does in the loop the place is the user's.
for CXX in g++ clang++; do
    command -v $CXX >/dev/null || continue
    CXX=$CXX source=t.cc check 3 -O0 --max-events=200 <<'END'
#include <atomic>
#include <thread>
#include <vector>
static std::atomic<int> flag;
int main()
{
    std::vector<int> seen;
    std::thread t([] { flag = 1; });
    while (!flag)
        seen.push_back(1);
    t.join();
}
END
    in_order 'loops that change something in each round:' \
        '  main at t\.cc:(9|10) in main, [0-9]+ times: .*'
done

# Rounds that differ in nothing but the time are followed as long as they do not.
"$MAZURKA" cc -DWAIT=looks_at_the_clock waits.c -o waits ||
    failed 'does not compile'
run 3 "$MAZURKA" check --max-events=200 ./waits
line '\./waits: no error so far, all executions explored, but a loop that reads the clock was not followed for ever: .*'

# Without debug information only the function is known, and nothing is made up.
"$MAZURKA" cc -g0 -O0 -DWAIT=counts waits.c -o waits || failed 'does not compile'
run 3 "$MAZURKA" check --max-events=200 ./waits
line '  main\.1 .*: the frame of counts'

# What is known to wait is told as ever.
"$MAZURKA" cc -DWAIT=does_nothing_else waits.c -o waits ||
    failed 'does not compile'
run 0 "$MAZURKA" check --max-events=200 ./waits
! grep -q 'change something' .out || failed 'a loop that waits is told'

# Who walks through a list that has become a ring waits for nobody. If the same
# state comes again that is an error; a count says that it does not.
ring() {
    cat <<END
#include <pthread.h>
static struct node { struct node *next; int number; } nodes[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *corrupt(void *unused)
{
    pthread_mutex_lock(&m);
    nodes[2].next = &nodes[0];
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    unsigned sum = 0;
    pthread_t t;
    nodes[0].next = &nodes[1];
    nodes[1].next = &nodes[2];
    pthread_create(&t, 0, corrupt, 0);
    pthread_mutex_lock(&m);
    for (struct node *n = nodes; n; n = n->next) sum += n->number ${1-};
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return sum & 0;
}
END
}
check 42 --watchdog=0.3 < <(ring)
in_order 't\.c:[0-9]+: error: endless loop: .* \[loop\]' \
    'hint: no other thread can end this loop but by a data race: .* become a ring; .*'
replays
check 3 --watchdog=0.3 < <(ring '+ 1')
in_order 't\.c:[0-9]+: stopped: no visible operation for 0\.3 seconds, in a loop that reads nodes\[0\]\.next and more \[watchdog\]' \
    'hint: what goes on there no other thread can end but by a data race: .* become a ring\?\).*'
no_line '.* is not atomic: .*'

# A single variable is waited for.
check 3 --watchdog=0.3 <<'END'
static int ready;
int main(void)
{
    unsigned rounds = 0;
    while (!ready)
        rounds++;
    return rounds & 0;
}
END
in_order 't\.c:[0-9]+: stopped: .*, in a loop that reads ready \[watchdog\]' \
    '  ready is not atomic: .*' \
    'hint: where a loop waits for another thread, let what it reads be atomic; .*'
