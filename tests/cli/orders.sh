#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --suggest-orders, --relax: which orders have to be stronger, or may be weaker.
# What is told was compared with a check of all choices, each compiled.
. "$(dirname "$0")/frame"

# One program for all: each case has orders that are too weak, but for the last
# ones. One access a line.
cat >orders.c <<'END_OF_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define RLX memory_order_relaxed
#define LOAD(x, o) atomic_load_explicit(&(x), memory_order_##o)
#define STORE(x, v, o) atomic_store_explicit(&(x), v, memory_order_##o)

static atomic_int x, y;
static int data, seen = 1;

static void *sends(void *p) /* message passing */
{
    STORE(x, 1, relaxed);
    STORE(y, 1, relaxed);
    return p;
}
static void *receives(void *p)
{
    int flag = LOAD(y, relaxed);
    assert(!flag || LOAD(x, relaxed) == 1);
    return p;
}
static inline int enter(atomic_int *mine, atomic_int *other) /* Dekker */
{
    atomic_store_explicit(mine, 1, memory_order_release);
    return !atomic_load_explicit(other, memory_order_acquire);
}
static void *one(void *p)
{
    if (enter(&x, &y))
        data++;
    return p;
}
static void *two(void *p)
{
    if (enter(&y, &x))
        data++;
    return p;
}
static void *writes(void *p) /* a sequence lock */
{
    STORE(y, 1, relaxed);
    atomic_thread_fence(memory_order_release);
    STORE(x, 1, relaxed);
    STORE(y, 2, relaxed);
    return p;
}
static void *reads(void *p)
{
    int before = LOAD(y, acquire);
    int a = LOAD(x, relaxed);
    atomic_thread_fence(memory_order_relaxed);
    if (LOAD(y, relaxed) == before && before % 2 == 0)
        assert(a == before / 2);
    return p;
}
static _Atomic(int *) top; /* Treiber's stack */
static void *pushes(void *p)
{
    int *n = malloc(sizeof *n), *old = NULL;
    *n = 7;
    atomic_compare_exchange_strong_explicit(&top, &old, n,
        RLX, RLX);
    return p;
}
static void *pops(void *p)
{
    int *n = LOAD(top, seq_cst);
    if (!n)
        atomic_compare_exchange_strong_explicit(&top, &n, n,
            RLX, RLX);
    assert(!n || *n == 7);
    return p;
}
static void *looks(void *p) /* no order helps */
{
    seen = LOAD(x, seq_cst) == LOAD(y, seq_cst);
    return p;
}
static void *strong(void *p) /* these may be weaker */
{
    data = 1;
    x = 1;
    atomic_thread_fence(memory_order_seq_cst);
    return p;
}
static void *weaker(void *p)
{
    if (x)
        assert(data == 1);
    return p;
}
static void *spins(void *p)
{
    while (!LOAD(y, relaxed))
        ;
    return receives(p);
}
static void *counts(void *p) /* and so has no end */
{
    static int rounds;
    while (!LOAD(y, relaxed))
        rounds++;
    return receives(p);
}

static const struct {
    const char *name;
    void *(*one)(void *), *(*other)(void *);
} cases[] = {
    {"mp", sends, receives}, {"dekker", one, two}, {"seqlock", writes, reads},
    {"treiber", pushes, pops}, {"hopeless", sends, looks},
    {"strong", strong, weaker}, {"spin", sends, spins},
    {"endless", sends, counts},
};

int main(int argc, char **argv)
{
    pthread_t a, b;

    (void)argc;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(cases[i].name, argv[1])) {
            pthread_create(&a, NULL, cases[i].one, NULL);
            pthread_create(&b, NULL, cases[i].other, NULL);
            pthread_join(a, NULL);
            pthread_join(b, NULL);
            assert(seen);
            return 0;
        }
    return 2;
}
END_OF_C
"$MAZURKA" cc -O1 -pthread -o orders orders.c || failed 'cannot compile'

# weakly STATUS ARGUMENT...
weakly() {
    local status=$1
    shift
    run "$status" "$MAZURKA" check --memory-model=rc11 "$@"
}

# The changes are these, and no others; of the least.
changes() {
    grep -F -- ' -> ' .out | sed 's/^ *[a-z]*.c:[0-9]* in //' |
        grep -v '^ *\*\|:[0-9]*$' | LC_ALL=C sort >.changes
    printf '%s\n' "$@" | LC_ALL=C sort | diff - .changes >.diff ||
        failed "other changes: $(cat .diff)"
}

