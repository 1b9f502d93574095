/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The race detector: each rule of happens-before as a small litmus test, then
 * random executions compared with a reference that keeps every access and
 * takes happens-before from its definition.
 *
 *   MAZURKA_SEQUENCES=n  how many random executions
 *   MAZURKA_SEED=n       the first of them; a failure prints it
 *   MAZURKA_TIMING=1     print what the operations cost
 */
#define MZ_HOSTED
#include "tests/random_below.h"
#include "race/detector.h"
#include "race/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    X = 0x10000, /* addresses, each in a granule of its own */
    Y = 0x10008,
    DATA = 0x10010,
    MORE = 0x10018,
    LOCK = 0x10020,
    PAGE_END = 0x11ff8, /* the last granule of a page */
};

static struct mz_race race;
static uint64_t next_pc;

/* ---- shorthand: an access of thread t; is there a race? ------------------ */

static bool rd(mz_tid t, uint64_t address, size_t size)
{
    return mz_race_detector_read(t, address, size, ++next_pc, &race);
}

static bool wr(mz_tid t, uint64_t address, size_t size)
{
    return mz_race_detector_write(t, address, size, ++next_pc, &race);
}

static void acquire(mz_tid t, uint64_t object)
{
    mz_race_detector_synchronise(t, object, MZ_SYNC_ACQUIRE);
}

static void release(mz_tid t, uint64_t object)
{
    mz_race_detector_synchronise(t, object, MZ_SYNC_RELEASE);
}

static void release_join(mz_tid t, uint64_t object)
{
    mz_race_detector_synchronise(t, object, MZ_SYNC_RELEASE_JOIN);
}

static bool ld(mz_tid t, uint64_t address, enum mz_order order)
{
    return mz_race_detector_load(t, address, 4, order, ++next_pc, &race);
}

static bool st(mz_tid t, uint64_t address, enum mz_order order)
{
    return mz_race_detector_store(t, address, 4, order, ++next_pc, &race);
}

static bool up(mz_tid t, uint64_t address, enum mz_order order)
{
    return mz_race_detector_update(t, address, 4, order, ++next_pc, &race);
}

static void fence(mz_tid t, enum mz_order order)
{
    mz_race_detector_fence(t, order);
}

/* Threads 0 to count-1, unordered from now on. */
static void begin(unsigned count)
{
    mz_race_detector_begin();
    next_pc = 0x1000;
    for (unsigned t = 1; t < count; t++)
        mz_race_detector_create(0, t);
}

#define RACE(e) assert_true(e)
#define FINE(e) assert_false(e)

static bool releases(enum mz_order order)
{
    return order == MZ_RELEASE || order == MZ_ACQ_REL || order == MZ_SEQ_CST;
}

static bool acquires(enum mz_order order)
{
    return order == MZ_CONSUME || order == MZ_ACQUIRE || order == MZ_ACQ_REL ||
           order == MZ_SEQ_CST;
}

/* ---- plain accesses ------------------------------------------------------ */

static void test_plain_conflicts(void **state)
{
    (void)state;
    begin(2);
    FINE(wr(0, DATA, 4));
    RACE(wr(1, DATA, 4));
    begin(2);
    FINE(wr(0, DATA, 4));
    RACE(rd(1, DATA, 4));
    begin(2);
    FINE(rd(0, DATA, 4));
    RACE(wr(1, DATA, 4));
    begin(2);
    FINE(rd(0, DATA, 4));
    FINE(rd(1, DATA, 4));
    FINE(rd(0, DATA, 4));
    RACE(wr(0, DATA, 4)); /* with the read by 1 */
    assert_int_equal(race.earlier.thread, 1);
    begin(2);
    FINE(wr(0, DATA, 4));
    FINE(wr(0, DATA, 4));
    FINE(rd(0, DATA, 4));
    FINE(rd(1, MORE, 4));
}

static void test_a_read_behind_a_write_of_its_epoch(void **state)
{
    (void)state;
    begin(2);
    FINE(wr(0, DATA, 4));
    release(0, LOCK);
    FINE(rd(0, DATA, 4));
    acquire(1, LOCK); /* sees the write, not the read */
    FINE(rd(1, DATA, 4));
    RACE(wr(1, DATA, 4));
    assert_int_equal(race.earlier.ordinal, 2);
    assert_false(race.earlier.write);
}

static void test_sides(void **state)
{
    (void)state;
    begin(2);
    FINE(rd(0, MORE, 1));
    FINE(wr(0, DATA + 2, 2));
    FINE(wr(0, DATA + 2, 2)); /* the same epoch */
    FINE(rd(1, X, 8));
    RACE(rd(1, DATA, 4));
    assert_int_equal(race.earlier.address, DATA + 2);
    assert_int_equal(race.earlier.size, 2);
    assert_int_equal(race.earlier.thread, 0);
    assert_int_equal(race.earlier.pc, 0x1002);
    assert_int_equal(race.earlier.ordinal, 2);
    assert_true(race.earlier.write);
    assert_false(race.earlier.atomic);
    assert_int_equal(race.later.address, DATA);
    assert_int_equal(race.later.size, 4);
    assert_int_equal(race.later.thread, 1);
    assert_int_equal(race.later.pc, 0x1005);
    assert_int_equal(race.later.ordinal, 2);
    assert_false(race.later.write);
    assert_false(race.later.atomic);
    assert_int_equal(mz_race_detector_ordinal(0), 3);
    assert_int_equal(mz_race_detector_ordinal(1), 2);
}

static void test_overlaps(void **state)
{
    (void)state;
    for (unsigned size = 1; size <= 8; size++)
        for (unsigned at = 0; at < 16; at++)
            for (unsigned other = 1; other <= 8; other++) {
                begin(2);
                FINE(wr(0, DATA + 4, size));
                assert_int_equal(rd(1, DATA + at, other),
                                 at < 4 + size && 4 < at + other);
            }
}

static void test_parts_keep_their_history(void **state)
{
    (void)state;
    begin(3);
    FINE(wr(0, DATA, 8));
    release(0, LOCK);
    acquire(1, LOCK);
    FINE(wr(1, DATA + 3, 1)); /* bytes 0-2, 4-7: thread 0 still */
    FINE(rd(0, DATA, 3));
    RACE(rd(0, DATA + 2, 2));
    assert_int_equal(race.earlier.address, DATA + 3);
    begin(3);
    FINE(rd(0, DATA, 8));
    FINE(rd(1, DATA, 8));
    FINE(rd(2, DATA + 4, 2)); /* several readers, cut */
    mz_race_detector_join(2, 0);
    FINE(wr(2, MORE, 8));
    RACE(wr(2, DATA + 7, 1));
    assert_int_equal(race.earlier.thread, 1);
    assert_int_equal(race.earlier.address, DATA);
    assert_int_equal(race.earlier.size, 8);
    begin(3);
    FINE(wr(0, DATA, 4)); /* two ints */
    FINE(wr(1, DATA + 4, 4));
    FINE(wr(0, DATA, 4));
    RACE(wr(1, DATA, 8));
}

