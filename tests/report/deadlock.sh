#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Deadlocks: who waits where, for what, and who holds it since when.
. "$(dirname "$0")/frame"

check 42 <<'END'
#define _GNU_SOURCE
#include <pthread.h>
struct account { int balance; pthread_mutex_t lock; };
static struct account accounts[2] = {{1, PTHREAD_MUTEX_INITIALIZER},
                                     {2, PTHREAD_MUTEX_INITIALIZER}};
static void transfer(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
static void *forth(void *unused)
{
    transfer(&accounts[0], &accounts[1]);
    return unused;
}
static void *back(void *unused)
{
    transfer(&accounts[1], &accounts[0]);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, forth, 0);
    pthread_setname_np(t, "forth");
    pthread_create(&u, 0, back, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
END
in_order 't\.c:[0-9]+: error: deadlock: .* \[deadlock\]' 'blocked threads:' \
    '  main\.1 \(forth\) waits for mutex accounts\[1\]\.lock, held by main\.2 since step 4' \
    '    at t\.c:9 in transfer' '    from t\.c:15 in forth' \
    '  main\.2 waits for mutex accounts\[0\]\.lock, held by main\.1 \(forth\) since step 3' \
    '    at t\.c:9 in transfer' '    from t\.c:20 in back' \
    '  main waits for the end of main\.1 \(forth\)' '    at t\.c:29 in main' \
    'interleaving \(4 steps, 2 context switches, [0-9]+ preemptions?\):' \
    '    3  main\.1 \(forth\)  pthread_mutex_lock: accounts\[0\]\.lock +t\.c:8 in transfer' \
    '    4  main\.2          pthread_mutex_lock: accounts\[1\]\.lock +t\.c:8 in transfer  << preemption, critical' \
    't\.c: error found: .*1 of them deadlocked.*'
no_line '    \*.*'
replays

check 42 <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}
END
in_order '  main waits for mutex m, which it holds itself since step 1' \
    '    at t\.c:6 in main' 't\.c: error found: 1 execution, deadlocked, .*'
replays

# Its holder has ended; it came by the lock by trylock.
check 42 <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *unused)
{
    pthread_mutex_trylock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, take, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
}
END
in_order '  main waits for mutex m, held by main\.1 since step 2 \(it has ended\)' \
    '    2  main\.1  pthread_mutex_trylock: m +t\.c:5 in take'
replays

# 63 threads for one mutex, which main holds while it joins them.
check 42 <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[63];
    char name[16];
    pthread_mutex_lock(&m);
    for (int i = 0; i < 63; i++) {
        pthread_create(&t[i], 0, take, 0);
        snprintf(name, sizeof name, "worker %d", i);
        pthread_setname_np(t[i], name);
    }
    for (int i = 0; i < 63; i++)
        pthread_join(t[i], 0);
}
END
in_order '  main\.1 \(worker 0\) waits for mutex m, held by main since step 1' \
    '  main\.63 \(worker 62\) waits for mutex m, held by main since step 1' \
    '  main waits for the end of main\.1 \(worker 0\)' \
    '    1  main  pthread_mutex_lock: m  t\.c:[0-9]+ in main'
replays

# Semaphores and awaits, each as the source has them.
check 42 <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static struct { sem_t slots; atomic_schar level; } pool = {.level = 7};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take_two(void *unused)
{
    sem_wait(&pool.slots);
    sem_wait(&pool.slots);
    return unused;
}
static void *sink(void *unused)
{
    mz_await(pool.level, <, -1);
    return unused;
}
static void *lock(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    int count;
    sem_init(&pool.slots, 0, 1);
    sem_trywait(&pool.slots);
    sem_trywait(&pool.slots);
    sem_post(&pool.slots);
    sem_getvalue(&pool.slots, &count);
    mz_await(pool.level, >=, 7);
    pthread_mutex_lock(&m);
    pthread_create(&t[0], 0, take_two, 0);
    pthread_create(&t[1], 0, sink, 0);
    pthread_create(&t[2], 0, lock, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
}
END
in_order "t\.c:[0-9]+: error: deadlock: 1 thread waits for a mutex, 1 for a semaphore, 1 for a condition to hold, 1 for another thread's end \[deadlock\]" \
    '  main\.3 waits for mutex m, held by main since step 7' \
    '  main\.1 waits for semaphore pool\.slots, taken and not posted by itself since step 11; no thread is left that could post' '    at t\.c:10 in take_two' \
    '  main\.2 waits until pool\.level < -1 \(now 7\)' \
    '    at t\.c:15 in sink' '  main waits for the end of main\.1' \
    '    1  main    sem_init: pool\.slots = 1              t\.c:27 in main' \
    '    2  main    sem_trywait: pool\.slots = 0 \(was 1\)   t\.c:28 in main' \
    '    3  main    sem_trywait \(fails\): pool\.slots is 0  t\.c:29 in main' \
    '    4  main    sem_post: pool\.slots = 1 \(was 0\)      t\.c:30 in main' \
    '    5  main    sem_getvalue: pool\.slots is 1         t\.c:31 in main' \
    '    6  main    mz_await: pool\.level is 7             t\.c:32 in main' \
    '   11  main\.1  sem_wait: pool\.slots = 0 \(was 1\)      t\.c:9 in take_two'
replays

# A signal that was lost, and which it was.
check 42 <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
    pthread_cond_t is_full;
} pool = {PTHREAD_COND_INITIALIZER};
static void *take(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&pool.is_full, &m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_cond_signal(&pool.is_full);
    pthread_create(&t, 0, take, 0);
    pthread_join(t, 0);
}
END
in_order "t\.c:[0-9]+: error: deadlock: 1 thread waits for a signal, 1 for another thread's end \[deadlock\]" \
    '  main\.1 waits for a signal on pool\.is_full; the last came in step 1, by main' \
    '    at t\.c:9 in take' '  main waits for the end of main\.1' \
    '    1  main    pthread_cond_signal \(nobody waits\): pool\.is_full .*' \
    '    3  main\.1  pthread_mutex_lock: m .*' \
    '    4  main\.1  pthread_cond_wait: pool\.is_full .*' \
    '    5  main\.1  pthread_cond_wait \(releases\): m .*'
