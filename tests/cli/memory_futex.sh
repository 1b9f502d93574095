#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: futexes, and what libstdc++ builds of them. Each with orders
# that suffice, and with some that do not: wake-ups are lost that sequential
# consistency does not lose.
. "$(dirname "$0")/frame"
write_pairs

cat >futexes.c <<'END'
#define _GNU_SOURCE
#include "pairs.h"
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FENCE atomic_thread_fence(SC)

static atomic_int x, y, z, waiters, unused;
static int data, broken, found, seen[2];

static int waits(atomic_int *word, int expected)
{
    return syscall(SYS_futex, word, FUTEX_WAIT, expected, 0, 0, 0);
}
static int wakes(atomic_int *word)
{
    return syscall(SYS_futex, word, FUTEX_WAKE, 1, 0, 0, 0);
}

/* ---- what a wake promises: whoever comes later finds the store ---- */
static void *stores(void *p)
{
    STORE(x, 1, RLX);
    if (!broken)
        wakes(&x);
    return p;
}
static void *sleeps(void *p)
{
    waits(&x, 0);
    return p;
}

/* ---- nobody is woken up if it seems that nobody waits ---- */
static void *wakes_if_awaited(void *p)
{
    STORE(x, 1, RLX);
    if (!broken)
        FENCE;
    if (LOAD(waiters, RLX))
        wakes(&x);
    return p;
}
static void *counts_itself(void *p)
{
    atomic_fetch_add_explicit(&waiters, 1, RLX);
    if (!broken)
        FENCE;
    while (!LOAD(x, RLX))
        waits(&x, 0);
    return p;
}

/* ---- the same, and who waits has but an acquire: the kernel has a fence ---- */
static void *stores_strongly(void *p)
{
    STORE(x, 1, broken ? REL : SC);
    if (LOAD(waiters, SC))
        wakes(&x);
    return p;
}
static void *waits_weakly(void *p)
{
    atomic_fetch_add_explicit(&waiters, 1, SC);
    while (!LOAD(x, ACQ))
        waits(&x, 0);
    return p;
}

/* ---- what it orders is no synchronisation, as far as races go ---- */
static void *publishes_data(void *p)
{
    data = 1;
    STORE(x, 1, REL);
    return p;
}
static void *reads_data(void *p)
{
    if (LOAD(x, broken ? RLX : ACQ)) {
        waits(&unused, 1);
        found = !data;
    }
    return p;
}

/* ---- a count of events, y: x was stored before it changed ---- */
static void *tells(void *p)
{
    STORE(x, 1, RLX);
    atomic_fetch_add_explicit(&y, 1, broken ? RLX : REL);
    wakes(&y);
    return p;
}
static void *listens(void *p)
{
    for (int seen; seen = LOAD(y, broken ? RLX : ACQ), !LOAD(x, RLX);)
        waits(&y, seen);
    return p;
}

/* ---- a mutex: 2, somebody may wait ---- */
static void *excludes(void *p)
{
    int was = 0;

    if (!atomic_compare_exchange_strong_explicit(&x, &was, 1, ACQ, RLX))
        while (atomic_exchange_explicit(&x, 2, ACQ))
            waits(&x, 2);
    data++;
    if (atomic_exchange_explicit(&x, 0, broken ? RLX : REL) == 2)
        wakes(&x);
    return p;
}

/* ---- to be woken up orders nothing, not even with a fence ---- */
static void *publishes(void *p)
{
    STORE(y, 1, RLX);
    STORE(x, 1, REL);
    wakes(&x);
    return p;
}
static void *is_woken(void *p)
{
    if (broken && !waits(&x, 0)) {
        atomic_thread_fence(ACQ);
        found = !LOAD(y, RLX);
    }
    if (!broken) {
        while (!LOAD(x, ACQ))
            waits(&x, 0);
        found = !LOAD(y, RLX);
    }
    return p;
}

/* ---- wakes at one word have an order, at two they have none ---- */
static void *before_a_wake(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;

    STORE(*mine, 1, RLX);
    wakes(broken && p ? &unused : &z);
    seen[!p] = LOAD(*other, RLX);
    return p;
}