static void test_ranges(void **state)
{
    (void)state;
    begin(2);
    FINE(wr(0, PAGE_END - 100, 200));
    FINE(rd(1, PAGE_END - 101, 1));
    FINE(rd(1, PAGE_END + 100, 30));
    FINE(rd(1, PAGE_END - 200, 100));
    RACE(rd(1, PAGE_END - 200, 101));
    assert_int_equal(race.later.size, 5); /* of the granule */
    assert_int_equal(race.earlier.address, PAGE_END - 100);
    for (uint64_t at = PAGE_END - 100; at < PAGE_END + 100; at++) {
        begin(2);
        FINE(wr(0, PAGE_END - 100, 200));
        RACE(wr(1, at, 1));
    }
    begin(2); /* crosses a granule, and a page */
    FINE(wr(0, PAGE_END + 6, 4));
    FINE(wr(1, PAGE_END + 5, 1));
    FINE(wr(1, PAGE_END + 10, 1));
    RACE(wr(1, PAGE_END + 9, 1));
    begin(2);
    FINE(wr(0, DATA, 0));
    FINE(wr(1, DATA, 0));
    FINE(wr(1, DATA, 4));
    FINE(rd(0, DATA, 0));
}

/* ---- threads and locks --------------------------------------------------- */

/* A thread that has the number of one that was joined. */
static void test_create_again(void **state)
{
    uint32_t ordinal;

    (void)state;
    begin(3);
    FINE(wr(1, DATA, 4));
    ordinal = mz_race_detector_ordinal(1);
    mz_race_detector_join(0, 1);
    FINE(wr(0, MORE, 4));
    mz_race_detector_create_again(0, 1);
    FINE(wr(1, MORE, 4)); /* after its creation */
    FINE(wr(1, DATA, 4)); /* after the one before it */
    assert_int_equal(mz_race_detector_ordinal(1), ordinal + 2);
    RACE(wr(2, DATA, 4));
    begin(3);
    FINE(wr(1, DATA, 4));
    mz_race_detector_join(0, 1);
    mz_race_detector_create_again(0, 1);
    FINE(wr(0, MORE, 4)); /* after the creation */
    RACE(wr(1, MORE, 4));
    begin(3);
    FINE(wr(1, DATA, 4));
    mz_race_detector_join(0, 1);
    mz_race_detector_create_again(0, 1);
    RACE(wr(2, DATA, 4)); /* what the one before did is not forgotten */
}

static void test_create_and_join(void **state)
{
    (void)state;
    begin(1);
    FINE(wr(0, DATA, 4));
    mz_race_detector_create(0, 1);
    FINE(wr(1, DATA, 4));
    mz_race_detector_join(0, 1);
    FINE(wr(0, DATA, 4));
    begin(2);
    FINE(wr(0, DATA, 4)); /* after the creation */
    RACE(wr(1, DATA, 4));
    begin(2);
    FINE(wr(1, DATA, 4)); /* before the join */
    RACE(wr(0, DATA, 4));
}

static void test_locks(void **state)
{
    (void)state;
    begin(3);
    for (unsigned i = 0; i < 100; i++) {
        acquire(i % 3, LOCK);
        FINE(wr(i % 3, DATA, 4));
        release(i % 3, LOCK);
    }
    RACE(wr(1, DATA, 4)); /* without the lock */
    begin(2);             /* two spin locks in one granule */
    FINE(wr(0, DATA, 4));
    release(0, LOCK);
    acquire(1, LOCK + 4);
    RACE(wr(1, DATA, 4));
    begin(2); /* an atomic at the address of a lock */
    FINE(wr(0, DATA, 4));
    release(0, LOCK);
    FINE(ld(1, LOCK, MZ_SEQ_CST));
    RACE(wr(1, DATA, 4));
    begin(2); /* what comes after the release is not protected */
    release(0, LOCK);
    FINE(wr(0, DATA, 4));
    acquire(1, LOCK);
    RACE(wr(1, DATA, 4));
}

static void test_semaphore(void **state)
{
    (void)state;
    begin(3);
    FINE(wr(0, DATA, 4));
    release_join(0, LOCK);
    FINE(wr(1, MORE, 4));
    release_join(1, LOCK);
    acquire(2, LOCK);
    FINE(wr(2, DATA, 4));
    FINE(wr(2, MORE, 4));
    begin(3);
    FINE(wr(0, DATA, 4));
    release(0, LOCK);
    FINE(wr(1, MORE, 4));
    release(1, LOCK); /* replaces */
    acquire(2, LOCK);
    FINE(wr(2, MORE, 4));
    RACE(wr(2, DATA, 4));
}

static void test_all_threads(void **state)
{
    (void)state;
    begin(MZ_MAX_THREADS);
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        FINE(rd(t, DATA, 4));
        FINE(up(t, X, MZ_ACQ_REL));
        FINE(up(t, Y, MZ_RELAXED));
    }
    FINE(rd(MZ_MAX_THREADS - 1, MORE, 4));
    RACE(wr(0, DATA, 4));
    assert_int_equal(race.earlier.thread, 1);
    begin(MZ_MAX_THREADS);
    for (unsigned t = 1; t < MZ_MAX_THREADS; t++)
        FINE(rd(t, DATA, 4));
    for (unsigned t = 1; t < MZ_MAX_THREADS - 1; t++)
        mz_race_detector_join(0, t);
    RACE(wr(0, DATA, 4));
    assert_int_equal(race.earlier.thread, MZ_MAX_THREADS - 1);
    begin(MZ_MAX_THREADS); /* a chain of read-modify-writes orders all */
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        FINE(up(t, X, MZ_ACQ_REL));
        FINE(wr(t, DATA, 8));
        FINE(up(t, X, MZ_ACQ_REL));
    }
    begin(1); /* each the child of the last */
    for (unsigned t = 0; t + 1 < MZ_MAX_THREADS; t++) {
        FINE(wr(t, DATA, 8));
        FINE(st(t, X, MZ_RELEASE));
        mz_race_detector_create(t, t + 1);
    }
    FINE(wr(MZ_MAX_THREADS - 1, DATA, 8));
    RACE(wr(0, DATA, 8));
}

/* ---- atomics ------------------------------------------------------------- */

static void test_message_passing(void **state)
{
    (void)state;
    for (enum mz_order s = MZ_RELAXED; s <= MZ_SEQ_CST; s++)
        for (enum mz_order l = MZ_RELAXED; l <= MZ_SEQ_CST; l++) {
            bool ordered = releases(s) && acquires(l);

            begin(2);
            FINE(wr(0, DATA, 4));
            FINE(st(0, X, s));
            FINE(ld(1, X, l));
            assert_int_equal(rd(1, DATA, 4), !ordered);
            begin(2);
            FINE(wr(0, DATA, 4));
            FINE(up(0, X, s));
            FINE(up(1, X, l));
            assert_int_equal(wr(1, DATA, 4), !ordered);
            begin(2); /* through another location */
            FINE(wr(0, DATA, 4));
            FINE(st(0, X, s));
            FINE(ld(1, Y, l));
            RACE(rd(1, DATA, 4));
            begin(2); /* written after the release */
            FINE(st(0, X, s));
            FINE(wr(0, DATA, 4));
            FINE(ld(1, X, l));
            RACE(rd(1, DATA, 4));
        }
}

