/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pthread_once and call_once, and so std::call_once, promises and futures.
 *
 * A control is two halves of the program's variable, so that rollback restores
 * it and static initialisers work. To begin the routine is a compare-exchange
 * of the first half, which one thread wins; the others await the second half,
 * which is written as the routine ends. The halves are apart since they are
 * bytes of their own: that a thread comes late, while the routine runs or when
 * it has ended, makes no difference to the search, nor to the program.
 *
 * Attempts are numbered from 1. One that an exception has left is followed by
 * another: who has seen its end tries to begin the next.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <unwind.h>

#include "op/await.h"
#include "runtime/forked.h"
#include "runtime/across.h"
#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/libc_owners.h"
#include "runtime/once.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/weak.h"

/* In place of glibc's int, which is 2 when the routine has ended. */
struct once {
    uint16_t begun; /* the latest attempt; 0: none */
    uint16_t ended; /* the latest that has ended, and DONE if it ended well */
};
_Static_assert(sizeof(struct once) == sizeof(pthread_once_t), "in place");

enum { DONE = 0x8000, DONE_BEFORE_MAIN = 2 };

/* An attempt under way. On the stack of its thread. */
struct attempt {
    struct once *control;
    struct attempt *outer;
};

static struct attempt *under_way[MZ_MAX_THREADS];
static bool has_begun; /* some attempt in this execution */

void mz_once_call(void (*routine)(void));
_Unwind_Reason_Code mz_once_left(int version, _Unwind_Action,
                                 _Unwind_Exception_Class,
                                 struct _Unwind_Exception *,
                                 struct _Unwind_Context *);
int call_once(pthread_once_t *, void (*)(void));

/* By which std::call_once of libstdc++ calls what the program gave it. */
void __once_proxy(void) __attribute__((weak));

void mz_once_reset(void)
{
    if (has_begun)
        mz_fill(under_way, 0, sizeof under_way);
    has_begun = false;
}

void mz_once_checkpoint(void)
{
    if (!has_begun)
        return;
    mz_checkpoint_keep(&has_begun, sizeof has_begun);
    mz_checkpoint_keep(under_way, mz_checkpoint_threads() * sizeof *under_way);
}

void mz_once_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned t = 0; has_begun && t < mz_checkpoint_threads(); t++)
        mz_state_add_word(f, (uint64_t)under_way[t]);
}

void mz_once_born(mz_tid parent, mz_tid child)
{
    (void)parent;
    under_way[child] = NULL;
}

/* It was initialised before main: that is not changed any more. (Attempt 2
 * begins when the first one has ended.) */
static bool was_done(const struct once *o)
{
    return o->begun == DONE_BEFORE_MAIN && !o->ended;
}

/* Libraries of the system initialise their own, in routines in which no other
 * thread runs. */
static bool is_of_program(void (*routine)(void), uint64_t pc)
{
    return routine == __once_proxy || mz_owners_program_code(pc) ||
           mz_owners_program_code((uint64_t)routine);
}

static struct mz_visible operation(const struct once *o, enum mz_op kind,
                                   const uint16_t *half, uint64_t pc)
{
    struct mz_visible v = mz_visible_access(kind, (uint64_t)half, sizeof *half);

    v.address = (uint64_t)o;
    v.action = MZ_ACTION_ONCE;
    v.pc = pc;
    return v;
}

static void check(const struct once *o, enum mz_action action, uint64_t pc)
{
    mz_plain_check((uint64_t)o, sizeof *o, action, pc);
}

typedef bool (*race_check)(mz_tid, uint64_t, unsigned, enum mz_order, uint64_t,
                           struct mz_race *);

