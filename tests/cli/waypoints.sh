#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Executions go on from the midst of earlier ones, and yet what is explored, and
# what is said of it, is the same as from the beginning: with objects of each
# kind, and all that a thread can have, between the events. Restored state is
# compared with replayed state (always).
. "$(dirname "$0")/frame"

cat >kinds.c <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#ifndef LARGE
#define LARGE 300000
#endif
#ifndef RACE
#define RACE 0
#endif
#ifndef LOST
#define LOST 0
#endif
enum { BEFORE = 40, PAGE = 4096 };
static atomic_int before[3], turn, flag;
static char pages[4 * PAGE];
static int shared, raced, once_count;
static _Thread_local int own = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;
static int ready;
static void fail(int what) { if (what) abort(); }
static void init(void) { once_count++; }
static int compare(const void *a, const void *b)
{
    atomic_load(&flag);
    return *(const int *)a - *(const int *)b;
}
static void *run(void *number)
{
    long i = (long)number;
    int numbers[3] = {3, 1, 2}, *block = malloc(30 + i);
    char *large = malloc(LARGE);
    struct timespec t0, t1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int k = 0; k < BEFORE; k++)
        atomic_fetch_add_explicit(&before[i], 1, k % 2 ? memory_order_relaxed
                                                       : memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    own += i;
    large[i] = block[1] = 7;
    pages[i * PAGE]++;
    atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acq_rel);
    pthread_once(&once, init);
    if (i == 2) {
        pthread_rwlock_rdlock(&rw);
        fail(shared < 0);
        pthread_rwlock_unlock(&rw);
        sem_wait(&sem);
    } else if (i == 1) {
        pthread_rwlock_wrlock(&rw);
        shared++;
        pthread_rwlock_unlock(&rw);
        pthread_mutex_lock(&m);
        while (!ready)
            pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
        sem_post(&sem);
    } else {
        qsort(numbers, 3, sizeof *numbers, compare);
        fail(numbers[0] != 1);
        pthread_mutex_lock(&m);
        ready = !LOST;
        pthread_mutex_unlock(&m);
        pthread_cond_signal(&c);
        pthread_spin_lock(&spin);
        raced += RACE;
        pthread_spin_unlock(&spin);
    }
    if (RACE && i == 1)
        raced++;
    fail(own != 1 + i || large[i] != 7 || block[1] != 7 || once_count != 1);
    free(block);
    free(large);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fail(t1.tv_sec == t0.tv_sec && t1.tv_nsec <= t0.tv_nsec);
    fail(before[i] != BEFORE);
    return malloc(10);
}
int main(void)
{
    pthread_t t[3];
    unsigned drawn;

    sem_init(&sem, 0, 0);
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 1);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    getrandom(&drawn, sizeof drawn, 0);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 3; i++) {
        void *result;

        pthread_join(t[i], &result);
        free(result);
    }
    fail(turn != 3 || shared != 1 || pages[0] + pages[PAGE] != 2);
    return 0;
}
END
"$MAZURKA" cc -O1 kinds.c -o kinds
"$MAZURKA" cc -O1 -DLARGE=3000 kinds.c -o kinds.small # to free is to write

# said OPTION...: the verdict, and how many executions, however long they took.
said() { "$MAZURKA" check "$@" 2>&1 | sed 's/, [0-9.]* s\b.*//'; }

# same MODE OPTION... PROGRAM: it says the same as without.
same() {
    local mode=$1 off now

    shift
    off=$(said --checkpoints=off "$@")
    now=$(said --checkpoints=$mode "$@")
    case $off in *'no error, all executions explored'* | *max-executions*) ;;
        *) failed "$*: $off" ;;
    esac
    [ "$now" = "$off" ] || failed "$mode $*: $now, not $off"
}

for options in --algorithm={pop,optimal,source,dpor} --plain=ignore '-j 2'; do
    same on $options ./kinds
done
same on --plain=interleave --max-executions=3000 ./kinds.small
additions=$root/bench/programs/additions.c
"$MAZURKA" cc -O1 -DTHREADS=3 -DEACH=2 -DN=4 "$additions" -o additions
for options in --algorithm={pop,optimal,source}; do
    same always $options ./additions
done
for options in --algorithm={pop,optimal,source} --plain={ignore,interleave}; do
    same always $options --max-executions=300 ./kinds.small
done

