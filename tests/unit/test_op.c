/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What src/op says, against what it is to say: dependence, pair by pair, in a
 * table that was written by hand; and the automata, step by step.
 */
#include "trace/additions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A row with a missing column does not compile. */
#define ROW(kind, r, w, m, c, cf, l, t, tf, u, a, sw, st, sf, sp, jo, ch) \
    [MZ_##kind] = {                                                       \
        [MZ_READ] = r,                                                    \
        [MZ_WRITE] = w,                                                   \
        [MZ_RMW] = m,                                                     \
        [MZ_CAS] = c,                                                     \
        [MZ_CAS_FAIL] = cf,                                               \
        [MZ_LOCK] = l,                                                    \
        [MZ_TRYLOCK] = t,                                                 \
        [MZ_TRYLOCK_FAIL] = tf,                                           \
        [MZ_UNLOCK] = u,                                                  \
        [MZ_AWAIT] = a,                                                   \
        [MZ_SEM_WAIT] = sw,                                               \
        [MZ_SEM_TRYWAIT] = st,                                            \
        [MZ_SEM_TRYWAIT_FAIL] = sf,                                       \
        [MZ_SEM_POST] = sp,                                               \
        [MZ_JOIN] = jo,                                                   \
        [MZ_CHOOSE] = ch,                                                 \
    }