static void detect(const struct mz_visible *v, race_check races)
{
    uint64_t address = (v->object << 3) + __builtin_ctz(v->mask);
    struct mz_race race;

    if (!mz_rt.detecting)
        return;
    if (races(mz_self(), address, __builtin_popcount(v->mask), MZ_SEQ_CST,
              v->pc, &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

static void tell(const struct once *o, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, (uint64_t)o, sizeof *o, 0, 0, 0, pc);
}

/* Which objects a block accesses nobody knows, and so not what it enables. */
static void refuse_atomic_blocks(void)
{
    if (mz_turns.universal || mz_turns.atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCKS_ELSEWHERE, .text = "pthread_once");
}

/* Where memory is weak: the end of an attempt releases, who sees it acquires;
 * that it has begun orders nothing. */
static struct mz_weak_access weak_access(const struct once *o,
                                         const struct mz_visible *v,
                                         enum mz_action action,
                                         enum mz_order order)
{
    return (struct mz_weak_access){
        .address = (v->object << 3) + __builtin_ctz(v->mask),
        .pc = v->pc,
        .size = __builtin_popcount(v->mask),
        .kind = v->kind,
        .order = order,
        .failure = MZ_RELAXED,
        .action = action,
        .whole = o,
        .whole_size = sizeof *o,
    };
}

static unsigned begin_weakly(const struct once *o, const struct mz_visible *v)
{
    struct mz_weak_access a =
        weak_access(o, v, MZ_ACTION_ONCE_BEGIN, MZ_RELAXED);
    unsigned begun;

    a.expected = v->number;
    a.operand = a.expected + 1;
    mz_weak_expect();
    mz_visible_begin(v);
    begun = mz_weak_serve_ours(&a);
    return begun == a.expected ? 0 : begun;
}

static void end_weakly(const struct once *o, const struct mz_visible *v,
                       unsigned ended, enum mz_action action)
{
    struct mz_weak_access a = weak_access(o, v, action, MZ_RELEASE);

    a.operand = ended;
    mz_weak_expect();
    mz_visible_begin(v);
    mz_weak_serve_ours(&a);
}

/* Begins an attempt after that one, if nobody has; else returns the latest that
 * was begun. */
static unsigned begin_after(struct once *o, unsigned expected, uint64_t pc)
{
    struct mz_visible v = operation(o, MZ_CAS, &o->begun, pc);
    unsigned begun;
    MZ_AUDIT_OWN_WORK;

    v.number = expected;
    if (MZ_UNLIKELY(mz_rt.weak))
        return begin_weakly(o, &v);
    mz_visible_begin(&v);
    check(o, MZ_ACTION_ONCE_BEGIN, pc);
    begun = o->begun;
    if (begun != expected) {
        detect(&v, mz_race_detector_load);
        mz_visible_end(&v, MZ_CAS_FAIL, begun, expected);
        return begun;
    }
    detect(&v, mz_race_detector_update);
    o->begun++;
    mz_visible_end(&v, MZ_CAS, begun, expected);
    tell(o, MZ_ACTION_ONCE_BEGIN, pc);
    return 0;
}

/* The latest attempt that has ended, and DONE. */
static unsigned wait_for_end(struct once *o, unsigned attempt, uint64_t pc)
{
    struct mz_visible v = operation(o, MZ_AWAIT, &o->ended, pc);
    unsigned ended;
    MZ_AUDIT_OWN_WORK;

    v.condition = MZ_GREATER_OR_EQUAL;
    v.number = attempt;
    if (MZ_UNLIKELY(mz_rt.weak))
        return mz_weak_await(&v, sizeof o->ended, MZ_ACQUIRE);
    mz_visible_begin(&v);
    check(o, MZ_ACTION_ONCE, pc);
    detect(&v, mz_race_detector_load);
    ended = o->ended;
    if (ended < attempt)
        mz_visible_refuse(MZ_AWAIT, v.object, ended);
    mz_visible_end(&v, MZ_AWAIT, ended, attempt);
    tell(o, MZ_ACTION_ONCE, pc);
    return ended;
}

static void end(struct once *o, unsigned ended, enum mz_action action,
                uint64_t pc)
{
    const struct mz_visible v = operation(o, MZ_WRITE, &o->ended, pc);
    unsigned before;
    MZ_AUDIT_OWN_WORK;

    if (MZ_UNLIKELY(mz_rt.weak)) {
        end_weakly(o, &v, ended, action);
        return;
    }
    mz_visible_begin(&v);
    check(o, action, pc);
    detect(&v, mz_race_detector_store);
    before = o->ended;
    o->ended = ended;
    mz_visible_end(&v, MZ_WRITE, ended, before);
    tell(o, action, pc);
}

static void leave(struct attempt *attempt, uint64_t pc)
{
    under_way[mz_self()] = attempt->outer;
    end(attempt->control, attempt->control->begun, MZ_ACTION_ONCE_LEFT, pc);
}

void mz_once_leave(uint64_t below)
{
    while (under_way[mz_self()] && (uint64_t)under_way[mz_self()] < below)
        leave(under_way[mz_self()], MZ_PC);
}

/* The unwinder's personality routine of mz_once_call. It comes twice, first to
 * look for who catches the exception. */
_Unwind_Reason_Code mz_once_left(int version, _Unwind_Action actions,
                                 _Unwind_Exception_Class class,
                                 struct _Unwind_Exception *exception,
                                 struct _Unwind_Context *context)
{
    struct attempt *attempt = under_way[mz_self()];

    (void)version, (void)class, (void)exception, (void)context;
    if (actions & _UA_CLEANUP_PHASE && attempt)
        leave(attempt, MZ_PC);
    return _URC_CONTINUE_UNWIND;
}

static void attempt(struct once *o, void (*routine)(void), uint64_t pc)
{
    struct attempt attempt = {.control = o, .outer = under_way[mz_self()]};

    mz_rt.inheriting = has_begun = true;
    under_way[mz_self()] = &attempt;
    mz_once_call(routine);
    under_way[mz_self()] = attempt.outer;
    end(o, o->begun | DONE, MZ_ACTION_ONCE_END, pc);
}

static int once(pthread_once_t *control, void (*routine)(void), uint64_t pc)
{
    struct once *o = (struct once *)control;
    unsigned begun, ended = 0;

    check(o, MZ_ACTION_ONCE, pc);
    if (was_done(o))
        return 0;
    refuse_atomic_blocks();
    do {
        begun = begin_after(o, ended, pc);
        if (begun)
            ended = wait_for_end(o, begun, pc);
    } while (begun && !(ended & DONE));
    if (!begun)
        attempt(o, routine, pc);
    return 0;
}

MZ_EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if ((!mz_rt.active && !mz_forked) || !is_of_program(routine, MZ_PC))
        return MZ_REAL(pthread_once)(control, routine);
    mz_forked_lets(__func__);
    return once(control, routine, MZ_PC);
}

MZ_EXPORT int call_once(pthread_once_t *control, void (*routine)(void))
{
    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(pthread_once)(control, routine);
    return once(control, routine, MZ_PC);
}