static void test_fences(void **state)
{
    (void)state;
    for (int code = 0; code < 6 * 6 * 6 * 6; code++) {
        enum mz_order f = code % 6, s = code / 6 % 6;
        enum mz_order l = code / 36 % 6, g = code / 216;
        bool ordered =
            (releases(f) || releases(s)) && (acquires(l) || acquires(g));

        if (f == MZ_SEQ_CST && g == MZ_SEQ_CST)
            ordered = true;
        begin(2);
        FINE(wr(0, DATA, 4));
        fence(0, f);
        FINE(st(0, X, s));
        FINE(ld(1, X, l));
        fence(1, g);
        assert_int_equal(rd(1, DATA, 4), !ordered);
        begin(2); /* the store is a read-modify-write, so is the load */
        FINE(wr(0, DATA, 4));
        fence(0, f);
        FINE(up(0, X, s));
        FINE(up(1, X, l));
        fence(1, g);
        assert_int_equal(rd(1, DATA, 4), !ordered);
        begin(2); /* fences on the wrong side */
        fence(0, f);
        FINE(wr(0, DATA, 4));
        FINE(st(0, X, s));
        fence(1, g);
        FINE(ld(1, X, l));
        assert_int_equal(rd(1, DATA, 4), !(releases(s) && acquires(l)));
    }
    begin(2); /* one fence, several stores and loads */
    FINE(wr(0, DATA, 4));
    fence(0, MZ_RELEASE);
    FINE(st(0, X, MZ_RELAXED));
    FINE(st(0, Y, MZ_RELAXED));
    FINE(ld(1, MORE, MZ_RELAXED));
    FINE(ld(1, Y, MZ_RELAXED));
    FINE(ld(1, MORE, MZ_RELAXED));
    fence(1, MZ_ACQUIRE);
    FINE(rd(1, DATA, 4));
    begin(1); /* a fence does not pass to a child */
    fence(0, MZ_RELEASE);
    mz_race_detector_create(0, 1);
    mz_race_detector_create(0, 2);
    FINE(wr(1, DATA, 4));
    FINE(st(1, X, MZ_RELAXED));
    FINE(ld(2, X, MZ_ACQUIRE));
    RACE(rd(2, DATA, 4));
}

static void test_seq_cst_fences_are_ordered(void **state)
{
    (void)state;
    begin(3);
    FINE(wr(0, DATA, 4));
    fence(0, MZ_SEQ_CST);
    fence(1, MZ_SEQ_CST);
    FINE(wr(1, DATA, 4));
    FINE(wr(1, MORE, 4));
    fence(2, MZ_ACQ_REL);
    RACE(rd(2, MORE, 4));
    begin(2);
    fence(0, MZ_SEQ_CST);
    FINE(wr(0, DATA, 4));
    fence(1, MZ_SEQ_CST);
    RACE(rd(1, DATA, 4));
    begin(2); /* nor do fences of the last execution matter */
    FINE(wr(0, DATA, 4));
    fence(1, MZ_SEQ_CST);
    RACE(rd(1, DATA, 4));
}

static void test_release_sequences(void **state)
{
    (void)state;
    for (enum mz_order o = MZ_RELAXED; o <= MZ_SEQ_CST; o++) {
        begin(3); /* any read-modify-write continues it */
        FINE(wr(0, DATA, 4));
        FINE(st(0, X, MZ_RELEASE));
        FINE(wr(1, MORE, 4));
        FINE(up(1, X, o));
        FINE(ld(2, X, MZ_ACQUIRE));
        FINE(rd(2, DATA, 4));
        assert_int_equal(rd(2, MORE, 4), !releases(o));
        begin(3); /* a store of another thread ends it */
        FINE(wr(0, DATA, 4));
        FINE(st(0, X, MZ_RELEASE));
        FINE(st(1, X, o));
        FINE(ld(2, X, MZ_ACQUIRE));
        RACE(rd(2, DATA, 4));
        begin(2); /* so does one of the same thread, since C++20 */
        FINE(wr(0, DATA, 4));
        FINE(st(0, X, MZ_RELEASE));
        FINE(st(0, X, o));
        FINE(ld(1, X, MZ_ACQUIRE));
        assert_int_equal(rd(1, DATA, 4), !releases(o));
    }
    begin(3); /* a fence before the read-modify-write joins in */
    FINE(wr(0, DATA, 4));
    FINE(st(0, X, MZ_RELEASE));
    FINE(wr(1, MORE, 4));
    fence(1, MZ_RELEASE);
    FINE(up(1, X, MZ_RELAXED));
    FINE(up(1, X, MZ_RELAXED));
    FINE(ld(2, X, MZ_ACQUIRE));
    FINE(rd(2, DATA, 4));
    FINE(rd(2, MORE, 4));
    begin(3); /* it reads as well: relaxed, for the next acquire fence */
    FINE(wr(0, DATA, 4));
    FINE(st(0, X, MZ_RELEASE));
    FINE(up(1, X, MZ_RELEASE));
    fence(1, MZ_ACQUIRE);
    FINE(rd(1, DATA, 4));
    begin(MZ_MAX_THREADS); /* a long one */
    FINE(wr(0, DATA, 4));
    FINE(st(0, X, MZ_RELEASE));
    for (unsigned t = 1; t < MZ_MAX_THREADS - 1; t++)
        FINE(up(t, X, MZ_RELAXED));
    FINE(ld(MZ_MAX_THREADS - 1, X, MZ_ACQUIRE));
    FINE(rd(MZ_MAX_THREADS - 1, DATA, 4));
}