/* clang-format off */
static const uint8_t
expected[MZ_RELATION_COUNT][MZ_OP_COUNT][MZ_OP_COUNT] = {
    [MZ_RELATION_ADD] = {
        /*                      R  W  M  C CF  L  T TF  U  A SW ST SF  P  J  H*/
        ROW(READ,               0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_RW] = {
        /*                      R  W  M  C CF  L  T TF  U  A SW ST SF  P  J  H*/
        ROW(READ,               0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_OBJECT] = {
        ROW(READ,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
    [MZ_RELATION_OPAQUE] = {
        ROW(READ,               0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0),
        ROW(WRITE,              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(RMW,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS,                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(CAS_FAIL,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(LOCK,               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK,            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(TRYLOCK_FAIL,       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(UNLOCK,             1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0),
        ROW(AWAIT,              0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0),
        ROW(SEM_WAIT,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT,        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_TRYWAIT_FAIL,   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
        ROW(SEM_POST,           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0),
        ROW(JOIN,               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ROW(CHOOSE,             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    },
};
/* clang-format on */

static bool kinds_depend(enum mz_relation relation, enum mz_op a, enum mz_op b)
{
    return mz_op_rows_depend(mz_op_rows(relation), a, b);
}

/* The kind of that table which a kind is like; most are themselves. */
static enum mz_op like(enum mz_relation relation, enum mz_op kind)
{
    switch (kind) {
    case MZ_ADD:
        return relation == MZ_RELATION_RW ? MZ_RMW : MZ_SEM_POST;
    case MZ_SPIN_LOCK:
    case MZ_SPIN_TRYLOCK:
    case MZ_RD_LOCK:
    case MZ_WR_LOCK:
    case MZ_RD_TRYLOCK:
    case MZ_WR_TRYLOCK:
    case MZ_WR_TRYLOCK_FAIL:
    case MZ_RD_BEHIND:
    case MZ_RD_TRY_BEHIND:
    case MZ_RD_BEHIND_FAIL:
    case MZ_WR_BEGIN:
    case MZ_WR_WAIT:
    case MZ_WR_TAKE:
    case MZ_WR_TIMED:
    case MZ_WR_GIVE_UP:
        return MZ_LOCK;
    case MZ_SPIN_TRYLOCK_FAIL:
    case MZ_RD_TRYLOCK_FAIL:
        return MZ_TRYLOCK_FAIL;
    case MZ_RD_UNLOCK:
        return MZ_SEM_POST;
    case MZ_WR_UNLOCK:
    case MZ_SPIN_UNLOCK:
    case MZ_UNLOCK_LOST:
    case MZ_OWNER_END:
        return MZ_UNLOCK;
    case MZ_COND_WAIT:
    case MZ_COND_WAKE:
    case MZ_COND_TIMED:
    case MZ_COND_TIMED_OUT:
    case MZ_COND_CANCEL:
    case MZ_COND_SIGNAL:
    case MZ_COND_BROADCAST:
    case MZ_FUTEX_WAIT:
    case MZ_FUTEX_TAKE:
    case MZ_FUTEX_TIMED:
    case MZ_FUTEX_TIMED_OUT:
    case MZ_FUTEX_WAKE:
    case MZ_FUTEX_CHANGE:
    case MZ_FUTEX_CHOSEN:
    case MZ_FUTEX_ENTER:
    case MZ_FUTEX_SLEEP:
    case MZ_FUTEX_LEAVE:
    case MZ_FUTEX_CALL:
        return MZ_LOCK;
    case MZ_BARRIER_FIRST:
    case MZ_FILE_CHANGE:
    case MZ_FILE_WAIT:
        return MZ_LOCK;
    case MZ_COND_WOKEN:
    case MZ_FUTEX_WOKEN:
    case MZ_FUTEX_NOBODY:
    case MZ_FUTEX_MOVED:
    case MZ_BARRIER_PASS:
        return MZ_TRYLOCK_FAIL;
    case MZ_FUTEX_LEFT:
    case MZ_FILE_LOOK:
        return MZ_READ;
    case MZ_BARRIER_ARRIVE:
        return MZ_SEM_POST;
    default:
        return kind;
    }
}

static void dependence_is_that_of_each_pair(void **state)
{
    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned a = 0; a < MZ_OP_COUNT; a++)
            for (unsigned b = 0; b < MZ_OP_COUNT; b++)
                assert_int_equal(kinds_depend(r, a, b),
                                 expected[r][like(r, a)][like(r, b)]);
}

/* All that depends on a kind that was executed depends on one that covers and
 * came after it, since that happens after it. */
static void what_covers_depends_on_all_or_on_what_is_between(void **state)
{
    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned a = 0; a < MZ_OP_COUNT; a++)
            for (unsigned b = 0; b < MZ_OP_COUNT; b++)
                if (mz_op_covers(r, a) && !mz_op_is_local(b))
                    assert_true(kinds_depend(r, a, b) ||
                                (like(r, a) == MZ_UNLOCK &&
                                 like(r, b) == MZ_UNLOCK));
}

/* Nor does anything commute with what may disable others: what it takes, or
 * changes, and does not give back. Two additions do, which nobody awaits. */
static void what_disables_others_depends_on_all(void **state)
{
    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned a = 0; a < MZ_OP_COUNT; a++)
            for (unsigned b = 0; b < MZ_OP_COUNT; b++)
                if (mz_op_changes(a) && !mz_op_gives(a) && !mz_op_is_local(b))
                    assert_true(kinds_depend(r, a, b) ||
                                (a == MZ_ADD &&
                                 like(r, b) == MZ_SEM_POST));
}

static bool masks_depend(uint8_t a, uint8_t b)
{
    return mz_op_depends(MZ_RELATION_ADD, MZ_ADD, a, MZ_ADD, b);
}

/* They carry into bytes that only one of them touches. */
static void additions_commute_if_they_touch_the_same_bytes(void **state)
{
    (void)state;
    assert_false(masks_depend(0x0f, 0x0f));
    assert_false(masks_depend(0x0f, 0xf0));
    assert_true(masks_depend(0x0f, 0xff));
    assert_true(masks_depend(0xff, 0xf0));
    assert_true(mz_op_depends(MZ_RELATION_RW, MZ_ADD, 0xff, MZ_ADD, 0xff));
}

/* Of an execution of two accesses to one object: do its additions commute? */
static bool additions_commute_of(struct mz_access p, struct mz_access q)
{
    struct mz_event events[2] = {
        {.kind = p.kind, .mask = p.mask},
        {.kind = q.kind, .mask = q.mask},
    };
    struct mz_additions of = {0};
    struct mz_execution x = {.events = events, .length = 2, .additions = &of};

    return mz_additions_commute(&x);
}

static void additions_commute_if_nothing_else_is_done_there(void **state)
{
    const struct mz_access add = {0, 0x0f, MZ_ADD};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        enum mz_op kind = i ? MZ_ADD : MZ_READ;

        assert_true(additions_commute_of(add, (struct mz_access){0, 0x0f, kind}));
        assert_true(additions_commute_of(add, (struct mz_access){0, 0xf0, kind}));
        assert_false(additions_commute_of(add, (struct mz_access){0, 0x03, kind}));
        assert_false(additions_commute_of((struct mz_access){0, 0xff, kind}, add));
    }
    assert_false(additions_commute_of(add, (struct mz_access){0, 0x09, MZ_READ}));
    assert_false(additions_commute_of(add, (struct mz_access){0, 0x0f, MZ_AWAIT}));
    assert_true(additions_commute_of(add, (struct mz_access){0, 0x10, MZ_AWAIT}));
}

static void dependence_is_symmetric(void **state)
{
    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned a = 0; a < MZ_OP_COUNT; a++)
            for (unsigned b = 0; b < MZ_OP_COUNT; b++)
                assert_int_equal(kinds_depend(r, a, b),
                                 kinds_depend(r, b, a));
}

/* ---- outcomes ------------------------------------------------------------ */

static void a_failure_is_that_of_its_success(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < MZ_OP_COUNT; kind++) {
        enum mz_op success = mz_op_succeeded(kind),
                   failure = mz_op_failed(kind);

        assert_true(kind == success || kind == failure);
        assert_int_equal(mz_op_failed(success), failure);
        assert_int_equal(mz_op_succeeded(failure), success);
        assert_int_equal(mz_op_object(success), mz_op_object(failure));
        assert_int_equal(mz_op_blocks(success), mz_op_blocks(failure));
    }
}

static void only_what_blocks_or_joins_waits_for_something(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < MZ_OP_COUNT; kind++)
        assert_int_equal(mz_op_awaited[kind] != NULL,
                         mz_op_blocks(kind) || kind == MZ_JOIN);
}

/* ---- automata ------------------------------------------------------------ */

static uint64_t after(enum mz_op kind, uint64_t state,
                      const struct mz_op_operand *operand)
{
    assert_true(mz_op_after(kind, &state, operand));
    return state;
}

static void a_mutex_is_its_holder(void **state)
{
    struct mz_op_operand by_three = {.thread = 3};
    uint64_t held = after(MZ_LOCK, 0, &by_three);

    (void)state;
    assert_int_equal(mz_mutex_holder(held), 3);
    assert_int_equal(mz_mutex_holder(0), MZ_NO_THREAD);
    assert_true(mz_op_enabled(MZ_LOCK, 0, &by_three));
    assert_false(mz_op_enabled(MZ_LOCK, held, &by_three));
    assert_true(mz_op_enabled(MZ_UNLOCK, held, &by_three));
    assert_true(mz_op_enabled(MZ_TRYLOCK, held, &by_three));
    assert_int_equal(mz_op_outcome(MZ_TRYLOCK, held, &by_three),
                     MZ_TRYLOCK_FAIL);
    assert_int_equal(mz_op_outcome(MZ_TRYLOCK_FAIL, 0, &by_three), MZ_TRYLOCK);
    assert_int_equal(after(MZ_TRYLOCK, 0, &by_three), held);
    assert_int_equal(after(MZ_TRYLOCK_FAIL, held, &by_three), held);
    assert_int_equal(after(MZ_UNLOCK, held, &by_three), 0);
}

static void a_mutex_is_inconsistent_or_lost(void **state)
{
    struct mz_op_operand by_three = {.thread = 3};
    uint64_t held = after(MZ_LOCK, 0, &by_three);
    uint64_t inconsistent = after(MZ_OWNER_END, held, &by_three);
    uint64_t lost = after(MZ_UNLOCK_LOST, held, &by_three);

    (void)state;
    assert_int_equal(mz_mutex_holder(inconsistent), MZ_NO_THREAD);
    assert_true(mz_op_enabled(MZ_LOCK, inconsistent, &by_three));
    assert_int_equal(after(MZ_LOCK, inconsistent, &by_three), held);
    assert_int_equal(after(MZ_TRYLOCK, inconsistent, &by_three), held);
    assert_int_equal(mz_mutex_holder(lost), MZ_NO_THREAD);
    assert_true(mz_op_enabled(MZ_LOCK, lost, &by_three));
    assert_int_equal(mz_op_outcome(MZ_TRYLOCK, lost, &by_three), MZ_TRYLOCK);
    assert_int_equal(after(MZ_LOCK, lost, &by_three), lost);
    assert_int_equal(after(MZ_TRYLOCK, lost, &by_three), lost);
    assert_int_not_equal(lost, inconsistent);
}

static void a_pipe_is_what_need_not_wait(void **state)
{
    uint64_t in = MZ_FILE_READY(MZ_FILE_IN, 0);
    uint64_t out = MZ_FILE_READY(MZ_FILE_OUT, 1), after = in;
    struct mz_op_operand reads = {.number = in}, writes = {.number = out};

    (void)state;
    assert_true(mz_op_enabled(MZ_FILE_WAIT, in, &reads));
    assert_false(mz_op_enabled(MZ_FILE_WAIT, in, &writes));
    assert_true(mz_op_enabled(MZ_FILE_WAIT, in | out, &writes));
    assert_true(mz_op_enabled(MZ_FILE_CHANGE, 0, &reads));
    assert_true(mz_op_after(MZ_FILE_LOOK, &after, &reads));
    assert_int_equal(after, in);
    assert_false(mz_op_after(MZ_FILE_WAIT, &after, &reads));
    assert_false(mz_op_after(MZ_FILE_CHANGE, &after, &reads));
}

static void a_spin_lock_is_its_holder(void **state)
{
    struct mz_op_operand by_three = {.thread = 3};
    uint64_t held = after(MZ_SPIN_LOCK, MZ_SPIN_FREE, &by_three);

    (void)state;
    assert_int_equal(mz_op_automaton(MZ_SPIN_LOCK)->holder(held), 3);
    assert_int_equal(mz_op_automaton(MZ_SPIN_LOCK)->holder(MZ_SPIN_FREE), MZ_NO_THREAD);
    assert_true(mz_op_enabled(MZ_SPIN_LOCK, MZ_SPIN_FREE, &by_three));
    assert_false(mz_op_enabled(MZ_SPIN_LOCK, held, &by_three));
    assert_int_equal(mz_op_outcome(MZ_SPIN_TRYLOCK, held, &by_three),
                     MZ_SPIN_TRYLOCK_FAIL);
    assert_int_equal(after(MZ_SPIN_TRYLOCK, MZ_SPIN_FREE, &by_three), held);
    assert_int_equal(after(MZ_SPIN_TRYLOCK_FAIL, held, &by_three), held);
    assert_int_equal(after(MZ_SPIN_UNLOCK, held, &by_three),
                     MZ_SPIN_FREE);
}

static void readers_stay_behind_writers_that_wait(void **state)
{
    struct mz_op_operand by_three = {.thread = 3};
    uint64_t read = after(MZ_RD_BEHIND, 0, &by_three);
    uint64_t awaited = after(MZ_WR_WAIT, read, &by_three);
    uint64_t free = after(MZ_RD_UNLOCK, awaited, &by_three);
    uint64_t written = after(MZ_WR_TAKE, free, &by_three);

    (void)state;
    assert_int_equal(mz_op_outcome(MZ_WR_BEGIN, 0, &by_three), MZ_WR_BEGIN);
    assert_int_equal(mz_op_outcome(MZ_WR_BEGIN, read, &by_three), MZ_WR_WAIT);
    assert_int_equal(mz_op_outcome(MZ_WR_BEGIN, free, &by_three), MZ_WR_WAIT);
    assert_true(mz_op_enabled(MZ_RD_BEHIND, read, &by_three));
    assert_false(mz_op_enabled(MZ_RD_BEHIND, awaited, &by_three));
    assert_false(mz_op_enabled(MZ_RD_BEHIND, free, &by_three));
    assert_int_equal(mz_op_outcome(MZ_RD_TRY_BEHIND, free, &by_three),
                     MZ_RD_BEHIND_FAIL);
    assert_false(mz_op_enabled(MZ_WR_TAKE, awaited, &by_three));
    assert_true(mz_op_enabled(MZ_WR_TAKE, free, &by_three));
    assert_int_equal(mz_op_outcome(MZ_WR_TIMED, awaited, &by_three),
                     MZ_WR_GIVE_UP);
    assert_int_equal(after(MZ_WR_GIVE_UP, awaited, &by_three), read);
    assert_int_equal(after(MZ_WR_BEGIN, 0, &by_three), written);
    assert_int_equal(after(MZ_WR_UNLOCK, after(MZ_WR_WAIT, written, &by_three),
                           &by_three),
                     free);
    assert_int_equal(mz_op_automaton(MZ_WR_TAKE)->holder(written), 3);
}

static void a_reader_writer_lock_is_its_readers_or_its_writer(void **state)
{
    struct mz_op_operand by_three = {.thread = 3};
    uint64_t one = after(MZ_RD_LOCK, 0, &by_three);
    uint64_t two = after(MZ_RD_LOCK, one, &by_three);
    uint64_t written = after(MZ_WR_LOCK, 0, &by_three);

    (void)state;
    assert_true(mz_op_enabled(MZ_RD_LOCK, two, &by_three));
    assert_false(mz_op_enabled(MZ_WR_LOCK, one, &by_three));
    assert_false(mz_op_enabled(MZ_RD_LOCK, written, &by_three));
    assert_false(mz_op_enabled(MZ_WR_LOCK, written, &by_three));
    assert_int_equal(after(MZ_RD_UNLOCK, two, &by_three), one);
    assert_int_equal(after(MZ_RD_UNLOCK, one, &by_three), 0);
    assert_int_equal(after(MZ_WR_UNLOCK, written, &by_three), 0);
    assert_int_equal(mz_op_outcome(MZ_RD_TRYLOCK, two, &by_three),
                     MZ_RD_TRYLOCK);
    assert_int_equal(mz_op_outcome(MZ_RD_TRYLOCK, written, &by_three),
                     MZ_RD_TRYLOCK_FAIL);
    assert_int_equal(mz_op_outcome(MZ_WR_TRYLOCK, 0, &by_three),
                     MZ_WR_TRYLOCK);
    assert_int_equal(mz_op_outcome(MZ_WR_TRYLOCK, one, &by_three),
                     MZ_WR_TRYLOCK_FAIL);
    assert_int_equal(after(MZ_RD_TRYLOCK, one, &by_three), two);
    assert_int_equal(after(MZ_WR_TRYLOCK, 0, &by_three), written);
    assert_int_equal(after(MZ_WR_TRYLOCK_FAIL, two, &by_three), two);
    assert_int_equal(mz_op_automaton(MZ_WR_LOCK)->holder(written), 3);
    assert_int_equal(mz_op_automaton(MZ_WR_LOCK)->holder(two), MZ_NO_THREAD);
}

static void a_semaphore_is_its_count(void **state)
{
    struct mz_op_operand any = {0};

    (void)state;
    assert_false(mz_op_enabled(MZ_SEM_WAIT, 0, &any));
    assert_true(mz_op_enabled(MZ_SEM_WAIT, 1, &any));
    assert_int_equal(after(MZ_SEM_WAIT, 2, &any), 1);
    assert_int_equal(after(MZ_SEM_TRYWAIT, 1, &any), 0);
    assert_int_equal(after(MZ_SEM_TRYWAIT_FAIL, 0, &any), 0);
    assert_int_equal(after(MZ_SEM_POST, 0, &any), 1);
    assert_int_equal(mz_op_outcome(MZ_SEM_TRYWAIT, 0, &any),
                     MZ_SEM_TRYWAIT_FAIL);
    assert_int_equal(mz_op_outcome(MZ_SEM_TRYWAIT_FAIL, 1, &any),
                     MZ_SEM_TRYWAIT);
}

/* ---- condition variables ------------------------------------------------- */

/* A thread begins to wait; returns its ticket. */
static struct mz_op_operand waits(uint64_t *cond)
{
    struct mz_op_operand ticket = {0};

    *cond = after(MZ_COND_WAIT, *cond, &ticket);
    ticket.number = mz_cond_ticket(*cond);
    return ticket;
}

static void who_times_out_waits_no_more(void **state)
{
    struct mz_op_operand any = {0}, first, second;
    uint64_t cond = 0;

    (void)state;
    first = waits(&cond);
    second = waits(&cond);
    cond = after(MZ_COND_TIMED_OUT, cond, &first);
    assert_int_equal(mz_cond_waiting(cond), 1);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &second));
    cond = after(MZ_COND_SIGNAL, cond, &any);
    assert_true(mz_op_enabled(MZ_COND_WAKE, cond, &second));
    assert_int_equal(mz_cond_waiting(cond), 0);
}

static void a_signal_that_nobody_waits_for_is_lost(void **state)
{
    struct mz_op_operand any = {0}, ticket;
    uint64_t cond = 0;

    (void)state;
    assert_int_equal(after(MZ_COND_SIGNAL, cond, &any), cond);
    assert_int_equal(after(MZ_COND_BROADCAST, cond, &any), cond);
    ticket = waits(&cond);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &ticket));
    assert_int_equal(mz_op_outcome(MZ_COND_TIMED, cond, &ticket),
                     MZ_COND_TIMED_OUT);
    assert_int_equal(after(MZ_COND_TIMED_OUT, cond, &ticket), 0);
}

static void a_signal_wakes_one_of_those_that_wait_then(void **state)
{
    struct mz_op_operand any = {0}, first, second, late;
    uint64_t cond = 0;

    (void)state;
    first = waits(&cond);
    second = waits(&cond);
    cond = after(MZ_COND_SIGNAL, cond, &any);
    late = waits(&cond);
    assert_true(mz_op_enabled(MZ_COND_WAKE, cond, &first));
    assert_true(mz_op_enabled(MZ_COND_WAKE, cond, &second));
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &late));
    assert_int_equal(mz_op_outcome(MZ_COND_WAKE, cond, &first), MZ_COND_WAKE);
    cond = after(MZ_COND_WAKE, cond, &second);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &first));
    assert_int_equal(mz_op_outcome(MZ_COND_WAKE, cond, &first), MZ_COND_WAKE);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &late));
}

