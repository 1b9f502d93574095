/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The system call futex: threads that sleep at a word, and are woken up by the
 * word's address. op/futex.h tells what a wait consists of, and who is woken
 * up. A wake does not touch the word, which may be gone by then.
 *
 * The kernel keeps the queue of a futex; here it is in a table
 * (futex_queue.h). Nobody wakes up without a wake, and no signal
 * interrupts a wait. There is no time: a wait with a time limit may time out
 * whenever nobody has woken the thread up.
 */
#define _GNU_SOURCE
#include "runtime/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <time.h>

#include "runtime/across.h"
#include "runtime/audit.h"
#include "runtime/duration.h"
#include "runtime/futex_change.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/sent_signal.h"
#include "runtime/weak.h"

void mz_futex_tell(uint64_t word, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, word, sizeof(uint32_t), 0, 0, 0, pc);
}

void mz_futex_check_room(const struct mz_futex_queue *queue)
{
    if (mz_futex_is_full(queue->state))
        mz_unsupported(FUTEX_WAKES);
}

void mz_futex_check_wakes(const struct mz_futex_queue *queue, uint64_t number)
{
    mz_futex_check_room(queue);
    if (!mz_futex_has_room(queue->state, number))
        mz_unsupported(FUTEX_SOME);
}

static long fail_with(int error)
{
    errno = error;
    return -1;
}

static bool is_aligned(uint64_t word)
{
    return word % sizeof(uint32_t) == 0;
}

/* ---- waiting ------------------------------------------------------------- */

/* When a wait is over, if it was not before. */
struct limit {
    int clock;
    bool is_absolute;
    const struct timespec *end; /* NULL: never */
};

/* What a limit is to a loop. */
static uint64_t told_of(const struct limit *limit)
{
    return (uint64_t)limit->end ^ (uint64_t)limit->clock << 56 ^
           (uint64_t)limit->is_absolute << 63;
}