replays

# A loop waits for all that it reads, and for a lock that it does not get.
source=t.c check 42 <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, other;
static pthread_mutex_t mine, theirs;
static void *wait(void *unused)
{
    while (!atomic_load(&flag) || atomic_load(&other) != 2)
        ;
    return unused;
}
static void *try(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mine);
        if (!pthread_mutex_trylock(&theirs))
            return unused;
        pthread_mutex_unlock(&mine);
    }
}
int main(void)
{
    pthread_t t, u;
    pthread_mutex_lock(&theirs);
    pthread_create(&t, NULL, wait, NULL);
    pthread_create(&u, NULL, try, NULL);
    atomic_store(&flag, 1);
    atomic_store(&other, 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
END
in_order '  main\.1 waits in a loop for flag or other to change' \
    '    at t\.c:7 in wait' '  main\.2 waits in a loop for theirs to change' \
    '  main waits for the end of main\.1'
replays

# Whatever kind of lock it is.
source=t.c check 42 <<'END'
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t entry;
int main(void)
{
    pthread_spin_init(&entry, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&entry);
    pthread_rwlock_rdlock(&table);
    while (pthread_rwlock_trywrlock(&table) && pthread_spin_trylock(&entry))
        ;
}
END
in_order '  main waits in a loop for entry or table to change'

# Of a lock for reading, who has it, and of a semaphore that is a lock: whoever
# has given it back has it no more.
check 42 <<'END'
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static void *upgrade(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_wrlock(&table);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, upgrade, NULL);
    pthread_rwlock_rdlock(&table);
    pthread_join(t, NULL);
}
END
in_order '  main\.1 waits for reader-writer lock table, held for reading by (itself since step [0-9]+, by main since step [0-9]+|main since step [0-9]+, by itself since step [0-9]+)' \
    '    at t\.c:8 in upgrade' '    locked at t\.c:(7 in upgrade|15 in main)' \
    '    locked at t\.c:(7 in upgrade|15 in main)'
replays
check 42 <<'END'
#include <pthread.h>
#include <semaphore.h>
static sem_t free_ones;
static void *use(void *back)
{
    sem_wait(&free_ones);
    if (back)
        sem_post(&free_ones);
    return NULL;
}
int main(void)
{
    pthread_t t;
    sem_init(&free_ones, 0, 1);
    use(&t);
    pthread_create(&t, NULL, use, NULL);
    pthread_join(t, NULL);
    sem_wait(&free_ones);
}
END
in_order '  main waits for semaphore free_ones, taken and not posted by main\.1 since step [0-9]+ \(it has ended\); no thread .*' \
    '    at t\.c:18 in main' '    taken at t\.c:6 in use'
replays

# In C++ the place is the user's, not the library's.
source=t.cc check 42 <<'END'
#include <mutex>
#include <thread>
namespace shop {
struct till {
    std::mutex guard;
};
static till first, second;
static void both(till &a, till &b)
{
    std::lock_guard<std::mutex> one(a.guard);
    std::lock_guard<std::mutex> two(b.guard);
}
}
int main()
{
    std::thread t([] { shop::both(shop::first, shop::second); });
    std::thread u([] { shop::both(shop::second, shop::first); });
    t.join();
    u.join();
}
END
in_order '  main\.1 waits for mutex shop::second\.guard, held by main\.2 since step [0-9]+' \
    '    at t\.cc:11 in shop::both' \
    '    from t\.cc:16 in main::<lambda>::operator\(\)' \
    '  main waits for the end of main\.1' '    at t\.cc:18 in main'
replays

# Nor one that stands in for the library's: for what a semaphore waits.
source=t.cc check 42 -std=c++20 <<'END'
#include <semaphore>
static std::counting_semaphore<2> items(0);
int main()
{
    items.acquire();
}
END
in_order '  main waits for futex items' '    at t\.cc:5 in main' \
    ' +[0-9]+ .* atomic load: items is 0 +t\.cc:5 in main'
no_line '.*atomic_wait\.h.*'
no_line ".*libstdc\+\+'s own.*"
replays

# One that has been counted up is a fault of the library, of gcc 12.
if [ "$(${CXX:-g++} -dumpversion)" = 12 ]; then
    source=t.cc check 42 -std=c++20 <<'END'
#include <semaphore>
#include <thread>
static std::counting_semaphore<2> items(0);
int main()
{
    std::thread a([] { items.acquire(); });
    std::thread b([] { items.acquire(); });
    items.release();
    items.release();
    a.join();
    b.join();
}
END
    in_order 't\.cc:[67]: error: deadlock: .*' \
        "  items is 1, and main\.[12] sleeps nonetheless: the fault is libstdc\+\+'s own \(/usr/include/c\+\+/12/bits/semaphore_base\.h:[0-9]+; PR libstdc\+\+/104928\), not the program's"
    replays
fi

# Who accepts, who connects, and who is not told that nothing more is sent.
check 42 <<'END'
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
static const struct sockaddr_un name = {AF_UNIX, "\0name"};
static void *come(void *unused)
{
    for (;;)
        connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name,
                sizeof name);
    return unused;
}
int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), other;
    pthread_t t;
    char c;
    bind(listener, (struct sockaddr *)&name, sizeof name);
    listen(listener, 0);
    connect(other = socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name,
            sizeof name);
    pthread_create(&t, 0, come, 0);
    recv(other, &c, 1, 0);
}
END
in_order '  main waits for data on the socket of fd [0-9]+' \
    '    at t\.c:[0-9]+ in main' \
    '  main\.1 waits for room in a queue of connections for fd [0-9]+' \
    '    at t\.c:[0-9]+ in come'