static void when_all_are_signalled_all_are_released(void **state)
{
    struct mz_op_operand any = {0}, first, second, late;
    uint64_t cond = 0;

    (void)state;
    first = waits(&cond);
    second = waits(&cond);
    cond = after(MZ_COND_SIGNAL, cond, &any);
    cond = after(MZ_COND_SIGNAL, cond, &any);
    late = waits(&cond);
    assert_int_equal(mz_op_outcome(MZ_COND_WAKE, cond, &first), MZ_COND_WOKEN);
    assert_int_equal(mz_op_outcome(MZ_COND_TIMED, cond, &second),
                     MZ_COND_TIMED);
    assert_int_equal(after(MZ_COND_WOKEN, cond, &first), cond);
    assert_int_equal(after(MZ_COND_TIMED, cond, &second), cond);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &late));
}

/* First, second and third wait in this order, with a signal before the third
 * and one after it. If the third wakes up by the second of them, the first one
 * is left for first and second. */
static void each_takes_the_token_that_fewest_may_take(void **state)
{
    struct mz_op_operand any = {0}, first, second, third;
    uint64_t cond = 0;

    (void)state;
    first = waits(&cond);
    second = waits(&cond);
    cond = after(MZ_COND_SIGNAL, cond, &any);
    third = waits(&cond);
    cond = after(MZ_COND_SIGNAL, cond, &any);
    assert_true(mz_op_enabled(MZ_COND_WAKE, after(MZ_COND_WAKE, cond, &first),
                              &third));
    cond = after(MZ_COND_WAKE, cond, &third);
    assert_true(mz_op_enabled(MZ_COND_WAKE, cond, &first));
    assert_true(mz_op_enabled(MZ_COND_WAKE, cond, &second));
    cond = after(MZ_COND_WAKE, cond, &first);
    assert_false(mz_op_enabled(MZ_COND_WAKE, cond, &second));
}