weakly 42 --suggest-orders orders -- mp
prints 'with these: the program is verified, in 2 executions'
prints 'fewer changes, or as many that are weaker in sum, will not do'
changes 'receives: load of y: relaxed -> acquire' \
    'sends: store of y: relaxed -> release'

# What stands once in the source is one, though it was inlined twice.
weakly 42 --suggest-orders orders -- dekker
changes 'enter: load: acquire -> seq_cst' 'enter: store: release -> seq_cst'

# To read x acquires no less than a fence behind that.
weakly 42 --suggest-orders orders -- seqlock
changes 'writes: store of y: relaxed -> release' \
    'reads: load of x: relaxed -> acquire'

weakly 42 --suggest-orders orders -- treiber
changes 'pushes: compare_exchange of top: relaxed -> release' \
    'pops: compare_exchange of top: relaxed -> acquire' \
    'pops: failing compare_exchange of top: relaxed -> acquire'

weakly 42 --suggest-orders --relax orders -- hopeless
prints 'whatever they are, there is an error'
weakly 42 --suggest-orders orders -- spin
changes 'sends: store of y: relaxed -> release' \
    'spins: load of y: relaxed -> acquire'
weakly 42 --suggest-orders --max-events=50 orders -- endless
prints 'which have to be stronger is not known: a check was incomplete'

weakly 0 --relax --suggest-orders orders -- strong
prints 'all of these may be weaker at once: the program is verified'
prints 'what is weaker in sum will not do'
changes 'strong: store of x: seq_cst -> release' \
    'strong: fence: seq_cst -> none' \
    'weaker: load of x: seq_cst -> acquire'

# More choices than are checked (this takes 0.6 s): no order that is left may be
# weaker alone, which is shown by other programs.
cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SEQ
#define SEQ memory_order_seq_cst
#endif
#ifndef ANY
#define ANY memory_order_seq_cst
#endif
static atomic_int x, y, inside;

static void enter(void)
{
    assert(atomic_fetch_add_explicit(&inside, 1, ANY) == 0);
    atomic_fetch_sub_explicit(&inside, 1, ANY);
}

static void *one(void *p)
{
    atomic_store_explicit(&x, 1, SEQ);
    if (!atomic_load_explicit(&y, SEQ))
        enter();
    atomic_store_explicit(&x, 0, ANY);
    return p;
}

static void *other(void *p)
{
    atomic_store_explicit(&y, 1, SEQ);
    if (!atomic_load_explicit(&x, SEQ))
        enter();
    atomic_store_explicit(&y, 0, ANY);
    return p;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
built many.c -o many
run 0 "$MAZURKA" check --memory-model=rc11 --relax many
changes 'enter: read-modify-write of inside: seq_cst -> relaxed' \
    'enter: read-modify-write of inside: seq_cst -> relaxed' \
    'one: store of x: seq_cst -> relaxed' \
    'other: store of y: seq_cst -> relaxed'
prints 'perhaps weaker ones will do, too: too many checks would be needed'
built -DANY=memory_order_relaxed many.c -o weaker
run 0 "$MAZURKA" check --memory-model=rc11 weaker
built -DANY=memory_order_relaxed -DSEQ=memory_order_relaxed many.c -o weakest
run 42 "$MAZURKA" check --memory-model=rc11 weakest

# Other models, and processes: to x86 a store's release is nothing.
run 42 "$MAZURKA" check --memory-model=tso --suggest-orders orders -- dekker
changes 'enter: store: release -> seq_cst'
weakly 42 --isolation=fork --suggest-orders orders -- mp
prints 'with these: the program is verified, in 2 executions'

# The document; and the page.
weakly 42 --suggest-orders --format=json --html=page.html orders -- mp
python3 "$root/tests/report/schema.py" "$root/docs/report.schema.json" .out ||
    failed 'it is not as the schema has it'
python3 -ISc 'import json
orders = json.load(open(".out"))["orders"]
assert orders["outcome"] == "verified" and orders["is_least"], orders
assert [c["operation"] for c in orders["changes"]] == ["load", "store"] or \
    [c["operation"] for c in orders["changes"]] == ["store", "load"], orders' ||
    failed 'other orders'
grep -q 'load of y: relaxed -&gt; acquire' page.html ||
    failed 'the page does not tell them'

refuses 2 '--suggest-orders needs --memory-model' \
    "$MAZURKA" check --suggest-orders orders
refuses 2 '--relax needs --memory-model' \
    "$MAZURKA" check --relax --memory-model=sc orders
