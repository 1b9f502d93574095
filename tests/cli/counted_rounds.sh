#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Loops that wait and count their rounds: the search comes to its end, finds what
# is wrong behind them, and never says that it has seen all.
. "$(dirname "$0")/frame"

cat >begin.h <<'END'
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
static void run(void *(*one)(void *), void *(*other)(void *))
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
END
# A lock that yields more and more; n is what it protects.
cat >lock.c <<'END'
#include "begin.h"
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int n;
static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        for (unsigned k = 0; atomic_flag_test_and_set(&lock); k++)
            if (k > 16)
                sched_yield();
        n++;
        if (!(BROKEN && i))
            atomic_flag_clear(&lock);
    }
    return unused;
}
int main(void)
{
    run(work, work);
    assert(n == 4);
    return 0;
}
END
# One counts until it is told to stop; the other waits until it has counted so far.
cat >ticks.c <<'END'
#include "begin.h"
static atomic_int ticks, stop;
static int data;
static void *tick(void *unused)
{
    while (!atomic_load(&stop)) {
        atomic_fetch_add(&ticks, 1);
        sched_yield();
    }
    if (BROKEN) {
        data++;
        assert(data == 1);
    }
    return unused;
}
static void *wait(void *unused)
{
    while (atomic_load(&ticks) < WANTED)
        sched_yield();
    data = 1;
    atomic_store(&stop, 1);
    return unused;
}
int main(void)
{
    run(tick, wait);
    return 0;
}
END
# Who waits tries for TRIES times, and then sleeps. Broken: the wake-up is lost,
# which is to be seen only by who has tried for so long.
cat >semaphore.c <<'END'
#include "begin.h"
static atomic_int count;
static sem_t sem;
static int data;
static void wait(void)
{
    for (int i = TRIES; i > 0; i--) {
        int old = atomic_load(&count);
        if (old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1))
            return;
    }
    if (atomic_fetch_sub(&count, 1) <= 0)
        sem_wait(&sem);
}
static void *put(void *unused)
{
    for (int i = 0; i < 2; i++) {
        if (!i)
            data = 1;
        if (atomic_fetch_add(&count, 1) < 0 - BROKEN)
            sem_post(&sem);
    }
    return unused;
}
static void *take(void *unused)
{
    wait();
    assert(data == 1);
    wait();
    return unused;
}
int main(void)
{
    sem_init(&sem, 0, 0);
    run(put, take);
    return 0;
}
END
# A queue that is looked at again and again, and reads two places for that; and a
# loop of few rounds, which is no such loop.
cat >queue.c <<'END'
#include "begin.h"
static atomic_int head, tail;
static int cells[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int one, other;
static void *put(void *unused)
{
    for (int i = 0; i < 2; i++) {
        cells[i] = i;
        atomic_store(&head, i + 1);
    }
    return unused;
}
static void *take(void *unused)
{
    unsigned rounds = 0;
    for (int i = 0; i < 2; i++) {
        while (atomic_load(&tail) == atomic_load(&head))
            if (++rounds % 64 == 0)
                sched_yield();
        assert(cells[i] == i + (BROKEN && i));
        atomic_store(&tail, i + 1);
    }
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&m);
        assert(one == other);
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    run(put, take);
    return 0;
}
END
# The wake-up is lost between the last try and the sleep.
cat >gap.c <<'END'
#include "begin.h"
static atomic_int count, sleeps;
static sem_t sem;
static void *put(void *unused)
{
    atomic_store(&count, 1);
    if (atomic_load(&sleeps))
        sem_post(&sem);
    return unused;
}
static void *take(void *unused)
{
    for (int i = 0; i < 1000; i++)
        if (atomic_load(&count))
            return unused;
    atomic_store(&sleeps, 1);
    sem_wait(&sem);
    return unused;
}
int main(void)
{
    sem_init(&sem, 0, 0);
    run(put, take);
    return 0;
}
END
# Nobody else comes near to what main tries, before it has tried for so long.
# Broken: main sleeps though it was told.
cat >last.c <<'END'
#include "begin.h"
static atomic_long count;
static sem_t sem;
static int data;
static void *put(void *unused)
{
    data = 1;
    if (atomic_fetch_add(&count, 1) < 0 - BROKEN)
        sem_post(&sem);
    return unused;
}
static int is_had(void)
{
    long old = atomic_load(&count);
    return old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1);
}
int main(void)
{
    pthread_t t;
    int tries = 100000;
    sem_init(&sem, 0, 0);
    pthread_create(&t, 0, put, 0);
    while (--tries >= 0 && !is_had())
        ;
    if (tries < 0 && atomic_fetch_sub(&count, 1) <= 0)
        sem_wait(&sem);
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
END
# What a round has found changes within it: one that was as the last would not be
# what comes next.
cat >toggle.c <<'END'
#include "begin.h"
static atomic_int x;
static void *toggle(void *unused)
{
    for (int i = 0; i < 3; i++) {
        atomic_store(&x, 1);
        atomic_store(&x, 0);
    }
    return unused;
}
static void *take(void *unused)
{
    for (int i = 0; i < 30; i++) {
        int one = 1;
        if (atomic_compare_exchange_strong(&x, &one, 2))
            break;
        atomic_load(&x);
    }
    return unused;
}
int main(void)
{
    run(toggle, take);
    return 0;
}
END
# Nobody will ever set it.
cat >never.c <<'END'
#include "begin.h"
static atomic_int flag, other;
static void *wait(void *unused)
{
    for (unsigned rounds = 0; !atomic_load(&flag); rounds++)
        if (rounds > 1000)
            sched_yield();
    return unused;
}
static void *work(void *unused)
{
    atomic_store(&other, 1);
    return unused;
}
int main(void)
{
    run(wait, work);
    return 0;
}
END
# Two threads count their rounds in one variable, which main looks at. Broken: it
# lets them go on before there is something to be had.
cat >beats.c <<'END'
#include "begin.h"
static atomic_int flag, beats, data;
static void *wait(void *unused)
{
    while (!atomic_load(&flag))
        atomic_fetch_add_explicit(&beats, 1, memory_order_relaxed);
    assert(atomic_load(&data));
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, wait, 0);
    pthread_create(&b, 0, wait, 0);
    if (!BROKEN || atomic_load(&beats) != 2)
        atomic_store(&data, 1);
    atomic_store(&flag, 1);
    atomic_store(&data, 1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
# The same, plain and under a lock, each time that nobody has signalled.
cat >timed.c <<'END'
#include "begin.h"
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop, beats, data;
static void *wait(void *unused)
{
    struct timespec end = {1, 0};
    pthread_mutex_lock(&m);
    while (!stop)
        if (pthread_cond_timedwait(&c, &m, &end))
            beats++;
    assert(data);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    pthread_mutex_lock(&m);
    stop = 1;
    data = !BROKEN || beats != 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
# Two threads look at a plain flag under a lock, and leave there who has looked
# last, and how often. Broken: main lets them go on too early, if it sees that.
cat >seen.c <<'END'
#include "begin.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop, data;
static struct { void *by; int looks; } last;
static void *wait(void *me)
{
    for (int has_ended = 0; !has_ended;) {
        pthread_mutex_lock(&m);
        last.by = me;
        last.looks++;
        has_ended = stop;
        assert(!stop || data);
        pthread_mutex_unlock(&m);
    }
    return me;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, wait, &a);
    pthread_create(&b, 0, wait, &b);
    pthread_mutex_lock(&m);
    stop = 1;
    data = !BROKEN || last.by != &b || last.looks != 2;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
# Who counts, and looks at nothing else that ever changes, does not wait.
cat >counts.c <<'END'
#include "begin.h"
static atomic_int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locked;
int step = 1;
static void *count(void *unused)
{
    for (int i = 0; i < 40; i++)
        atomic_fetch_add(&n, 1);
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&m);
        locked += step;
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    run(count, count);
    assert(n == 80 && locked == 80 - BROKEN);
    return 0;
}
END

# build NAME SOURCE FLAG...
build() {
    "$MAZURKA" cc -O1 -g -pthread -DBROKEN=0 "${@:3}" -o "$1" "$2".c
}
# is_limited PROGRAM OPTION...: all was explored, but for later rounds.
is_limited() {
    run 3 "$MAZURKA" check --max-executions=100000 "${@:2}" "$1"
    prints 'all executions explored, but only the first rounds of a loop that'
    prints '--counted-rounds=all'
}

build lock lock
is_limited ./lock --counted-rounds=first
build lock-broken lock -UBROKEN -DBROKEN=1
is_limited ./lock-broken --counted-rounds=first

build semaphore semaphore -DTRIES=1024
is_limited ./semaphore
is_limited ./semaphore --counted-rounds=first --plain=interleave -j 2
build semaphore-broken semaphore -DTRIES=1024 -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check ./semaphore-broken
prints 'deadlock'
prints 'sem'
run 42 "$MAZURKA" replay
run 42 "$MAZURKA" check --counted-rounds=first ./semaphore-broken
prints 'deadlock'

build gap gap
run 42 "$MAZURKA" check --counted-rounds=first ./gap
prints 'deadlock'

build last last
is_limited ./last
build last-broken last -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first ./last-broken
prints 'deadlock'

build toggle toggle
is_limited ./toggle --counted-rounds=first
prints 'more cut where a thread waits'

build queue queue
is_limited ./queue --counted-rounds=first
run 3 "$MAZURKA" check --counted-rounds=first --format=json ./queue
[[ $(<.out) != *'"executions": 0,'* ]] || failed 'nothing comes to its end'
build queue-broken queue -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first ./queue-broken
prints 'cells[i] == i'

build never never
is_limited ./never --counted-rounds=first

# Who waits for the count has more rounds made, up to some thirty.
for wanted in 2 3 20; do
    build ticks ticks -DWANTED=$wanted
    for algorithm in pop optimal; do
        is_limited ./ticks --algorithm=$algorithm
        [[ $(<.out) != *': 0 executions,'* ]] ||
            failed 'nothing comes to its end'
    done
done
build ticks-broken ticks -UBROKEN -DBROKEN=1 -DWANTED=5
run 42 "$MAZURKA" check ./ticks-broken
prints 'ticks.c:12'
is_limited ./ticks -j 2 --counted-rounds=first
build ticks ticks -DWANTED=50
is_limited ./ticks

build beats beats
is_limited ./beats
is_limited ./beats --counted-rounds=first -j 2
is_limited ./beats --counted-rounds=first --plain=interleave
build beats-broken beats -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first ./beats-broken
prints 'atomic_load(&data)'
run 42 "$MAZURKA" replay
build timed timed
is_limited ./timed --counted-rounds=first
build timed-broken timed -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first ./timed-broken
prints 'timed.c:13'
build seen seen
is_limited ./seen
is_limited ./seen --counted-rounds=first
build seen-broken seen -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first ./seen-broken
prints '!stop || data'
build counts counts
run 3 "$MAZURKA" check --counted-rounds=first --max-executions=3000 \
    --format=json ./counts
prints '"limit": "max-executions"'
[[ $(<.out) != *'"executions": 0,'* ]] || failed 'nothing comes to its end'
build counts-broken counts -UBROKEN -DBROKEN=1
run 42 "$MAZURKA" check --counted-rounds=first --max-executions=3000 \
    ./counts-broken
prints 'locked == 80'

# All rounds are explored where they are few, or that is wanted.
build few semaphore -DTRIES=24
run 0 "$MAZURKA" check ./few
run 0 "$MAZURKA" check --counted-rounds=all ./few
is_limited ./few --counted-rounds=first
build fewer semaphore -DTRIES=12
run 0 "$MAZURKA" check --counted-rounds=first ./fewer

# A lock that nobody else uses is not waited for, however often it is taken.
"$MAZURKA" cc -O1 -DMUTEX -DN=1000 "$root/bench/programs/private_events.c" \
    -o alone || exit
run 0 "$MAZURKA" check ./alone

# Two that spin might meet: that they wait for ever is not said.
"$MAZURKA" cc -O1 -o meets "$root/tests/programs/spin_meets.c" || exit
for algorithm in pop optimal source iterative; do
    run 3 "$MAZURKA" check --algorithm="$algorithm" --format=json ./meets
    prints '"limit": "rounds-not-met"'
done
run 3 "$MAZURKA" check -j 2 ./meets
prints 'whether threads in loops wait for ever was not found out'

refuses 2 "--counted-rounds" "$MAZURKA" check --counted-rounds=some ./few