/* ---- futexes ------------------------------------------------------------- */

/* A thread that finds the word as expected, or not. */
static struct mz_op_operand sleeps(uint64_t *futex, bool is_equal)
{
    struct mz_op_operand operand = {.number = is_equal};

    *futex = after(MZ_FUTEX_WAIT, *futex, &operand);
    operand.number = mz_cond_ticket(*futex);
    return operand;
}

static void who_finds_the_word_changed_does_not_sleep(void **state)
{
    struct mz_op_operand all = {.number = 1000};
    uint64_t futex = 0;

    (void)state;
    sleeps(&futex, false);
    assert_int_equal(futex, 0);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_WAKE, futex, &all),
                     MZ_FUTEX_NOBODY);
    assert_int_equal(after(MZ_FUTEX_NOBODY, futex, &all), 0);
}

static void a_wake_is_for_so_many_of_those_that_sleep(void **state)
{
    struct mz_op_operand two = {.number = 2}, none = {.number = 0}, ticket[4];
    uint64_t futex = 0;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        ticket[i] = sleeps(&futex, true);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_WAKE, futex, &none),
                     MZ_FUTEX_NOBODY);
    assert_int_equal(mz_futex_woken(futex, 2), 2);
    futex = after(MZ_FUTEX_WAKE, futex, &two);
    assert_int_equal(mz_futex_woken(futex, 2), 1);
    ticket[3] = sleeps(&futex, true);
    assert_false(mz_op_enabled(MZ_FUTEX_TAKE, futex, &ticket[3]));
    futex = after(MZ_FUTEX_TAKE, futex, &ticket[2]);
    futex = after(MZ_FUTEX_TAKE, futex, &ticket[0]);
    assert_false(mz_op_enabled(MZ_FUTEX_TAKE, futex, &ticket[1]));
    futex = after(MZ_FUTEX_WAKE, futex, &two);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_TAKE, futex, &ticket[1]),
                     MZ_FUTEX_WOKEN);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_TIMED, futex, &ticket[3]),
                     MZ_FUTEX_TIMED);
    assert_int_equal(mz_futex_woken(futex, 2), 0);
}