# Where memory is weak an access is served what the graph says, and memory need
# not hold it: that, too, is as it was, and fences, and what waits.
cat >weak.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { BEFORE = 10 };
static atomic_int before[2], x, y;
static int data, *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;
static void *writer(void *unused)
{
    for (int i = 0; i < BEFORE; i++)
        atomic_fetch_add_explicit(&before[0], 1, memory_order_relaxed);
    data = 1;
    block = malloc(sizeof *block);
    *block = 5;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_exchange_explicit(&y, 1, memory_order_relaxed);
    sem_post(&sem);
    pthread_mutex_lock(&m);
    atomic_store_explicit(&y, 3, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *reader(void *unused)
{
    int expected = 1;

    for (int i = 0; i < BEFORE; i++)
        atomic_fetch_add_explicit(&before[1], 1, memory_order_relaxed);
    atomic_compare_exchange_strong_explicit(
        &y, &expected, 2, memory_order_relaxed, memory_order_relaxed);
    if (atomic_load_explicit(&x, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(data == 1 && *block == 5);
    }
    if (!pthread_mutex_trylock(&m)) {
        atomic_store(&y, 4);
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    pthread_t t[2];

    sem_init(&sem, 0, 0);
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    sem_wait(&sem);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 2);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    free(block);
    return 0;
}
END
"$MAZURKA" cc -O1 weak.c -o weak
for model in tso ra rc11; do
    same on --memory-model=$model ./weak
    same always --memory-model=$model ./weak
    same always --memory-model=$model ./additions
done
same always --algorithm=trust ./additions

# A thread on its way out has a result, though others get its number after it.
cat >leaving.c <<'END'
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void use(int *times)
{
    for (int i = 0; i < *times; i++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
}

static void *leave(void *result)
{
    __attribute__((cleanup(use))) int times = 1;

    pthread_exit(result);
}

static void *meet(void *unused)
{
    use(&(int){1});
    return unused;
}

static void run(int times, void *expected)
{
    void *result;
    pthread_t t;

    for (int i = 0; i < times; i++) {
        pthread_create(&t, NULL, leave, expected);
        pthread_join(t, &result);
        assert(result == expected);
    }
}

int main(void)
{
    int first, second;
    pthread_t t;

    run(8, &second);
    pthread_create(&t, NULL, meet, NULL);
    run(1, &first);
    run(12, &second);
    pthread_join(t, NULL);
}
END
"$MAZURKA" cc -O1 -fexceptions -shared-libgcc leaving.c -o leaving
same always --algorithm=source ./leaving

# With a signal blocked from the start births concern every thread, and thread
# numbers are given anew.
cat >blocked.py <<'END'
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
os.execv(sys.argv[1], sys.argv[1:])
END
python3 blocked.py "$MAZURKA" check --algorithm=source --checkpoints=always \
    ./leaving >said || failed "$(cat said)"

# Errors behind waypoints are told as from the beginning.
for error in RACE LOST; do
    "$MAZURKA" cc -O1 -D$error=1 kinds.c -o kinds.$error
    for checkpoints in off on always; do
        said --keep-going --max-executions=400 --checkpoints=$checkpoints \
            ./kinds.$error | grep -v 'mazurka replay' >$error.$checkpoints
    done
    grep -q 'data race\|deadlock' $error.off || failed "$(cat $error.off)"
    for checkpoints in on always; do
        diff $error.off $error.$checkpoints ||
            failed "$error is told otherwise with $checkpoints"
    done
done

# A replay that is compared may be the one that finds a loop that waits.
programs=$root/tests/programs
for program in classic_anderson classic_clh spin_passes_on_if; do
    "$MAZURKA" cc -O1 "$programs/$program.c" -o $program
    off=$(said --checkpoints=off ./$program)
    [ "$(said --checkpoints=always ./$program)" = "$off" ] ||
        failed "$program: $(said --checkpoints=always ./$program), not $off"
done

# What was above the frames of a main that has left by pthread_exit is no state.
"$MAZURKA" cc -O2 -pthread -DPRODUCERS=2 -DWORKERS=3 \
    "$root/bench/programs/mpc.c" -o mpc
off=$(said --checkpoints=off ./mpc)
[ "$(said --checkpoints=always ./mpc)" = "$off" ] ||
    failed "mpc: $(said --checkpoints=always ./mpc), not $off"

# They are taken, and they pay: of the events that executions would repeat of the
# last one, were each run from the start, at most MOST per cent are run again.
# Which waypoints are taken a clock decides: some 5 and 22 of 100 are to be seen,
# or 45 with optimal, which does not know how far it will go back; and more where
# the machine was busy while it was measured. So the best of a few searches counts.
# pays MOST OPTION... PROGRAM
pays() {
    local most=$1 attempt

    shift
    for attempt in 1 2 3 4 5; do
        # Of so many executions none is in vain (docs/algorithms/pop.md).
        "$MAZURKA" check --stats --max-executions=500 --format=json "$@" \
            >pays.json || [ $? = 3 ] || failed "$*"
        python3 -c 'import json, sys
most = int(sys.argv[1])
report = json.load(open("pays.json"))
back = report["stats"]["waypoints"]
runs = report["executions"] + report["blocked"]
repeated = report["events_run"] - report["events"]
assert 0 < back["taken"] < runs, back
assert runs * 9 / 10 < back["begun"] < runs, (runs, back)
assert 0 < back["repeated"] <= most / 100 * repeated, (repeated, back)' \
            "$most" 2>said && return
    done
    failed "waypoints do not pay: $*: $(tail -n 1 said)"
}

"$MAZURKA" cc -O1 -DATOMIC -DN=100 "$root/bench/programs/private_events.c" \
    -o private
"$MAZURKA" cc -O1 -DN=4 "$root/bench/programs/fib_bench.c" -o fib
for algorithm in pop optimal source; do
    pays 12 --algorithm=$algorithm ./private
done
pays 35 ./fib
# Each execution goes back a little further than the one before, as none said: 21
# of 100, and 50 where none is taken but where the search is sure to come back.
"$MAZURKA" cc -O0 -DITEMS=10 -DSTEALS=1 "$root/bench/programs/deque.c" -o deque
pays 35 --plain=interleave ./deque
pays 65 --algorithm=optimal ./fib
"$MAZURKA" check --stats --checkpoints=off ./fib >said
! grep -q waypoints said || failed 'waypoints that nobody wants'