static void test_atomic_against_plain(void **state)
{
    (void)state;
    for (enum mz_order o = MZ_RELAXED; o <= MZ_SEQ_CST; o++) {
        begin(2);
        FINE(ld(0, X, o));
        FINE(rd(1, X, 4));
        begin(2);
        FINE(ld(0, X, o));
        RACE(wr(1, X, 4));
        assert_true(race.earlier.atomic && !race.earlier.write);
        begin(2);
        FINE(st(0, X, o));
        RACE(rd(1, X, 4));
        assert_true(race.earlier.atomic && race.earlier.write);
        begin(2);
        FINE(up(0, X, o));
        RACE(wr(1, X, 4));
        begin(2);
        FINE(rd(0, X, 4));
        FINE(ld(1, X, o));
        RACE(st(1, X, o));
        begin(2);
        FINE(rd(0, X, 4));
        FINE(rd(1, X, 4));
        RACE(up(1, X, o));
        assert_int_equal(race.earlier.thread, 0);
        begin(2);
        FINE(wr(0, X, 4));
        RACE(ld(1, X, o));
        begin(2);
        FINE(wr(0, X, 4));
        RACE(st(1, X, o));
        begin(3);
        FINE(st(0, X, o));
        FINE(st(1, X, o));
        FINE(up(2, X, o));
        FINE(ld(0, X, o));
        mz_race_detector_join(2, 0); /* ordered with one, not with the other */
        assert_int_equal(wr(2, X, 4), o != MZ_ACQ_REL && o != MZ_SEQ_CST);
    }
    begin(2); /* initialised, published, read */
    FINE(wr(0, X, 4));
    FINE(st(0, X, MZ_RELEASE));
    FINE(ld(1, X, MZ_ACQUIRE));
    FINE(wr(1, X, 4));
    begin(2); /* the same, not acquired */
    FINE(wr(0, X, 4));
    FINE(st(0, X, MZ_RELEASE));
    RACE(ld(1, X, MZ_RELAXED));
    begin(2); /* the memory of a lock */
    FINE(mz_race_detector_touch(0, X, 4, 1, &race));
    FINE(mz_race_detector_touch(1, X, 4, 1, &race));
    RACE(wr(1, X, 4));
    assert_true(race.earlier.atomic && race.earlier.write);
    begin(2); /* is no part of a release sequence, and needs no fence */
    FINE(wr(0, DATA, 4));
    fence(0, MZ_RELEASE);
    FINE(mz_race_detector_touch(0, X, 4, 1, &race));
    FINE(ld(1, X, MZ_ACQUIRE));
    RACE(rd(1, DATA, 4));
    begin(3); /* all unordered writers count, also after an ordered one */
    FINE(st(0, X, MZ_RELAXED));
    FINE(st(1, X, MZ_RELEASE));
    FINE(ld(2, X, MZ_ACQUIRE));
    RACE(rd(2, X, 4));
    assert_int_equal(race.earlier.thread, 0);
}

static void test_mixed_sizes(void **state)
{
    (void)state;
    begin(2); /* two ints in a granule: each has its clock */
    FINE(wr(0, DATA, 4));
    FINE(st(0, X, MZ_RELEASE));
    FINE(ld(1, X + 4, MZ_ACQUIRE));
    RACE(rd(1, DATA, 4));
    begin(2); /* a wide store, a narrow load of either half */
    FINE(wr(0, DATA, 4));
    FINE(mz_race_detector_store(0, X, 8, MZ_RELEASE, 1, &race));
    FINE(ld(1, X + 4, MZ_ACQUIRE));
    FINE(rd(1, DATA, 4));
    begin(3); /* narrow stores, a wide load */
    FINE(wr(0, DATA, 4));
    FINE(wr(1, MORE, 4));
    FINE(st(0, X, MZ_RELEASE));
    FINE(st(1, X + 4, MZ_RELEASE));
    FINE(mz_race_detector_load(2, X, 8, MZ_ACQUIRE, 1, &race));
    FINE(rd(2, DATA, 4));
    FINE(rd(2, MORE, 4));
    begin(2); /* 16 bytes */
    FINE(wr(0, DATA, 4));
    FINE(mz_race_detector_store(0, X, 16, MZ_RELEASE, 1, &race));
    FINE(mz_race_detector_update(1, X, 16, MZ_ACQUIRE, 1, &race));
    FINE(rd(1, DATA, 4));
    RACE(rd(0, Y + 7, 1));
    begin(2); /* across granules and pages */
    FINE(wr(0, DATA, 4));
    FINE(mz_race_detector_store(0, PAGE_END + 4, 16, MZ_RELEASE, 1, &race));
    FINE(mz_race_detector_load(1, PAGE_END + 19, 1, MZ_ACQUIRE, 1, &race));
    FINE(rd(1, DATA, 4));
    FINE(wr(1, PAGE_END + 12, 8));
    RACE(rd(0, PAGE_END + 15, 1));
}

/* ---- the heap, and one execution after the other ------------------------- */

static void test_heap(void **state)
{
    (void)state;
    begin(2);
    FINE(wr(0, 0x40010, 4));
    FINE(mz_race_detector_free(1, 0x40014, 400, 1, &race));
    FINE(mz_race_detector_free(0, 0x40000, 40000, 1, &race));
    RACE(mz_race_detector_free(1, 0x40000, 40000, 77, &race));
    assert_int_equal(race.later.pc, 77);
    assert_int_equal(race.later.address, 0x40010);
    assert_true(race.later.write);
    begin(2);
    FINE(rd(0, 0x50ffc, 1));
    RACE(mz_race_detector_free(1, 0x40000, 0x10ffd, 77, &race));
    begin(2); /* the same access again, to the new block */
    FINE(rd(0, 0x40010, 8));
    mz_race_detector_malloc(0, 0x40010, 8);
    FINE(rd(0, 0x40010, 8));
    RACE(wr(1, 0x40010, 8));
    begin(2);
    FINE(wr(0, 0x40010, 8));
    FINE(up(0, 0x40018, MZ_ACQ_REL));
    FINE(wr(0, 0x40020, 8));
    release(0, 0x40010);
    mz_race_detector_malloc(1, 0x40010, 20);
    acquire(1, 0x40010);
    FINE(wr(1, 0x40010, 20));
    RACE(wr(1, 0x40024, 1));
}

/* Two areas of 64 KiB, for blocks of thread 0 and of thread 1. */
static void test_allocations(void **state)
{
    const uint64_t own = 0x900000, other = own + 0x10000;

    (void)state;
    mz_race_detector_set_heap(own, own + 0x20000, 16);
    begin(3);
    mz_race_detector_malloc(0, own + 0x40, 64);
    mz_race_detector_malloc(1, other + 0x40, 64);
    release(0, LOCK);
    mz_race_detector_malloc(0, own + 0x100, 8000);
    RACE(rd(1, own + 0x44, 4));
    assert_true(race.earlier.allocation);
    assert_int_equal(race.earlier.thread, 0);
    FINE(wr(1, other + 0x44, 4));
    RACE(ld(0, other + 0x48, MZ_ACQUIRE));
    FINE(rd(0, own + 0x100, 4)); /* is no write: the rest is still new */
    acquire(1, LOCK);
    FINE(rd(1, own + 0x44, 4)); /* was released */
    FINE(wr(1, own + 0x48, 4));
    RACE(wr(1, own + 0x104, 4)); /* was not */
    assert_true(race.earlier.allocation);
    RACE(wr(1, own + 0x1000, 8));
    assert_true(mz_race_detector_saw_malloc(1, own + 0x40, 1, &race));
    assert_false(mz_race_detector_saw_malloc(1, own + 0x100, 77, &race));
    assert_int_equal(race.later.pc, 77);
    FINE(wr(1, own, 8)); /* of before the execution */
    begin(2);
    FINE(wr(1, own + 0x1000, 8)); /* nothing has been allocated */
    FINE(wr(1, own + 0x44, 4));
    begin(2);
    mz_race_detector_malloc(0, own + 0x40, 64);
    FINE(wr(0, own + 0x44, 4)); /* gives way to what is to be told */
    RACE(wr(1, own + 0x44, 4));
    assert_false(race.earlier.allocation);
    RACE(wr(1, own + 0x40, 1));
    assert_true(race.earlier.allocation);
    mz_race_detector_set_heap(0, 0, 16);
}