static void a_wake_of_many_and_not_all_needs_room(void **state)
{
    struct mz_op_operand more = {.number = 30}, some = {.number = 15};
    uint64_t futex = 0;

    (void)state;
    for (unsigned i = 0; i < 30; i++)
        sleeps(&futex, true);
    assert_true(mz_futex_has_room(futex, 30));
    assert_false(mz_futex_has_room(futex, 25));
    assert_int_equal(mz_futex_woken(after(MZ_FUTEX_WAKE, futex, &more), 1), 0);
    assert_true(mz_futex_has_room(futex, 15));
    futex = after(MZ_FUTEX_WAKE, futex, &some);
    assert_int_equal(mz_futex_woken(futex, 30), 15);
    assert_false(mz_futex_has_room(futex, 10));
}

static void who_is_let_go_on_is_woken_up_or_moved(void **state)
{
    struct mz_op_operand ticket[2], one = {.number = 1};
    uint64_t futex = 0, left;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        ticket[i] = sleeps(&futex, true);
    left = after(MZ_FUTEX_WAKE, futex, &one);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_CHOSEN, left, &ticket[1]),
                     MZ_FUTEX_CHOSEN);
    left = after(MZ_FUTEX_CHOSEN, left, &ticket[1]);
    assert_int_equal(mz_op_outcome(MZ_FUTEX_CHOSEN, left, &ticket[0]),
                     MZ_FUTEX_MOVED);
    assert_int_equal(after(MZ_FUTEX_MOVED, left, &ticket[0]), left);
}

