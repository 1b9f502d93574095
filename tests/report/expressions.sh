#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What lies on the heap, or on another thread's stack, is called what the code
# calls it that uses it, by each compiler, with and without optimisation.
. "$(dirname "$0")/frame"

compilers=gcc
! command -v clang >/dev/null || compilers='gcc clang'

for_all() {
    for CC in $compilers; do
        export CC CXX=${CC/gcc/g++}
        CXX=${CXX/clang/clang++}
        for level in -O0 -O2; do
            "$@"
        done
    done
}

queue() {
    check 42 -v "$level" <<'END_OF_C'
#include <pthread.h>
#include <stdlib.h>
struct queue {
    int head, tail;
    struct { int kind, left; } items[8];
};
static struct queue *queue_new(void)
{
    return calloc(1, sizeof(struct queue));
}
__attribute__((noinline)) static void enqueue(struct queue *q, int v)
{
    q->items[v].left = v;
    q->tail++;
    __asm__ volatile("" : : "r"(q) : "memory");
}
static void *producer(void *q)
{
    enqueue(q, 1);
    enqueue(q, 1);
    return 0;
}
int main(void)
{
    pthread_t t, u;
    void *q = queue_new();
    pthread_create(&t, 0, producer, q);
    pthread_create(&u, 0, producer, q);
    pthread_join(t, 0);
    pthread_join(u, 0);
    free(q);
}
END_OF_C
    in_order '.*error: data race on q->items\[1\]\.left \(int, in struct queue allocated at t\.c:9\): .*' \
        '    1  main    allocate 72 bytes for struct queue +t\.c:9 in queue_new' \
        '.* write: q->items\[1\]\.left .*t\.c:13 in enqueue'
    replays
}
for_all queue

# Of a deadlock, both mutexes, whoever made the lock's calls.
accounts() {
    source=t.cc check 42 -v "$level" <<'END_OF_CC'
#include <memory>
#include <mutex>
#include <thread>
struct account {
    std::mutex m;
    int balance = 0;
};
__attribute__((noinline)) static void transfer(account &from, account &to)
{
    std::lock_guard<std::mutex> first(from.m);
    std::lock_guard<std::mutex> second(to.m);
    from.balance--;
    to.balance++;
}
int main()
{
    auto alice = std::make_unique<account>();
    auto bob = std::make_unique<account>();
    std::thread t([&] { transfer(*alice, *bob); });
    std::thread u([&] { transfer(*bob, *alice); });
    t.join();
    u.join();
}
END_OF_CC
    in_order '  main\.1 waits for mutex to\.m \(in account allocated at t\.cc:18\), held by main\.2 since step [0-9]+' \
        '    at t\.cc:11 in transfer' \
        '  main\.2 waits for mutex to\.m \(in account allocated at t\.cc:17\), held by main\.1 since step [0-9]+' \
        '.* allocate 48 bytes for account +t\.cc:17 in main' \
        '.* pthread_create: main\.1 +t\.cc:19 in main' \
        '.* pthread_mutex_lock: from\.m \(account from t\.cc:17\) +t\.cc:10 in transfer' \
        '.* pthread_mutex_lock: from\.m \(account from t\.cc:18\) +t\.cc:10 in transfer.*'
    replays
}
for_all accounts

# What an assertion is about: what it reads, also in a function that it calls,
# and local variables; not what was read before.
asserted() {
    check 42 -v "$level" "-D$1" <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; int key; };
struct { int low, high; } range;
struct node last = {0, 7}, first = {&last, 3};
static atomic_int n;
static int unrelated;
__attribute__((noinline)) static int width(void)
{
    return range.high - range.low;
}
static void *work(void *unused)
{
    atomic_fetch_add(&n, 1);
    range.high = 9;
    last.key = 8;
    unrelated = 5;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    int value = 41 + unrelated;
    value += atomic_load(&n);
#ifdef CALL
    assert(width() == 7);
#else
    assert(first.next->key == value);
#endif
}
END_OF_C
}
read_there() {
    asserted CALL
    in_order '.*error: assertion failed: width\(\) == 7 .*' '.* at t\.c:29 in main' \
        '  there range\.(high is 9, range\.low is 0|low is 0, range\.high is 9)'
    asserted CHAIN
    in_order '  there last\.key is 8(, value is 47)?'
    [ "$level" = -O2 ] || line '  there last\.key is 8, value is 47'
    replays
}
for_all read_there

