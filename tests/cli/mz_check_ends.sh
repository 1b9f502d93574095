#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mz_check: a failure that the test framework has noted is an error, however the
# execution ends, and whoever noted it, be it as the last thing that is done.
. "$(dirname "$0")/frame"
build=$(dirname "$(readlink -f "$MAZURKA")")

# A framework that is not instrumented: nobody sees what it notes, and when.
cat >framework.c <<'END'
static int has_noted;
void note_failure(void)
{
    has_noted = 1;
}
int has_failed(void)
{
    return has_noted;
}
END
cat >ends.c <<'END'
#define _GNU_SOURCE
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void note_failure(void);
int has_failed(void);

static atomic_int n, noted;
static int plain;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void returns(void *unused)
{
    (void)unused;
    note_failure();
}
static void exits(void *unused)
{
    note_failure();
    exit(unused != NULL);
}
static void ends_its_thread(void *fails)
{
    if (fails)
        note_failure();
    pthread_exit(NULL);
}
static void exits_at_once(void *unused)
{
    note_failure();
    _exit(unused != NULL);
}
static void exits_quickly(void *unused)
{
    note_failure();
    quick_exit(unused != NULL);
}
static void assumes(void *unused)
{
    (void)unused;
    note_failure();
    mz_assume(0);
}
static void assumes_in_vain(void *unused)
{
    mz_assume(unused != NULL);
}
static void note_in_child(void *unused)
{
    if (fork() == 0)
        _exit(unused != NULL);
    wait(NULL);
}
static void nothing(void *unused)
{
    (void)unused;
}
static void handler(void)
{
    note_failure();
}
static void in_a_handler(void *unused)
{
    atexit(handler);
    exit(unused != NULL);
}
static void *exits_too(void *unused)
{
    exit(unused != NULL);
}
static void create(void *(*routine)(void *), void *argument)
{
    pthread_t t;

    pthread_create(&t, NULL, routine, argument);
    pthread_detach(t);
}
static void exits_elsewhere(void *unused)
{
    pthread_t t;

    note_failure();
    pthread_create(&t, NULL, exits_too, unused);
    pthread_join(t, NULL);
}
/* Those that are left when the test returns. */
static void *waits(void *unused)
{
    mz_await(n, ==, 1);
    note_failure();
    return unused;
}
static void notes_later(void *unused)
{
    create(waits, unused);
    n = 1;
}
static void *is_second(void *unused)
{
    if (atomic_fetch_add(&n, 1) == 1)
        note_failure();
    return unused;
}
static void notes_in_one_order(void *unused)
{
    create(is_second, unused);
    n++;
}
static void *waits_for(void *flag)
{
    mz_await(*(atomic_int *)flag, ==, 1);
    return NULL;
}
static void leaves_its_frame(void *unused)
{
    atomic_int flag;

    (void)unused;
    atomic_init(&flag, 0);
    create(waits_for, &flag);
}
/* What is asked may be instrumented. */
static void *writes(void *own)
{
    atomic_store_explicit(&noted, 1, memory_order_relaxed);
    plain = 1;
    return own;
}
static void notes_plainly(void *unused)
{
    create(writes, unused);
}
static int is_noted(void)
{
    return noted;
}
static int is_not_noted(void)
{
    return !noted;
}
static int is_plain(void)
{
    return plain;
}
static int asks_with_lock(void)
{
    int is_one;

    pthread_mutex_lock(&m);
    is_one = plain;
    pthread_mutex_unlock(&m);
    return is_one;
}
static void locks(void *is_kept)
{
    pthread_mutex_lock(&m);
    if (!is_kept)
        pthread_mutex_unlock(&m);
}

/* Threads that are left, and wait: for one another, for who has ended, or for
 * what may come later. */
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static void *m_first(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *m_last(void *unused)
{
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    return unused;
}
static void leaves_a_circle(void *unused)
{
    create(m_first, unused);
    create(m_last, unused);
}
static void *locks_twice(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return unused;
}
static void leaves_one_alone(void *unused)
{
    create(locks_twice, unused);
}
static void *locks_and_ends(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}
static void leaves_a_lock(void *unused)
{
    create(locks_and_ends, unused);
    create(locks_and_ends, unused);
}
static void *waits_for_more(void *unused)
{
    mz_await(n, ==, 1);
    return unused;
}
static void leaves_some_waiting(void *unused)
{
    create(waits_for_more, unused);
    create(locks_and_ends, unused);
    pthread_mutex_lock(&other);
    create(m_last, unused);
}
static void exits_from_a_circle(void *unused)
{
    leaves_a_circle(unused);
    exit(0);
}

#define CHECK(test, argument, ...)                                         \
    printf(#test " %d\n", mz_check(test, argument,                         \
                                   &(struct mz_options){__VA_ARGS__}))
#define TRUST .trust = "libframework.so", .failed = has_failed