static bool use(mz_tid t, uint64_t object, enum mz_sync sync)
{
    return mz_race_detector_use(t, object, sync, ++next_pc, &race);
}

/* What is made for a lock at once where an execution has not been. */
static void test_first_use_of_a_lock(void **state)
{
    const uint64_t heap = 0x900000;
    struct mz_race_mark mark;

    (void)state;
    mz_race_detector_set_heap(heap, heap + 0x20000, 16);
    begin(3);
    mz_race_detector_mark(&mark, 1);
    FINE(wr(1, DATA, 4));
    FINE(use(1, LOCK, MZ_SYNC_RELEASE_JOIN));
    RACE(rd(2, DATA, 4));
    RACE(wr(2, LOCK + 3, 1)); /* is no memory of the program's */
    FINE(use(2, LOCK, MZ_SYNC_ACQUIRE));
    FINE(rd(2, DATA, 4));
    RACE(rd(0, LOCK, 4));
    assert_int_equal(race.earlier.thread, 1);
    FINE(wr(2, LOCK + 4, 4)); /* the other half of the granule */
    mz_race_detector_go_back(&mark);
    mz_shadow_check();
    FINE(wr(0, LOCK, 8));
    FINE(use(0, LOCK + 8, MZ_SYNC_ACQUIRE)); /* where nobody has been */
    RACE(wr(1, LOCK + 8, 4));
    assert_int_equal(race.earlier.thread, 0);
    FINE(wr(1, DATA, 4));
    FINE(use(1, LOCK + 16, MZ_SYNC_RELEASE));
    FINE(use(2, LOCK + 16, MZ_SYNC_ACQUIRE));
    FINE(wr(2, DATA, 4));
    mz_race_detector_malloc(0, heap + 0x40, 64);
    RACE(use(1, heap + 0x40, MZ_SYNC_ACQUIRE));
    assert_true(race.earlier.allocation);
    FINE(use(0, heap + 0x48, MZ_SYNC_RELEASE));
    RACE(wr(1, heap + 0x4c, 1)); /* of the granule, not of the lock */
    assert_true(race.earlier.allocation);
    mz_race_detector_set_heap(0, 0, 16);
}

static void test_executions_are_apart(void **state)
{
    (void)state;
    begin(3);
    FINE(wr(0, DATA, 4));
    FINE(wr(1, DATA + 4, 2));
    FINE(rd(0, MORE, 4));
    FINE(rd(1, MORE, 4));
    FINE(wr(0, X, 4));
    FINE(st(0, X, MZ_RELEASE));
    release(0, LOCK);
    begin(3);
    FINE(wr(2, DATA, 8));
    FINE(wr(2, MORE, 4));
    FINE(st(2, X, MZ_RELAXED));
    acquire(1, LOCK);
    begin(2);
    FINE(rd(0, MORE, 4));
    RACE(wr(1, MORE, 4));
}

/* The same read in the same epoch, which nobody has seen any more. */
static void test_going_back(void **state)
{
    struct mz_race_mark mark;

    (void)state;
    begin(2);
    mz_race_detector_mark(&mark, 0);
    FINE(rd(0, DATA, 4));
    mz_race_detector_go_back(&mark);
    FINE(rd(0, DATA, 4));
    RACE(wr(1, DATA, 4));
}

static long pages_mapped(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &pages), 1);
    fclose(file);
    return pages;
}

static void test_memory_stays_flat(void **state)
{
    long mapped = 0;

    (void)state;
    for (int i = 0; i < 12; i++) {
        begin(8);
        for (uint64_t at = 0; at < 3000; at++) { /* the table grows */
            uint64_t page = 0x7f0000000000 + at * 4096 * 3;
            mz_tid t = at % 8;

            FINE(wr(t, page + 100 + at % 900, 12));
            FINE(rd(t, page + 8, 8));
            FINE(rd((t + 1) % 8, page + 8, 8));
            FINE(ld(t, page + 4080, MZ_ACQUIRE));
            FINE(st(t, page + 4080, MZ_RELEASE));
        }
        RACE(wr(1, 0x7f0000000000 + 100 + 11, 1));
        mz_shadow_check();
        if (i == 1)
            mapped = pages_mapped();
    }
    assert_int_equal(pages_mapped(), mapped);
    begin(2); /* readers come and go within one execution */
    for (int i = 0; i < 200000; i++) {
        FINE(rd(0, DATA, 4));
        FINE(rd(1, DATA, 4));
        release(0, LOCK);
        acquire(1, LOCK);
        FINE(wr(1, DATA, 4));
        release(1, LOCK);
        acquire(0, LOCK);
    }
    assert_int_equal(pages_mapped(), mapped);
}

/* ---- the reference ------------------------------------------------------- */

enum { MAX_EVENTS = 160, MAX_REFERENCE_THREADS = 5 };

enum kind {
    READ,
    WRITE,
    LOAD,
    STORE,
    UPDATE,
    TOUCH,
    USE_ACQUIRE, /* touches a lock, then synchronises */
    USE_RELEASE,
    USE_RELEASE_JOIN,
    FENCE,
    ACQUIRE,
    RELEASE,
    RELEASE_JOIN,
    CREATE,
    JOIN,
    FREE,
    MALLOC,
    KINDS
};

static const char *const kind_names[KINDS] = {
    "read",   "write", "load",    "store",   "update",
    "touch",  "use_acquire", "use_release", "use_release_join",
    "fence",  "acquire", "release", "release_join",
    "create", "join",  "free",    "malloc"};

/* How many events of each thread happen before; a set closed downwards. */
struct past {
    unsigned count[MAX_REFERENCE_THREADS];
};

struct event {
    enum kind kind;
    unsigned thread;
    uint64_t address; /* or the object */
    unsigned size;
    enum mz_order order;
    unsigned other; /* the thread created or joined */
    /* derived: */
    unsigned index;   /* in its thread, from 1 */
    unsigned ordinal; /* of the last access of its thread */
    struct past past; /* this event included */
    struct past read; /* what a load or an update could acquire */
};

static struct {
    struct event events[MAX_EVENTS];
    unsigned count;
    unsigned threads;
    mz_tid tid[MAX_REFERENCE_THREADS]; /* in the detector */
    bool ended[MAX_REFERENCE_THREADS];
} run;

static bool is_access(const struct event *e)
{
    return e->kind <= USE_RELEASE_JOIN || e->kind == FREE;
}

static bool touches(const struct event *e)
{
    return e->kind >= TOUCH && e->kind <= USE_RELEASE_JOIN;
}

static bool is_write(const struct event *e)
{
    return e->kind == WRITE || e->kind == FREE || e->kind == STORE ||
           e->kind == UPDATE || touches(e);
}

static bool is_atomic(const struct event *e)
{
    return e->kind >= LOAD && e->kind <= USE_RELEASE_JOIN;
}