replays

check 42 <<'END'
#include <sys/socket.h>
#include <sys/un.h>
int main(void)
{
    struct sockaddr_un name = {AF_UNIX, "\0name"};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(end, (struct sockaddr *)&name, sizeof name);
    listen(end, 0);
    accept(end, 0, 0);
}
END
in_order '  main waits for a connection to fd [0-9]+' '    at t\.c:9 in main'
replays

# Of several descriptors that a thread waits for at a time each is named, or how
# many more there are; of a set of epoll those that are in it.
check 42 <<'END'
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>
static int first[2], second[2], third[2], set, empty;
static void *wait_for_both(void *unused)
{
    struct epoll_event event;
    epoll_wait(set, &event, 1, -1);
    return unused;
}
static void *wait_for_none(void *unused)
{
    struct epoll_event event;
    epoll_wait(empty, &event, 1, -1);
    return unused;
}
static void *wait_for_all(void *unused)
{
    struct pollfd all[6] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0},
                            {first[0], POLLPRI, 0}, {third[0], POLLIN, 0},
                            {first[1], POLLPRI, 0}, {second[1], POLLPRI, 0}};
    poll(all, 6, -1);
    return unused;
}
int main(void)
{
    struct epoll_event event = {.events = EPOLLIN};
    pthread_t t;
    fd_set in;
    pipe(first);
    pipe(second);
    pipe(third);
    set = epoll_create1(0);
    empty = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, second[0], &event);
    epoll_ctl(set, EPOLL_CTL_ADD, third[0], &event);
    pthread_create(&t, 0, wait_for_both, 0);
    pthread_create(&t, 0, wait_for_none, 0);
    pthread_create(&t, 0, wait_for_all, 0);
    FD_ZERO(&in);
    FD_SET(first[0], &in);
    FD_SET(third[0], &in);
    select(100, &in, 0, 0, 0);
}
END
in_order '.* deadlock: 4 threads wait for an event on a descriptor \[deadlock\]' \
    '  main waits for an event on fd ([0-9]+) or fd [0-9]+' \
    '    at t\.c:[0-9]+ in main' \
    '  main\.1 waits for an event on fd [0-9]+ or fd [0-9]+' \
    '  main\.2 waits for an event on fd [0-9]+' \
    '  main\.3 waits for an event on fd [0-9]+, fd [0-9]+, fd [0-9]+, fd [0-9]+ or 1 more'
replays
"$MAZURKA" report --format=json >.json
python3 - <<'END' || failed 'what threads wait for at descriptors'
import json
blocked = json.load(open('.json'))['errors'][0]['blocked']
main, both, none, all_of = [[b['object']] + b.get('also', []) for b in blocked]
assert len(main) == len(both) == 2 and len(none) == 1 and len(all_of) == 4
assert main == [all_of[0], all_of[2]] and both == all_of[1:3], blocked
assert none[0] not in all_of
assert [b.get('more', 0) for b in blocked] == [0, 0, 0, 1]
END
nothing_left