/* ---- a time limit: who is not woken up goes on ---- */
static void *hurries(void *p)
{
    const struct timespec limit = {.tv_sec = 1};

    if (syscall(SYS_futex, &x, FUTEX_WAIT, 0, &limit, 0, 0) &&
        errno == ETIMEDOUT)
        found = broken && LOAD(x, RLX);
    return p;
}

/* ---- who finds the word changed has not acquired ---- */
static void *leaves(void *p)
{
    STORE(y, 1, RLX);
    STORE(x, 1, REL);
    return p;
}
static void *finds_it_changed(void *p)
{
    const struct timespec limit = {.tv_sec = 1};

    if (syscall(SYS_futex, &x, FUTEX_WAIT, 0, &limit, 0, 0) &&
        errno == EAGAIN && (broken || LOAD(x, ACQ)))
        found = !LOAD(y, RLX);
    return p;
}

static void *requeues(void *p)
{
    syscall(SYS_futex, &x, FUTEX_REQUEUE, 1, 1, &y, 0);
    return p;
}
static void *has_a_mask(void *p)
{
    syscall(SYS_futex, &x, FUTEX_WAIT_BITSET, 0, 0, 0, 2);
    return p;
}
static void *updates(void *p)
{
    syscall(SYS_futex, &x, FUTEX_WAKE_OP, 1, 1, &y, 0);
    return p;
}

static const struct pair pairs[] = {
    {"promise", stores, sleeps},   {"waiters", wakes_if_awaited, counts_itself},
    {"events", tells, listens},    {"mutex", excludes, excludes},
    {"woken", publishes, is_woken}, {"order", before_a_wake, before_a_wake},
    {"time", stores, hurries},     {"differs", leaves, finds_it_changed},
    {"strong", stores_strongly, waits_weakly},
    {"races", publishes_data, reads_data},
    {"requeue", requeues, stores}, {"mask", has_a_mask, stores},
    {"wake-op", updates, stores},  {0},
};

int main(int argc, char **argv)
{
    broken = argc > 2;
    if (!run_pair(pairs, argv[1], &data))
        return 2;
    assert(!found);
    assert(strcmp(argv[1], "order") || seen[0] || seen[1]);
    return 0;
}
END
"$MAZURKA" cc -O1 -pthread -o pairs futexes.c || failed 'cannot compile'

for name in promise waiters events mutex woken order time differs races; do
    for model in tso ra rc11; do
        weakly $model 0 $name
        prints 'all executions explored'
    done
    weakly rc11 42 $name broken
done

# Accesses that are seq_cst are no more than release and acquire in ra.
weakly tso 0 strong
weakly rc11 0 strong
prints 'all executions explored'
weakly rc11 42 strong broken
prints '1 thread waits for a futex'
weakly ra 42 strong

# What sequential consistency does not lose; x86 delays a store, and no more.
for name in waiters events woken order differs strong; do
    run 0 "$MAZURKA" check --memory-model=sc pairs -- $name broken
done
weakly rc11 42 waiters broken
prints '1 thread waits for a futex, 1 for another'
prints 'load x is 0 (stale: as at first'
run 42 "$MAZURKA" replay
weakly rc11 42 races broken
prints 'data-race'
weakly tso 42 strong broken
weakly tso 42 waiters broken
weakly ra 42 waiters broken
weakly rc11 42 events broken
prints '1 thread waits for a futex, 1 for another'
weakly tso 0 events broken
weakly ra 0 events broken
weakly tso 0 woken broken
weakly ra 42 woken broken
weakly tso 0 order broken
weakly ra 42 order broken
for name in promise mutex time; do
    run 42 "$MAZURKA" check pairs -- $name broken
done
run 42 "$MAZURKA" check --memory-model=rc11 --isolation=fork pairs -- \
    waiters broken
run 0 "$MAZURKA" check --memory-model=rc11 -j 2 pairs -- waiters

weakly rc11 2 requeue
says 'unsupported: syscall(SYS_futex, FUTEX_REQUEUE), with --memory-model'
weakly rc11 2 wake-op
weakly rc11 2 mask

# What libstdc++ makes of it.
cat >library.cc <<'END'
#include <atomic>
#include <barrier>
#include <cassert>
#include <cstring>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stop_token>
#include <thread>

static std::latch both{2};
static std::barrier meet{2};
static std::binary_semaphore given{0};
static std::atomic<int> word;
static std::atomic_flag flag;
static std::once_flag once;
static int data, sum;
static bool broken;