static bool covers(const struct event *e, uint64_t byte)
{
    return byte >= e->address && byte < e->address + e->size;
}

static void add_past(struct past *to, const struct past *from)
{
    for (unsigned t = 0; t < MAX_REFERENCE_THREADS; t++)
        if (to->count[t] < from->count[t])
            to->count[t] = from->count[t];
}

static bool happens_before(const struct event *a, const struct event *b)
{
    return b->past.count[a->thread] >= a->index;
}

/* What synchronises with a reader of the value that event w wrote, apart from
 * what w read from: w itself, and the fences before it. */
static void add_release(struct past *to, unsigned w)
{
    const struct event *write = &run.events[w];

    if (releases(write->order))
        add_past(to, &write->past);
    for (unsigned f = 0; f < w; f++) {
        const struct event *fence = &run.events[f];

        if (fence->kind == FENCE && fence->thread == write->thread &&
            releases(fence->order))
            add_past(to, &fence->past);
    }
}

/* The heads of the release sequences that a read of this byte reads from. */
static void add_release_sequences(struct past *to, uint64_t byte, unsigned end)
{
    while (end--) {
        const struct event *e = &run.events[end];

        if (!(is_write(e) || e->kind == MALLOC) || !covers(e, byte) ||
            e->kind == FREE || touches(e))
            continue;
        if (e->kind == WRITE || e->kind == MALLOC)
            return;
        add_release(to, end);
        if (e->kind == STORE)
            return;
    }
}

static void add_lock_releases(struct past *to, uint64_t object, unsigned end)
{
    while (end--) {
        const struct event *e = &run.events[end];

        if (e->kind == MALLOC && covers(e, object))
            return;
        if (e->address != object)
            continue;
        if (e->kind == RELEASE || e->kind == RELEASE_JOIN ||
            e->kind == USE_RELEASE || e->kind == USE_RELEASE_JOIN)
            add_past(to, &e->past);
        if (e->kind == RELEASE || e->kind == USE_RELEASE)
            return;
    }
}

static void add_fence(struct event *fence, unsigned at)
{
    for (unsigned i = 0; i < at; i++) {
        const struct event *e = &run.events[i];

        if (e->thread == fence->thread &&
            (e->kind == LOAD || e->kind == UPDATE) && acquires(fence->order))
            add_past(&fence->past, &e->read);
        if (e->kind == FENCE && e->order == MZ_SEQ_CST &&
            fence->order == MZ_SEQ_CST)
            add_past(&fence->past, &e->past);
    }
}

/* What is past after the event: what a use of a lock acquires comes after it. */
static void add_all(struct past *to, const struct event *e)
{
    add_past(to, &e->past);
    if (e->kind == USE_ACQUIRE)
        add_past(to, &e->read);
}

/* What happens before event `at`, from the definition. */
static void derive(unsigned at)
{
    struct event *e = &run.events[at];

    e->index = 1;
    e->ordinal = 0;
    e->past = e->read = (struct past){0};
    for (unsigned i = 0; i < at; i++) {
        const struct event *f = &run.events[i];

        if (f->thread == e->thread) {
            e->index = f->index + 1;
            e->ordinal = f->ordinal;
        }
        if (f->thread == e->thread ||
            (f->kind == CREATE && f->other == e->thread) ||
            (e->kind == JOIN && f->thread == e->other) ||
            (e->kind == JOIN && f->kind == CREATE && f->other == e->other))
            add_all(&e->past, f);
    }
    e->past.count[e->thread] = e->index;
    if (is_access(e))
        e->ordinal++;
    if (e->kind == LOAD || e->kind == UPDATE) {
        for (unsigned i = 0; i < e->size; i++)
            add_release_sequences(&e->read, e->address + i, at);
        if (acquires(e->order))
            add_past(&e->past, &e->read);
    }
    if (e->kind == ACQUIRE)
        add_lock_releases(&e->past, e->address, at);
    if (e->kind == USE_ACQUIRE)
        add_lock_releases(&e->read, e->address, at);
    if (e->kind == FENCE)
        add_fence(e, at);
}

static bool overlap(unsigned a, unsigned b)
{
    const struct event *x = &run.events[a], *y = &run.events[b];

    if (x->address >= y->address + y->size ||
        y->address >= x->address + x->size)
        return false;
    for (uint64_t byte = x->address; byte < x->address + x->size; byte++) {
        bool forgotten = false;

        if (!covers(y, byte))
            continue;
        for (unsigned i = a; i < b; i++)
            forgotten |=
                run.events[i].kind == MALLOC && covers(&run.events[i], byte);
        if (!forgotten)
            return true;
    }
    return false;
}

static bool races(unsigned a, unsigned b)
{
    const struct event *x = &run.events[a], *y = &run.events[b];

    return is_access(x) && is_access(y) && x->kind != FREE &&
           x->thread != y->thread && (is_write(x) || is_write(y)) &&
           !(is_atomic(x) && is_atomic(y)) && !happens_before(x, y) &&
           overlap(a, b);
}

static bool reference_races(unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (races(i, at))
            return true;
    return false;
}

/* ---- random executions --------------------------------------------------- */

static uint64_t pc_of(unsigned event)
{
    return 0x400000 + 16 * event;
}

static bool detector_races(unsigned at)
{
    const struct event *e = &run.events[at];
    mz_tid t = run.tid[e->thread];
    uint64_t pc = pc_of(at);

    switch (e->kind) {
    case READ:
        return mz_race_detector_read(t, e->address, e->size, pc, &race);
    case WRITE:
        return mz_race_detector_write(t, e->address, e->size, pc, &race);
    case LOAD:
        return mz_race_detector_load(t, e->address, e->size, e->order, pc,
                                     &race);
    case STORE:
        return mz_race_detector_store(t, e->address, e->size, e->order, pc,
                                      &race);
    case UPDATE:
        return mz_race_detector_update(t, e->address, e->size, e->order, pc,
                                       &race);
    case TOUCH:
        return mz_race_detector_touch(t, e->address, e->size, pc, &race);
    case USE_ACQUIRE:
        return mz_race_detector_use(t, e->address, MZ_SYNC_ACQUIRE, pc, &race);
    case USE_RELEASE:
        return mz_race_detector_use(t, e->address, MZ_SYNC_RELEASE, pc, &race);
    case USE_RELEASE_JOIN:
        return mz_race_detector_use(t, e->address, MZ_SYNC_RELEASE_JOIN, pc,
                                    &race);
    case FREE:
        return mz_race_detector_free(t, e->address, e->size, pc, &race);
    case MALLOC:
        mz_race_detector_malloc(t, e->address, e->size);
        return false;
    case FENCE:
        mz_race_detector_fence(t, e->order);
        return false;
    case ACQUIRE:
        acquire(t, e->address);
        return false;
    case RELEASE:
        release(t, e->address);
        return false;
    case RELEASE_JOIN:
        release_join(t, e->address);
        return false;
    case CREATE:
        mz_race_detector_create(t, run.tid[e->other]);
        return false;
    case JOIN:
        mz_race_detector_join(t, run.tid[e->other]);
        return false;
    default:
        abort();
    }
}

