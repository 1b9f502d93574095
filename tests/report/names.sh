#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Threads, objects and values are called what the source calls them.
. "$(dirname "$0")/frame"

check 42 -v <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
enum color { RED, GREEN, BLUE };
struct node {
    _Atomic(struct node *) next;
    _Atomic enum color color;
    _Atomic bool on;
    atomic_int count[3];
    pthread_mutex_t lock;
};
static struct { struct node node[4]; } queue;
static _Atomic(struct node *) top;
static _Atomic double real;
static _Atomic char letter;
static atomic_uint mask;
static atomic_llong big;
static void greet(void) {}
static _Atomic(void (*)(void)) action;
static void *grandchild(void *unused)
{
    pthread_setname_np(pthread_self(), "grandchild");
    letter = 'a';
    return unused;
}
static void *child(void *unused)
{
    pthread_t t;
    pthread_create(&t, 0, grandchild, 0);
    pthread_join(t, 0);
    return unused;
}
int main(void)
{
    static atomic_int local;
    pthread_t t;
    struct node *a, *b;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    queue.node[2].color = BLUE;
    queue.node[2].on = true;
    queue.node[2].count[1]--;
    queue.node[2].next = &queue.node[3];
    pthread_mutex_lock(&queue.node[1].lock);
    top = &queue.node[2];
    top = 0;
    real = 0.5;
    mask |= 6;
    mask &= 3;
    mask ^= 7;
    big = -5000000000;
    action = greet;
    local++;
    for (int i = 0; i < 2; i++) {
        b = calloc(1, sizeof *b);
        b->count[2] = 5;
        top = b;
    }
    a = atomic_exchange(&top, 0);
    atomic_compare_exchange_strong(&top, &a, b);
    assert(false);
}
END
in_order '    1  main                   pthread_create: main\.1 .*' \
    '    2  main\.1                 pthread_create: main\.1\.1 \(grandchild\) .*' \
    "    3  main\\.1\\.1 \\(grandchild\\)  atomic store: letter = 97 'a' \\(was 0\\) .*" \
    '.* main\.1  +pthread_join: main\.1\.1 \(grandchild\) .*' \
    '.* atomic store: queue\.node\[2\]\.color = BLUE \(was RED\) .*' \
    '.* atomic store: queue\.node\[2\]\.on = true \(was false\) .*' \
    '.* atomic fetch_sub: queue\.node\[2\]\.count\[1\] -= 1 \(was 0, is -1\) .*' \
    '.* atomic store: queue\.node\[2\]\.next = &queue\.node\[3\] \(was NULL\) .*' \
    '.* pthread_mutex_lock: queue\.node\[1\]\.lock .*' \
    '.* atomic store: top = &queue\.node\[2\] \(was NULL\) .*' \
    '.* atomic store: top = NULL \(was &queue\.node\[2\]\) .*' \
    '.* atomic store: real = 0\.5 \(was 0\) .*' \
    '.* atomic fetch_or: mask \|= 6 \(was 0, is 6\) .*' \
    '.* atomic fetch_and: mask &= 3 \(was 6, is 2\) .*' \
    '.* atomic fetch_xor: mask \^= 7 \(was 2, is 5\) .*' \
    '.* atomic store: big = -5000000000 \(was 0\) .*' \
    '.* atomic store: action = greet \(was NULL\) .*' \
    '.* atomic fetch_add: local in main \+= 1 \(was 0, is 1\) .*' \
    '.* allocate 72 bytes for struct node \(#1\) +t\.c:58 in main' \
    '.* atomic store: b->count\[2\] \(#1\) = 5 \(was 0\) .*' \
    '.* atomic store: top = struct node from t\.c:58 \(#1\) \(was NULL\) .*' \
    '.* allocate 72 bytes for struct node \(#2\) +t\.c:58 in main' \
    '.* atomic store: top = struct node from t\.c:58 \(#2\) \(was struct node from t\.c:58 \(#1\)\) .*' \
    '.* atomic exchange: top = NULL \(was struct node from t\.c:58 \(#2\)\) .*' \
    '.* atomic compare_exchange \(fails\): top is NULL .*'
replays

# The names of C++, where the user wrote the access.
source=t.cc check 42 -O2 <<'END'
#include <atomic>
#include <cassert>
#include <thread>
namespace shop {
enum class state { open, shut };
class till {
    std::atomic<int> coins{0};
    std::atomic<state> now{state::open};
public:
    template <class T> void put(T n)
    {
        coins += n;
        now = state::shut;
    }
    bool is_open() { return now == state::open; }
};
static till first;
}
int main()
{
    std::thread t([] { shop::first.put<long>(2); });
    t.join();
    assert(shop::first.is_open());
}
END
in_order '  thread main at t\.cc:23 in main' \
    '.* main\.1  atomic fetch_add: shop::first\.coins \+= 2 \(was 0, is 2\) +t\.cc:12 in .*put.*' \
    '.* main\.1  atomic store: shop::first\.now = state::shut \(was state::open\) +t\.cc:13 in .*put.*' \
    '.* main    atomic load: shop::first\.now is state::shut +t\.cc:15 in .*is_open.*'