/* ---- the others ----------------------------------------------------------- */

/* ---- barriers ------------------------------------------------------------ */

static void the_first_to_leave_is_the_serial_thread(void **state)
{
    struct mz_op_operand round = {.number = mz_barrier_round(0, 2)};
    struct mz_op_operand next = {.number = mz_barrier_round(1, 2)};
    uint64_t barrier = 0;

    (void)state;
    barrier = after(MZ_BARRIER_ARRIVE, barrier, &round);
    assert_false(mz_op_enabled(MZ_BARRIER_FIRST, barrier, &round));
    barrier = after(MZ_BARRIER_ARRIVE, barrier, &round);
    assert_true(mz_op_enabled(MZ_BARRIER_FIRST, barrier, &round));
    assert_false(mz_op_enabled(MZ_BARRIER_FIRST, barrier, &next));
    assert_int_equal(mz_op_outcome(MZ_BARRIER_FIRST, barrier, &round),
                     MZ_BARRIER_FIRST);
    barrier = after(MZ_BARRIER_FIRST, barrier, &round);
    assert_int_equal(mz_op_outcome(MZ_BARRIER_FIRST, barrier, &round),
                     MZ_BARRIER_PASS);
    assert_int_equal(after(MZ_BARRIER_PASS, barrier, &round), barrier);
    barrier = after(MZ_BARRIER_ARRIVE, barrier, &next);
    assert_false(mz_op_enabled(MZ_BARRIER_FIRST, barrier, &next));
    barrier = after(MZ_BARRIER_ARRIVE, barrier, &next);
    assert_int_equal(mz_op_outcome(MZ_BARRIER_FIRST, barrier, &next),
                     MZ_BARRIER_FIRST);
}