void mz_futex_read_word(uint64_t word, uint32_t held, uint64_t pc)
{
    const struct mz_visible v =
        mz_visible_access(MZ_READ, word, sizeof(uint32_t));
    struct mz_race race;

    if (mz_rt.detecting &&
        mz_race_detector_load(mz_self(), word, sizeof(uint32_t), MZ_RELAXED, pc,
                              &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
    mz_visible_end(&v, MZ_READ, held, held);
}

/* Comes to the word, and to all others that use it or its queue. The call tells
 * what it is about, so that a thread that comes to it again is known. */
static void come_to_wait(const struct mz_futex_queue *queue, uint32_t expected,
                         const struct limit *limit, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_READ, /* of nothing yet */
        .address = queue->word,
        .action = MZ_ACTION_FUTEX_WAIT,
        .pc = pc,
        .tells_all = true,
        .number = expected,
        .operands = {queue->key, told_of(limit)},
    };

    mz_atomic_block_begin_at(&v);
    if (MZ_UNLIKELY(mz_rt.watching))
        mz_loop_note_read(queue->word, sizeof expected);
}

/* One event, in which the thread begins to sleep if the word holds that. */
static void record_wait(const struct mz_visible *v, uint64_t word,
                        uint32_t held, bool sleeps)
{
    const struct mz_op_operand operand = {
        .number = sleeps,
        .thread = mz_self(),
    };
    uint64_t *state = v->state;

    mz_visible_end(v, MZ_FUTEX_WAIT, sleeps, *state);
    mz_futex_read_word(word, held, v->pc);
    mz_turns.atomic_value = mz_turns.atomic_value << 1 | sleeps;
    mz_op_after(MZ_FUTEX_WAIT, state, &operand);
    mz_atomic_block_end();
}

/* An event of a thread that has come to it, and changes the queue alone. */
static void change_queue(struct mz_futex_queue *queue, enum mz_op kind,
                         uint64_t pc)
{
    const struct mz_visible v =
        mz_futex_operation(queue, kind, MZ_ACTION_FUTEX_WAIT, pc);

    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    mz_futex_check_room(queue);
    mz_visible_apply(&v, MZ_SYNC_NONE);
}

/* As the kernel does, with nothing said of its order. */
static uint32_t load_word(uint64_t word, uint64_t pc)
{
    const struct mz_visible v =
        mz_visible_access(MZ_READ, word, sizeof(uint32_t));

    mz_weak_expect();
    mz_visible_begin(&v);
    return mz_weak_serve_ours(&(struct mz_weak_access){
        .address = word,
        .pc = pc,
        .size = sizeof(uint32_t),
        .kind = MZ_READ,
        .action = MZ_ACTION_LOAD,
    });
}

/* Where memory is weak. Nobody else comes to the queue before it is decided
 * whether the thread sleeps. The kernel has a full barrier before it takes the
 * lock. It is no order of the program's, that could be another, nor does it
 * synchronise, as far as races go. */
static bool begin_to_wait_weakly(struct mz_futex_queue *queue,
                                 uint32_t expected, uint64_t pc)
{
    bool sleeps;

    mz_local_fence(MZ_SEQ_CST);
    change_queue(queue, MZ_FUTEX_ENTER, pc);
    mz_plain_wake_for((const void *)queue->word);
    mz_plain_check(queue->word, sizeof expected, MZ_ACTION_FUTEX_WAIT, pc);
    sleeps = load_word(queue->word, pc) == expected;
    change_queue(queue, sleeps ? MZ_FUTEX_SLEEP : MZ_FUTEX_LEAVE, pc);
    return sleeps;
}

static bool begin_to_wait_at_once(struct mz_futex_queue *queue,
                                  uint32_t expected, const struct limit *limit,
                                  uint64_t pc)
{
    const struct mz_visible v =
        mz_futex_operation(queue, MZ_FUTEX_WAIT, MZ_ACTION_FUTEX_WAIT, pc);
    const uint32_t *memory = (const uint32_t *)queue->word;
    uint32_t held;

    mz_visible_needs_no_block(&v);
    mz_plain_wake_for(memory);
    come_to_wait(queue, expected, limit, pc);
    mz_plain_check(queue->word, sizeof *memory, MZ_ACTION_FUTEX_WAIT, pc);
    mz_futex_check_room(queue);
    held = *memory;
    record_wait(&v, queue->word, held, held == expected);
    return held == expected;
}

/* Does the thread sleep now? If so, this is its ticket. */
static bool begin_to_wait(struct mz_futex_queue *queue, uint32_t expected,
                          const struct limit *limit, uint64_t pc,
                          uint64_t *ticket)
{
    bool sleeps = mz_rt.weak
                      ? begin_to_wait_weakly(queue, expected, pc)
                      : begin_to_wait_at_once(queue, expected, limit, pc);

    mz_futex_tell(queue->word,
                  sleeps ? MZ_ACTION_FUTEX_WAIT : MZ_ACTION_FUTEX_DIFFERS, pc);
    *ticket = mz_cond_ticket(queue->state & ~MZ_FUTEX_LOCKED);
    return sleeps;
}

/* A thread that was let go on by a requeue: is a wake of those that were left
 * for it? */
static bool takes_wake(struct mz_futex_queue *wakes, uint64_t ticket,
                       uint64_t pc)
{
    struct mz_visible v;

    if (!wakes)
        return false;
    v = mz_futex_operation(wakes, MZ_FUTEX_CHOSEN, MZ_ACTION_FUTEX_WAIT, pc);
    v.number = ticket;
    mz_visible_begin(&v);
    return mz_visible_apply(&v, MZ_SYNC_NONE) == MZ_FUTEX_CHOSEN;
}

/* The thread goes on in this queue: it is woken up or moved, or its time is
 * over. */
static enum mz_op leave(struct mz_futex_queue *queue, uint64_t ticket,
                        const struct limit *limit, uint64_t pc)
{
    struct mz_visible v =
        mz_futex_operation(queue, limit->end ? MZ_FUTEX_TIMED : MZ_FUTEX_TAKE,
                           MZ_ACTION_FUTEX_WAIT, pc);

    v.number = ticket;
    v.operands[0] = told_of(limit);
    v.tells_all = true;
    v.address = queue->word;
    mz_visible_begin(&v);
    v.address = 0;
    return mz_visible_apply(&v, MZ_SYNC_NONE);
}

/* The thread wakes up, or its time is over. Was it woken up? */
static bool sleep_in(struct mz_futex_queue *queue, uint64_t ticket,
                     const struct limit *limit, uint64_t pc)
{
    const struct mz_futex_move *move;

    for (;;) {
        if (leave(queue, ticket, limit, pc) == MZ_FUTEX_TIMED_OUT) {
            mz_futex_tell(queue->word, MZ_ACTION_FUTEX_TIMED_OUT, pc);
            return false;
        }
        move = mz_futex_move_of(queue, ticket);
        if (!move || takes_wake(move->wakes, ticket, pc))
            break;
        queue = move->to;
        ticket = move->new_ticket;
        mz_futex_tell(queue->word, MZ_ACTION_FUTEX_MOVED, pc);
    }
    mz_futex_tell(queue->word, MZ_ACTION_FUTEX_WOKEN, pc);
    return true;
}

static void let_pass(struct limit limit)
{
    if (limit.is_absolute)
        mz_time_sleep_until(limit.clock, limit.end);
    else
        mz_time_sleep(mz_nanoseconds_of(limit.end));
}

static bool is_limit(struct limit limit)
{
    return !limit.end ||
           (limit.end->tv_sec >= 0 && mz_time_is_limit(limit.clock, limit.end));
}

static long wait_at(uint64_t word, uint32_t mask, uint32_t expected,
                    struct limit limit, uint64_t pc)
{
    struct mz_futex_queue *queue;
    uint32_t held;
    uint64_t ticket;

    if (limit.end)
        mz_plain_read(limit.end, sizeof *limit.end, (void *)pc);
    if (!is_limit(limit) || !is_aligned(word))
        return fail_with(EINVAL);
    if (!mz_fault_read_half(word, &held))
        return fail_with(EFAULT);
    mz_sent_signal_must_not_interrupt(
        MZ_GAP_SIGNAL_INTERRUPTS, "syscall(SYS_futex, FUTEX_WAIT)", limit.end);
    queue = mz_futex_queue_of(word, mz_futex_class(mask));
    if (!begin_to_wait(queue, expected, &limit, pc, &ticket))
        return fail_with(EAGAIN);
    if (sleep_in(queue, ticket, &limit, pc))
        return 0;
    let_pass(limit);
    return fail_with(ETIMEDOUT);
}

/* ---- waking -------------------------------------------------------------- */

/* The kernel's number is signed; it wakes one where it is not positive. */
static uint64_t at_least_one(int32_t number)
{
    return number > 0 ? number : 1;
}

/* Nobody sleeps at the word with another mask than that of all bits, in any
 * execution: then one queue is all there is. */
static long wake_one_queue(uint64_t word, uint64_t number, uint64_t pc)
{
    struct mz_futex_queue *queue = mz_futex_queue_of(word, 0);
    struct mz_visible v =
        mz_futex_operation(queue, mz_rt.weak ? MZ_FUTEX_CALL : MZ_FUTEX_WAKE,
                           MZ_ACTION_FUTEX_WAKE, pc);
    uint64_t woken;

    v.number = number;
    v.tells_all = true;
    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    mz_futex_check_wakes(queue, number);
    woken = mz_futex_woken(queue->state, number);
    mz_visible_apply(&v, MZ_SYNC_NONE);
    mz_futex_tell(word, woken ? MZ_ACTION_FUTEX_WAKE : MZ_ACTION_FUTEX_NOBODY,
                  pc);
    return woken;
}

static long wake_at(uint64_t word, uint32_t mask, int32_t number, uint64_t pc)
{
    if (!is_aligned(word))
        return fail_with(EINVAL);
    return mz_futex_class_count() == 1
               ? wake_one_queue(word, at_least_one(number), pc)
               : mz_futex_wake_masks(word, at_least_one(number), mask, pc);
}

/* ---- two words ----------------------------------------------------------- */

static long answer(long result)
{
    return result < 0 ? fail_with(-result) : result;
}

/* The third argument is how many are moved at most, not a time. */
static long requeue(const long *a, bool compares, uint64_t pc)
{
    const uint32_t expected = a[5];
    const int32_t wakes = a[2], moves = a[3];
    const struct mz_futex_requeue r = {
        .word = a[0],
        .other = a[4],
        .wakes = wakes,
        .moves = moves,
        .expected = compares ? &expected : NULL,
    };
    uint32_t held;

    mz_effect_note(); /* it is counted */
    if (wakes < 0 || moves < 0 || !is_aligned(r.word) || !is_aligned(r.other))
        return fail_with(EINVAL);
    if (mz_rt.weak)
        mz_unsupported(WEAK_REQUEUE);
    if (compares && !mz_fault_read_half(r.word, &held))
        return fail_with(EFAULT);
    return answer(mz_futex_requeue(&r, pc));
}

static long wake_op(const long *a, uint64_t pc)
{
    const struct mz_futex_wake_op w = {
        .word = a[0],
        .other = a[4],
        .wakes = at_least_one(a[2]),
        .other_wakes = at_least_one(a[3]),
        .code = a[5],
    };
    uint32_t held;

    if (!is_aligned(w.word) || !is_aligned(w.other))
        return fail_with(EINVAL);
    if (mz_rt.weak)
        mz_unsupported(WEAK_WAKE_OP);
    if (!mz_fault_read_half(w.other, &held))
        return fail_with(EFAULT);
    if ((w.code >> 28 & 7) > FUTEX_OP_XOR)
        return fail_with(ENOSYS);
    if ((w.code >> 24 & 15) > FUTEX_OP_CMP_GE)
        mz_unsupported(FUTEX_COMPARISON);
    return answer(mz_futex_wake_op(&w, pc));
}

/* ---- the call ------------------------------------------------------------ */

static const char *const names[] = {
    [FUTEX_FD] = "syscall(SYS_futex, FUTEX_FD)",
    [FUTEX_LOCK_PI] = "syscall(SYS_futex, FUTEX_LOCK_PI)",
    [FUTEX_UNLOCK_PI] = "syscall(SYS_futex, FUTEX_UNLOCK_PI)",
    [FUTEX_TRYLOCK_PI] = "syscall(SYS_futex, FUTEX_TRYLOCK_PI)",
    [FUTEX_WAIT_REQUEUE_PI] = "syscall(SYS_futex, FUTEX_WAIT_REQUEUE_PI)",
    [FUTEX_CMP_REQUEUE_PI] = "syscall(SYS_futex, FUTEX_CMP_REQUEUE_PI)",
    [FUTEX_LOCK_PI2] = "syscall(SYS_futex, FUTEX_LOCK_PI2)",
};

static _Noreturn void refuse(unsigned command)
{
    mz_unsupported(CALL, .text = names[command]);
}

static bool has_mask(unsigned command)
{
    return command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
}

/* Is there such an operation? One with the clock of the day is not, where a
 * wait has no absolute limit. */
static bool is_known(unsigned command, long operation)
{
    if (command < MZ_COUNT(names) && names[command])
        return true;
    if (operation & FUTEX_CLOCK_REALTIME)
        return command == FUTEX_WAIT_BITSET;
    return command <= FUTEX_WAKE_BITSET;
}

long mz_futex(const long *a, uint64_t pc)
{
    unsigned command = a[1] & FUTEX_CMD_MASK;
    uint32_t mask = has_mask(command) ? a[5] : FUTEX_BITSET_MATCH_ANY;
    struct limit limit = {
        .clock = a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
        .is_absolute = command == FUTEX_WAIT_BITSET,
        .end = (const struct timespec *)a[3],
    };

    MZ_AUDIT_OWN_WORK;
    if (!is_known(command, a[1]))
        return fail_with(ENOSYS);
    if (!mask)
        return fail_with(EINVAL);
    switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        return wait_at(a[0], mask, a[2], limit, pc);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return wake_at(a[0], mask, a[2], pc);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
        return requeue(a, command == FUTEX_CMP_REQUEUE, pc);
    case FUTEX_WAKE_OP:
        return wake_op(a, pc);
    default:
        refuse(command);
    }
}