static void add() { sum++; }

int main(int argc, char **argv)
{
    const char *name = argv[1];

    broken = argc > 2;
    std::jthread thread([name](std::stop_token stops) {
        if (!strcmp(name, "once")) {
            std::call_once(once, add);
            assert(sum == 1);
        } else if (!strcmp(name, "stop")) {
            while (!stops.stop_requested())
                ;
            assert(data);
        } else {
            data = 1;
        }
        if (!strcmp(name, "latch")) {
            both.count_down();
        } else if (!strcmp(name, "barrier")) {
            (void)meet.arrive();
        } else if (!strcmp(name, "semaphore")) {
            given.release();
        } else if (!strcmp(name, "wait")) {
            word.store(1, broken ? std::memory_order_release
                                 : std::memory_order_seq_cst);
            word.notify_one();
        } else if (!strcmp(name, "update")) {
            word.exchange(1, broken ? std::memory_order_relaxed
                                    : std::memory_order_release);
            word.notify_one();
        } else if (!strcmp(name, "flag")) {
            flag.test_and_set(broken ? std::memory_order_release
                                     : std::memory_order_seq_cst);
            flag.notify_all();
        }
    });
    if (!strcmp(name, "once")) {
        std::call_once(once, add);
        assert(sum == 1);
        return 0;
    }
    if (!strcmp(name, "stop")) {
        data = 1;
        thread.request_stop();
        return 0;
    }
    if (!strcmp(name, "latch"))
        both.arrive_and_wait();
    else if (!strcmp(name, "barrier"))
        meet.arrive_and_wait();
    else if (!strcmp(name, "semaphore"))
        given.acquire();
    else if (!strcmp(name, "wait") || !strcmp(name, "update"))
        word.wait(0, std::memory_order_acquire);
    else if (!strcmp(name, "flag"))
        flag.wait(false);
    assert(broken || data == 1);
}
END
"$MAZURKA" c++ -std=c++20 -O1 -pthread -o library library.cc ||
    failed 'cannot compile'
for name in latch barrier semaphore wait update flag once stop; do
    run 0 "$MAZURKA" check --memory-model=tso library -- $name
    prints 'all executions explored'
done

# What notifies stores by an order that is weaker than that of the count of
# those who wait, which it then looks at: a load may come before the store, but
# not before an update that releases. (For a flag who waits waits for a count of
# versions, which is changed by seq_cst.)
run 0 "$MAZURKA" check --memory-model=ra library -- latch
for name in latch update barrier semaphore wait flag 'flag broken' once stop; do
    run 0 "$MAZURKA" check --memory-model=rc11 library -- ${name% *} \
        ${name#${name% *}}
    prints 'all executions explored'
done
for name in 'update broken' 'wait broken'; do
    run 42 "$MAZURKA" check --memory-model=rc11 library -- ${name% *} \
        ${name#${name% *}}
    prints '1 thread waits for a futex [deadlock]'
done

# The count is found where the program was stripped.
"$MAZURKA" c++ -std=c++20 -O1 -pthread -s -o stripped library.cc ||
    failed 'cannot compile'
run 0 "$MAZURKA" check --memory-model=rc11 stripped -- update
prints 'all executions explored'

# An atomic in a library, which has its own count, and was stripped.
cat >meet.cc <<'END'
#include <atomic>
static std::atomic<int> came;
extern "C" void come()
{
    came.exchange(1, std::memory_order_release);
    came.notify_one();
}
extern "C" void meet()
{
    came.wait(0, std::memory_order_acquire);
}
END
cat >meets.cc <<'END'
#include <cassert>
#include <thread>
extern "C" void come();
extern "C" void meet();
static int data;
int main()
{
    std::jthread thread([] {
        data = 1;
        come();
    });
    meet();
    assert(data == 1);
}
END
"$MAZURKA" c++ -std=c++20 -O1 -fPIC -shared -s -o libmeet.so meet.cc &&
    "$MAZURKA" c++ -std=c++20 -O1 -pthread -o meets meets.cc ./libmeet.so ||
    failed 'cannot compile'
run 0 "$MAZURKA" check --memory-model=rc11 meets
prints 'all executions explored'