static void memory_is_what_it_holds(void **state)
{
    struct mz_op_operand five = {
        .number = 5, .mask = 0x0f, .condition = MZ_LESS};
    struct mz_op_operand minus_five = {.number = -5ull, .mask = 0x30};
    uint64_t unknown = 5;

    (void)state;
    assert_int_equal(after(MZ_ADD, 4, &five), 9);
    assert_int_equal(after(MZ_ADD, 0xffffffff, &five), 4); /* modulo 2^32 */
    assert_int_equal(after(MZ_ADD, 4, &minus_five), 0xffff);
    assert_true(mz_op_enabled(MZ_AWAIT, 4, &five));
    assert_false(mz_op_enabled(MZ_AWAIT, 5, &five));
    assert_int_equal(mz_op_outcome(MZ_CAS, 5, &five), MZ_CAS);
    assert_int_equal(mz_op_outcome(MZ_CAS, 4, &five), MZ_CAS_FAIL);
    assert_int_equal(after(MZ_WRITE, 4, &five), 5);
    assert_int_equal(after(MZ_READ, 4, &five), 4);
    assert_int_equal(after(MZ_CAS_FAIL, 4, &five), 4);
    assert_false(mz_op_after(MZ_RMW, &unknown, &five));
    assert_false(mz_op_after(MZ_CAS, &unknown, &five));
}