replays

# Texts, and what containers of the library keep: as programs get at it.
source=t.cc check 42 -v --plain=interleave <<'END'
#include <assert.h>
#include <map>
#include <memory>
#include <string.h>
#include <thread>
struct job { int n; };
std::map<int, long> ages;
const char *message = "none";
char name[8];
int *where;
int main()
{
    int local = 1;
    where = &local;
    ages[3] = 1;
    auto p = std::make_shared<job>();
    std::thread a([&] {
        message = "queue \"full\"";
        strcpy(name, "bob");
        ages[3]++;
        p->n++;
    });
    a.join();
    assert(local != 1 || !*message);
}
END
in_order '.* write: where = a local variable of main .*' \
    '.* allocate 48 bytes for std::pair<int const, long( int)?> of a map or set .*' \
    '.* read: ages\.size\(\) is 0 .*' \
    '.* write: ages\[3\] = 1 .*' \
    '.* allocate 24 bytes for job of make_shared .*' \
    '.* write: p->use_count\(\) = 1 .*' \
    '.* write: p in main = job of make_shared from t\.cc:16 .*' \
    '.* write: message = "queue \\"full\\"" \(was "none"\) .*' \
    '.* write: name = "bob" \(was ""\) .*' \
    '.* write: p->n in main = 1 \(was 0\) .*' \
    '.* read: message is "queue \\"full\\"" .*' \
    ".* read: \"queue \\\\\"full\\\\\"\" is 113.*"

# A file elsewhere has its whole path, one below its path from here.
mkdir -p "below/$(printf 'a%.0s' {1..100})" elsewhere
folder=$(echo below/a*)
write_wrong "$folder/wrong.c"
write_wrong elsewhere/wrong.c
run 42 "$MAZURKA" check "$folder/wrong.c"
line "  thread main at $folder/wrong\\.c:21 in main"
cd below
"$MAZURKA" check "$work/elsewhere/wrong.c" >../.out 2>../.err
cd ..
line "  thread main at $work/elsewhere/wrong\\.c:21 in main"

# Thread-local variables are those of a thread; what points to one points to all
# of it, and who uses one of a thread that has ended is told which.
cat >storage.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
struct waiter { _Atomic(struct waiter *) next; atomic_int waits; };
static _Thread_local struct waiter mine[2];
static _Atomic(void *) last;
static void *enter(void *p)
{
    static __thread atomic_int times;
    times++;
    mine[1].waits = 1;
    mine[1].next = 0;
    last = &mine[1];
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, enter, 0);
    struct waiter *other = last;
    if (other)
        other->waits = 0;
    pthread_join(t, 0);
}
END
for CC in gcc clang; do
    command -v $CC >/dev/null || continue
    for level in -O0 -O2; do
        CC=$CC run 42 "$MAZURKA" check $level storage.c
        in_order 'storage\.c:21: error: use of a thread-local variable of a thread that has ended: write of 4 bytes: mine\[1\]\.waits of main\.1 \[memory\]' \
            '.* atomic fetch_add: times in enter of main\.1 \+= 1 \(was 0, is 1\) .*' \
            '.* atomic store: mine\[1\]\.waits of main\.1 = 1 \(was 0\) .*' \
            '.* atomic store: mine\[1\]\.next of main\.1 = NULL \(was NULL\) .*' \
            '.* atomic store: last = &mine\[1\] of main\.1 \(was NULL\) .*' \
            '.* atomic load: last is &mine\[1\] of main\.1 .*'
    done
done

# What a semaphore is taken down to is told of each way to take it.
check 42 <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t slots;
int main(void)
{
    struct timespec at = {4000000000, 0};
    sem_init(&slots, 0, 1);
    int taken = !sem_timedwait(&slots, &at);
    assert(!taken);
}
END
line ' +[0-9]+  main  sem_timedwait: slots = 0 \(was 1\) +t\.c:10 in main'

# Who waits for one of several signals takes one, and it is told which.
check 42 <<'END'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static void *wait_for_one(void *p)
{
    int taken;
    sigwait(&set, &taken);
    assert(taken != SIGTERM);
    return p;
}
int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&t, 0, wait_for_one, 0);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGTERM);
    pthread_join(t, 0);
}
END
in_order '.* sends signal SIGTERM.*' \
    ' +[0-9]+  main\.1  takes signal SIGTERM +t\.c:8 in wait_for_one' \
    '.* error: assertion failed +t\.c:9 in wait_for_one'
nothing_left