# clang makes two variables of one whose address nobody takes.
split() {
    check 42 -v "$level" <<'END_OF_C'
#include <pthread.h>
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct {
    int count;
    struct node *first;
} list;
static void *add(void *unused)
{
    struct node *node = malloc(sizeof *node);
    node->next = list.first;
    list.first = node;
    list.count++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    return list.count > 2;
}
END_OF_C
    in_order '.*error: data race on list\.first: .*' \
        '.* write: list\.first = struct node from .*'
}
for_all split

# What a map has, by the map.
elements() {
    source=t.cc check 42 -v "$level" <<'END_OF_CC'
#include <map>
#include <thread>
struct entry {
    int kind, hits;
};
int main()
{
    std::map<int, entry> table;
    table[1] = {0, 0};
    std::thread t([&] { table[1].hits++; }), u([&] { table[1].hits++; });
    t.join();
    u.join();
}
END_OF_CC
    in_order '.*error: data race on table\[1\]\.hits in main \(in std::pair<.*, entry> of a map or set allocated at t\.cc:9\): .*' \
        '.* write: table\[1\]\.hits in main = 1 \(was 0\) .*'
}
for_all elements

# Locals of others, and containers.
locals() {
    source=t.cc check 42 -v "$level" <<'END_OF_CC'
#include <thread>
#include <vector>
int main()
{
    std::vector<int> results(3);
    auto work = [&results](int i) { results[1] = i; };
    std::thread t(work, 1), u(work, 2);
    t.join();
    u.join();
    return results[0];
}
END_OF_CC
    in_order '.*error: data race on results\[1\] in main.*' \
        '.* allocate 12 bytes for int\[3\] +t\.cc:5 in main'
}
for_all locals

# A library's frames and the arguments that templates have by default are left
# out of the places.
! grep -E 'std::allocator|/usr/include.* in main' .out ||
    failed 'the names are not those of the source'
# Over other blocks, from a parameter, or from a variable of the program.
chains() {
    check 42 "$level" <<'END_OF_C'
#include <pthread.h>
#include <stdlib.h>
struct stats { int *hits; };
struct server { long id; struct stats *stats; };
struct node { struct node *next; struct server *server; };
static struct node *list;
__attribute__((noinline)) static void hit(struct server *s, int i)
{
    s->stats->hits[i]++;
    __asm__ volatile("" : : "r"(s) : "memory");
}
static void *client(void *unused)
{
    hit(list->next->server, 2);
    list->next->server->id++;
    return unused;
}
int main(int count, char **names)
{
    pthread_t t, u;
    struct server *server = calloc(1, sizeof *server);
    (void)names;
    list = calloc(count, sizeof *list);
    list->next = calloc(1, sizeof *list);
    list->next->server = server;
    server->stats = calloc(1, sizeof *server->stats);
    server->stats->hits = calloc(4, sizeof *server->stats->hits);
    pthread_create(&t, 0, client, 0);
    pthread_create(&u, 0, client, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
END_OF_C
    in_order '.*error: data race on s->stats->hits\[2\] \(int, in int\[4\] allocated at t\.c:27\): .*' \
        '.* write:? s->stats->hits\[2\] = 1 \(was 0\) .*'
    sed 's/\[i\]++/[i]/' t.c >u.c
    run 42 "$MAZURKA" check "$level" u.c
    in_order '.*error: data race on list->next->server->id \(long, in struct server allocated at u\.c:21\): .*' \
        '.* write:? list->next->server->id = 1 \(was 0\) .*'
}
for_all chains

source=t.cc check 42 <<'END'
#include <memory>
#include <thread>
#include <vector>
struct item { int price = 0; };
struct shelf { std::vector<std::unique_ptr<item>> items; };
struct shop { std::shared_ptr<shelf> first = std::make_shared<shelf>(); };
int main()
{
    shop shop;
    for (int i = 0; i < 3; i++)
        shop.first->items.push_back(std::make_unique<item>());
    auto raise = [&] { shop.first->items[0]->price++; };
    std::thread a(raise), b(raise);
    a.join();
    b.join();
}
END
line '.*error: data race on shop\.first->items\[0\]->price in main \(int, in item allocated at .*'
replays
nothing_left