/* Is this side of a race that access, cut to the granule? */
static bool is_side(const struct mz_race_side *side, unsigned event)
{
    const struct event *e = &run.events[event];
    uint64_t start = side->address & ~7ull, end = start + 8;

    if (start < e->address)
        start = e->address;
    if (end > e->address + e->size)
        end = e->address + e->size;
    return side->thread == run.tid[e->thread] && side->pc == pc_of(event) &&
           side->ordinal == e->ordinal && side->write == is_write(e) &&
           side->atomic == is_atomic(e) && side->address == start &&
           side->address + side->size == end;
}

static bool race_is_true(unsigned at)
{
    const struct mz_race_side *a = &race.earlier, *b = &race.later;

    if (!is_side(b, at) || a->address >= b->address + b->size ||
        b->address >= a->address + a->size)
        return false;
    for (unsigned i = 0; i < at; i++)
        if (is_side(a, i))
            return races(i, at);
    return false;
}

/* What one random execution is made of. */
struct taste {
    unsigned threads;
    bool mixed; /* sizes and offsets */
    unsigned granules;
    unsigned weight[KINDS];
    unsigned accepted; /* races, per thousand candidates that race */
    unsigned length;
};

static struct taste random_taste(struct mz_random *random)
{
    struct taste taste = {
        .threads = 2 + mz_random_below(random, 4),
        .mixed = mz_random_below(random, 2),
        .granules = 1 + mz_random_below(random, 4),
        .accepted = (unsigned[]){1000, 100, 20, 0}[mz_random_below(random, 4)],
        .length = 20 + mz_random_below(random, MAX_EVENTS - 20),
    };

    for (enum kind kind = 0; kind < KINDS; kind++)
        taste.weight[kind] =
            (unsigned[]){0, 1, 4, 9}[mz_random_below(random, 4)];
    taste.weight[CREATE] = 1 + mz_random_below(random, 4);
    taste.weight[JOIN] /= 4;
    taste.weight[FREE] /= 3;
    taste.weight[MALLOC] /= 3;
    return taste;
}

static enum kind random_kind(struct mz_random *random,
                             const struct taste *taste)
{
    unsigned total = 0;
    enum kind kind = 0;
    uint32_t pick;

    for (enum kind k = 0; k < KINDS; k++)
        total += taste->weight[k];
    pick = mz_random_below(random, total);
    while (pick >= taste->weight[kind])
        pick -= taste->weight[kind++];
    return kind;
}

static void random_bytes(struct mz_random *random, const struct taste *taste,
                         struct event *e)
{
    static const uint64_t granules[] = {PAGE_END, PAGE_END + 8, X, Y};
    static const unsigned plain_sizes[] = {1, 2, 4, 8, 3, 12, 24, 9};
    static const unsigned atomic_sizes[] = {1, 2, 4, 8, 16};
    uint64_t granule = granules[mz_random_below(random, taste->granules)];

    if (e->kind == MALLOC || e->kind == FREE) {
        e->size = plain_sizes[mz_random_below(random, 8)];
        e->address =
            granule + mz_random_below(random, 2) * mz_random_below(random, 8);
    } else if (!taste->mixed) {
        e->size = 4;
        e->address = granule + 4 * mz_random_below(random, 2);
    } else {
        e->size = is_atomic(e) ? atomic_sizes[mz_random_below(random, 5)]
                               : plain_sizes[mz_random_below(random, 8)];
        e->address = granule + mz_random_below(random, 8);
        if (mz_random_below(random, 8) < (is_atomic(e) ? 7 : 4))
            e->address &= -(uint64_t)(e->size & -e->size);
    }
}

static unsigned random_thread(struct mz_random *random)
{
    unsigned t;

    do
        t = mz_random_below(random, run.threads);
    while (run.ended[t]);
    return t;
}

/* A candidate for the next event; false: try again. */
static bool random_event(struct mz_random *random, const struct taste *taste)
{
    static const uint64_t locks[] = {X, LOCK, LOCK + 4, PAGE_END + 2};
    struct event *e = &run.events[run.count];

    *e = (struct event){.kind = random_kind(random, taste),
                        .thread = random_thread(random),
                        .order = mz_random_below(random, 6)};
    if (e->kind >= ACQUIRE && e->kind <= RELEASE_JOIN) {
        e->address = locks[mz_random_below(random, 4)];
    } else if (e->kind >= USE_ACQUIRE && e->kind <= USE_RELEASE_JOIN) {
        e->address = locks[mz_random_below(random, 4)];
        e->size = 4;
    } else if (is_access(e) || e->kind == MALLOC) {
        random_bytes(random, taste, e);
    }
    if (e->kind == CREATE) {
        e->other = run.threads;
        return run.threads < taste->threads;
    }
    if (e->kind == JOIN) {
        e->other = random_thread(random);
        return e->other && e->other != e->thread;
    }
    return true;
}

/* Extends the run by an event; false: none was found. */
static bool extend(struct mz_random *random, const struct taste *taste)
{
    for (int attempt = 0; attempt < 50; attempt++) {
        const struct event *e = &run.events[run.count];

        if (!random_event(random, taste))
            continue;
        derive(run.count);
        if (reference_races(run.count) &&
            mz_random_below(random, 1000) >= taste->accepted)
            continue;
        if (e->kind == CREATE)
            run.threads++;
        if (e->kind == JOIN)
            run.ended[e->other] = true;
        run.count++;
        return true;
    }
    return false;
}

static void tell(uint64_t seed)
{
    print_message("MAZURKA_SEED=%lu MAZURKA_SEQUENCES=1:\n",
                  (unsigned long)seed);
    for (unsigned i = 0; i < run.count; i++) {
        const struct event *e = &run.events[i];

        print_message("%3u thread %u: %s %lx size %u order %u other %u\n", i,
                      e->thread, kind_names[e->kind], (unsigned long)e->address,
                      e->size, e->order, e->other);
    }
}

static void choose_tids(struct mz_random *random, unsigned threads)
{
    bool far = !mz_random_below(random, 3); /* tids may be sparse */

    run.tid[0] = 0;
    for (unsigned t = 1; t < threads; t++)
        run.tid[t] = far ? t * 13 - mz_random_below(random, 12) : t;
}

/* ---- going back: the same from the beginning of a run on ----------------- */

static struct {
    struct mz_race_mark mark;
    unsigned count; /* of events before it */
} marks[MAX_EVENTS];
static unsigned mark_count;
static bool has_gone_on[MAX_REFERENCE_THREADS]; /* since the last mark */

static void let_go_on(struct mz_random *random, const struct event *e)
{
    bool is_first = !run.count && mz_random_below(random, 2);

    if (!is_first && mark_count < MAX_EVENTS &&
        (!has_gone_on[e->thread] || !mz_random_below(random, 3))) {
        mz_race_detector_mark(&marks[mark_count].mark, run.tid[e->thread]);
        marks[mark_count++].count = run.count;
        for (unsigned t = 0; t < MAX_REFERENCE_THREADS; t++)
            has_gone_on[t] = false;
    }
    has_gone_on[e->thread] = true;
    if (e->kind == CREATE)
        has_gone_on[e->other] = true;
}