int main(void)
{
    CHECK(nothing, NULL, TRUST);
    CHECK(returns, NULL, TRUST);
    CHECK(exits, NULL, TRUST);
    CHECK(ends_its_thread, NULL, TRUST);
    CHECK(ends_its_thread, &plain, TRUST);
    CHECK(exits_at_once, NULL, TRUST);
    CHECK(assumes, NULL, TRUST);
    CHECK(assumes_in_vain, NULL, TRUST);
    CHECK(note_in_child, NULL, TRUST);
    CHECK(exits_elsewhere, NULL, TRUST);
    CHECK(in_a_handler, NULL, TRUST);
    if (!getenv("EXPLORED"))
        return 0; /* threads that are left run as they like there */
    CHECK(exits_quickly, NULL, TRUST);
    CHECK(leaves_its_frame, NULL, TRUST);
    CHECK(notes_later, NULL, TRUST);
    CHECK(notes_in_one_order, NULL, TRUST);
    CHECK(notes_in_one_order, NULL, TRUST, .more = "--isolation=fork");
    CHECK(notes_in_one_order, NULL, TRUST, .algorithm = "optimal");
    CHECK(notes_in_one_order, NULL, TRUST, .jobs = 2);
    CHECK(notes_plainly, NULL, TRUST, .failed = is_noted);
    CHECK(notes_plainly, NULL, TRUST, .failed = is_plain);
    CHECK(notes_plainly, NULL, TRUST, .failed = is_plain,
          .plain = "interleave");
    CHECK(notes_plainly, NULL, TRUST, .failed = is_noted,
          .more = "--memory-model=rc11");
    CHECK(notes_plainly, NULL, TRUST, .failed = is_not_noted,
          .more = "--memory-model=rc11");
    CHECK(leaves_a_circle, NULL, TRUST);
    CHECK(leaves_a_circle, NULL, TRUST, .algorithm = "optimal");
    CHECK(leaves_one_alone, NULL, TRUST);
    CHECK(leaves_a_lock, NULL, TRUST);
    CHECK(leaves_some_waiting, NULL, TRUST);
    CHECK(exits_from_a_circle, NULL, TRUST);
    CHECK(locks, NULL, TRUST, .failed = asks_with_lock);
    CHECK(locks, &plain, TRUST, .failed = asks_with_lock);
    return 0;
}
END
run 0 gcc -shared -fPIC framework.c -o libframework.so
run 0 "$MAZURKA" cc -O1 ends.c -o ends -L. -lframework "-Wl,-rpath,$work"
EXPLORED=1 run 0 ./ends
cat >expected <<'END'
nothing 0
returns 42
exits 42
ends_its_thread 0
ends_its_thread 42
exits_at_once 42
assumes 42
assumes_in_vain 3
note_in_child 0
exits_elsewhere 42
in_a_handler 42
exits_quickly 42
leaves_its_frame 42
notes_later 42
notes_in_one_order 42
notes_in_one_order 42
notes_in_one_order 42
notes_in_one_order 42
notes_plainly 42
notes_plainly 42
notes_plainly 42
notes_plainly 42
notes_plainly 0
leaves_a_circle 42
leaves_a_circle 42
leaves_one_alone 42
leaves_a_lock 42
leaves_some_waiting 0
exits_from_a_circle 0
locks 0
locks 2
END
diff expected .out || failed 'that was not expected'
[ "$(grep -c '^ends.c:.* error: the test framework has noted' .err)" -eq 17 ] ||
    failed 'not all of these are told so'
[ "$(grep -c '^ends.c:.* error: deadlock: ' .err)" -eq 4 ] ||
    failed 'not all deadlocks are told'
says 'frame left by thread main at ends.c:'
says 'unsupported: `failed` of mz_options waits for a mutex that the test has'
says 'all executions explored, but none comes to its end'
replay=$(grep -m 1 -o '[^ ]*/ends-[^ ]*\.json' .err)
run 42 "$MAZURKA" replay "$replay"
prints 'error: the test framework has noted a failure'

# By another compiler, too; but for what ends by _exit, nobody is asked there.
run 0 gcc -I"$root/include" -O1 ends.c -o plain -L. -lframework \
    "-Wl,-rpath,$work" "$build/libmazurka-unchecked.a" -pthread
run 0 ./plain
sed -i -e '/exits_quickly/,$d' -e '/exits_at_once/s/42/3/' \
    -e '/in_vain/s/3/0/' expected
diff expected .out || failed 'that was not expected'
says 'the test ends by _exit, so that its framework is not asked'

MAZURKA_STRESS=often run 0 ./plain
says 'MAZURKA_STRESS says how often a test is run, as a number'

# How calls of an object end there; of many times, since it is not waited for long
# until they do.
cat >calls.c <<'END'
#define _GNU_SOURCE
#include <mazurka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long zero(void *unused)
{
    return unused != NULL;
}
static long exits(void *unused)
{
    exit(unused != NULL);
}
static long ends_thread(void *unused)
{
    (void)unused;
    pthread_exit(NULL);
}
static long assumes(void *unused)
{
    mz_assume(unused != NULL);
    return 1;
}
static long is_wrong(void *unused)
{
    (void)unused;
    return 1;
}
static int calls;
static long is_not_the_same(void *unused)
{
    return unused ? 0 : calls++;
}
#define CALL(operation, ...)                                               \
    printf(#operation " %d\n",                                             \
           mz_linearizable(                                                \
               &(struct mz_object){                                        \
                   .operations = {MZ_OP(operation)},                       \
                   .model = {.operations = {MZ_OP(__VA_ARGS__)}}},         \
               NULL))

int main(void)
{
    CALL(zero, zero);
    CALL(exits, zero);
    CALL(ends_thread, zero);
    CALL(assumes, zero);
    CALL(is_wrong, zero);
    CALL(zero, is_not_the_same);
    return 0;
}
END
run 0 gcc -I"$root/include" -O1 calls.c -o calls \
    "$build/libmazurka-unchecked.a" -pthread
MAZURKA_STRESS=20 run 0 ./calls
cat >expected <<'END'
zero 0
exits 2
ends_thread 2
assumes 0
is_wrong 42
zero 42
END
diff expected .out || failed 'that was not expected'
says 'mz_linearizable: the end of a process in a call'
says 'mz_linearizable: the end of a thread in a call'