static void a_join_waits_for_the_end_of_a_thread(void **state)
{
    struct mz_op_operand any = {0};

    (void)state;
    assert_false(mz_op_automaton(MZ_JOIN)->enabled(MZ_JOIN, 0, &any));
    assert_true(mz_op_automaton(MZ_JOIN)->enabled(MZ_JOIN, 1, &any));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dependence_is_that_of_each_pair),
        cmocka_unit_test(what_covers_depends_on_all_or_on_what_is_between),
        cmocka_unit_test(what_disables_others_depends_on_all),
        cmocka_unit_test(additions_commute_if_they_touch_the_same_bytes),
        cmocka_unit_test(additions_commute_if_nothing_else_is_done_there),
        cmocka_unit_test(dependence_is_symmetric),
        cmocka_unit_test(a_failure_is_that_of_its_success),
        cmocka_unit_test(only_what_blocks_or_joins_waits_for_something),
        cmocka_unit_test(a_mutex_is_its_holder),
        cmocka_unit_test(a_mutex_is_inconsistent_or_lost),
        cmocka_unit_test(a_pipe_is_what_need_not_wait),
        cmocka_unit_test(a_spin_lock_is_its_holder),
        cmocka_unit_test(readers_stay_behind_writers_that_wait),
        cmocka_unit_test(a_reader_writer_lock_is_its_readers_or_its_writer),
        cmocka_unit_test(a_semaphore_is_its_count),
        cmocka_unit_test(who_times_out_waits_no_more),
        cmocka_unit_test(a_signal_that_nobody_waits_for_is_lost),
        cmocka_unit_test(a_signal_wakes_one_of_those_that_wait_then),
        cmocka_unit_test(when_all_are_signalled_all_are_released),
        cmocka_unit_test(each_takes_the_token_that_fewest_may_take),
        cmocka_unit_test(who_finds_the_word_changed_does_not_sleep),
        cmocka_unit_test(a_wake_is_for_so_many_of_those_that_sleep),
        cmocka_unit_test(a_wake_of_many_and_not_all_needs_room),
        cmocka_unit_test(who_is_let_go_on_is_woken_up_or_moved),
        cmocka_unit_test(the_first_to_leave_is_the_serial_thread),
        cmocka_unit_test(memory_is_what_it_holds),
        cmocka_unit_test(a_join_waits_for_the_end_of_a_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