/* False: there is no mark. */
static bool go_back(struct mz_random *random)
{
    if (!mark_count)
        return false;
    assert_true(mz_race_detector_can_go_back());
    for (unsigned to = mz_random_below(random, mark_count); mark_count > to;) {
        mz_race_detector_go_back(&marks[--mark_count].mark);
        run.count = marks[mark_count].count;
    }
    mz_shadow_check();
    run.threads = 1;
    for (unsigned t = 0; t < MAX_REFERENCE_THREADS; t++)
        run.ended[t] = has_gone_on[t] = false;
    for (unsigned i = 0; i < run.count; i++) {
        run.threads += run.events[i].kind == CREATE;
        if (run.events[i].kind == JOIN)
            run.ended[run.events[i].other] = true;
    }
    return true;
}

/* Runs one random execution; returns whether it ended in a race. */
static bool compare_one(uint64_t seed)
{
    unsigned turns_back;

    struct mz_random random;
    struct taste taste;

    mz_random_seed(&random, seed);
    taste = random_taste(&random);
    turns_back = mz_random_below(&random, 2) * mz_random_below(&random, 8);
    mark_count = 0;
    choose_tids(&random, taste.threads);
    run.count = 0;
    run.threads = 1;
    for (unsigned t = 0; t < MAX_REFERENCE_THREADS; t++)
        run.ended[t] = false;
    if (seed % 4 == 0)
        mz_race_detector_init(); /* tables grow anew with the threads */
    mz_race_detector_begin();
    while (run.count < taste.length && extend(&random, &taste)) {
        unsigned at = --run.count;
        bool expected, found;

        let_go_on(&random, &run.events[at]);
        run.count++;
        expected = reference_races(at);
        found = detector_races(at);

        if (expected != found || (found && !race_is_true(at))) {
            tell(seed);
            fail_msg("expected %d, found %d, true %d", expected, found,
                     found && race_is_true(at));
        }
        if (turns_back && (found || !mz_random_below(&random, 30)) &&
            go_back(&random))
            turns_back--;
        else if (found)
            return true;
    }
    mz_shadow_check();
    return false;
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 0) : otherwise;
}

static void test_against_the_reference(void **state)
{
    uint64_t seed = setting("MAZURKA_SEED", 1);
    uint64_t usual = 30000 / setting("MAZURKA_TEST_DIVISOR", 1), raced = 0;
    uint64_t count = setting("MAZURKA_SEQUENCES", usual);

    (void)state;
    for (uint64_t i = 0; i < count; i++)
        raced += compare_one(seed + i);
    if (count > 1000) { /* both verdicts are tested */
        assert_true(raced > count / 5);
        assert_true(raced < count * 4 / 5);
    }
}

/* ---- timing -------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

#define TIME(label, count, code)                          \
    do {                                                  \
        double best = 1e30;                               \
        for (int attempt = 0; attempt < 100; attempt++) { \
            double start = now();                         \
            for (unsigned i = 0; i < (count); i++) {      \
                code;                                     \
            }                                             \
            double each = (now() - start) / (count);      \
            best = each < best ? each : best;             \
        }                                                 \
        print_message("%-50s %6.2f ns\n", label, best);   \
    } while (0)

static void time_plain(void)
{
    begin(2);
    TIME("read, same epoch, one place", 100000, rd(0, DATA, 8));
    TIME("read, same epoch, 64 places", 100000, rd(0, DATA + i % 64 * 8, 8));
    TIME("read of 4, same epoch, 128 ints", 100000,
         rd(0, DATA + i % 128 * 4, 4));
    begin(2);
    TIME("write, same epoch, 64 places", 100000, wr(0, DATA + i % 64 * 8, 8));
    begin(2);
    for (unsigned i = 0; i < 64; i++)
        rd(1, DATA + i * 8, 8);
    TIME("read shared by two, 64 places", 100000, rd(0, DATA + i % 64 * 8, 8));
    begin(2);
    TIME("release + write, 64 places (new epoch)", 100000,
         release(0, LOCK);
         wr(0, DATA + i % 64 * 8, 8));
    TIME("release", 100000, release(0, LOCK));
    begin(2);
    TIME("write of 4096, same epoch", 1000, wr(0, 0x100000, 4096));
    TIME("release + write of 4096", 1000, release(0, LOCK);
         wr(0, 0x100000, 4096));
}

static void time_atomic(unsigned threads)
{
    print_message("%u threads:\n", threads);
    begin(threads);
    TIME("  relaxed load", 100000, ld(0, X, MZ_RELAXED));
    TIME("  seq_cst load", 100000, ld(0, X, MZ_SEQ_CST));
    TIME("  relaxed store", 100000, st(0, X, MZ_RELAXED));
    TIME("  seq_cst store", 100000, st(0, X, MZ_SEQ_CST));
    TIME("  seq_cst update", 100000, up(0, X, MZ_SEQ_CST));
    TIME("  seq_cst update, by turns", 100000, up(i % threads, X, MZ_SEQ_CST));
    TIME("  seq_cst store + load by another", 100000, st(i & 1, X, MZ_SEQ_CST);
         ld(~i & 1, X, MZ_SEQ_CST));
    TIME("  acquire + release, by turns", 100000,
         acquire(i % threads, LOCK);
         release(i % threads, LOCK));
}

static void time_execution(void)
{
    TIME("begin", 100000, mz_race_detector_begin());
    TIME(
        "execution: 2 creates, 16 plain, 16 atomic", 100000, begin(3);
        for (unsigned a = 0; a < 16; a++) {
            rd(1 + a % 2, DATA + a * 8, 8);
            up(1 + a % 2, X + 0x400 + a / 4 * 8, MZ_SEQ_CST);
        });
}

static void test_timing(void **state)
{
    (void)state;
    if (!getenv("MAZURKA_TIMING"))
        return;
    time_plain();
    time_atomic(2);
    time_atomic(8);
    time_atomic(64);
    time_execution();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_conflicts),
        cmocka_unit_test(test_a_read_behind_a_write_of_its_epoch),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_parts_keep_their_history),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_create_and_join),
        cmocka_unit_test(test_create_again),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_semaphore),
        cmocka_unit_test(test_all_threads),
        cmocka_unit_test(test_message_passing),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_seq_cst_fences_are_ordered),
        cmocka_unit_test(test_release_sequences),
        cmocka_unit_test(test_atomic_against_plain),
        cmocka_unit_test(test_mixed_sizes),
        cmocka_unit_test(test_heap),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_first_use_of_a_lock),
        cmocka_unit_test(test_executions_are_apart),
        cmocka_unit_test(test_going_back),
        cmocka_unit_test(test_memory_stays_flat),
        cmocka_unit_test(test_against_the_reference),
        cmocka_unit_test(test_timing),
    };

    mz_race_detector_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
