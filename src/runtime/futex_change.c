/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/futex_change.h"

#include <errno.h>
#include <linux/futex.h>

#include "runtime/across.h"
#include "runtime/audit.h"
#include "runtime/futex.h"
#include "runtime/futex_queue.h"
#include "runtime/libc_family.h"

/* ---- the event ----------------------------------------------------------- */

enum { MAX_CHANGED = 3 * (1 + MZ_MAX_MASKS) };

/* Each of its queues, with what it was before. */
struct change {
    struct mz_futex_queue *queues[MAX_CHANGED];
    uint64_t before[MAX_CHANGED];
    unsigned count;
    uint64_t pc;
};

static void begin(enum mz_action action, uint64_t pc)
{
    const struct mz_visible v = {.action = action, .pc = pc};

    mz_visible_needs_no_block(&v);
    mz_atomic_block_begin();
}

static bool has(const struct change *c, const struct mz_futex_queue *queue)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->queues[i] == queue)
            return true;
    return false;
}

static void add(struct change *c, struct mz_futex_queue *queue)
{
    if (has(c, queue))
        return;
    mz_futex_check_room(queue);
    c->before[c->count] = queue->state;
    c->queues[c->count++] = queue;
}

/* Adds the queues at a word that a wake with this mask is for. */
static void add_word(struct change *c, uint64_t word, uint32_t mask)
{
    for (unsigned class = 0; class < mz_futex_class_count(); class++)
        if (mz_futex_mask(class) & mask)
            add(c, mz_futex_queue_of(word, class));
}

/* The accesses to all queues; the event goes on with memory, or ends. */
static void record(const struct change *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        const struct mz_visible
            change = mz_futex_operation(c->queues[i], MZ_FUTEX_CHANGE,
                                        MZ_ACTION_FUTEX_WAKE, c->pc),
            left = mz_futex_operation(c->queues[i], MZ_FUTEX_LEFT,
                                      MZ_ACTION_FUTEX_WAKE, c->pc);

        mz_visible_end(&change, change.kind, c->before[i], c->before[i]);
        mz_visible_end(&left, left.kind, c->queues[i]->state,
                       c->queues[i]->state);
    }
}

/* ---- waking -------------------------------------------------------------- */

/* Those who sleep at a word with certain masks. */
struct sleepers {
    uint64_t count;
    unsigned queues;             /* in so many queues */
    struct mz_futex_queue *last; /* one of these */
};

static struct sleepers find_sleepers(uint64_t word, uint32_t mask)
{
    struct sleepers all = {0};

    for (unsigned class = 0; class < mz_futex_class_count(); class++) {
        struct mz_futex_queue *queue;

        if (!(mz_futex_mask(class) & mask))
            continue;
        queue = mz_futex_queue_of(word, class);
        if (!mz_cond_waiting(queue->state))
            continue;
        all.count += mz_cond_waiting(queue->state);
        all.queues++;
        all.last = queue;
    }
    return all;
}

static void wake_in(struct mz_futex_queue *queue, uint64_t number)
{
    const struct mz_op_operand operand = {.number = number};

    mz_op_after(MZ_FUTEX_WAKE, &queue->state, &operand);
}

/* Which of several would be woken up, could be told by those that are left: a
 * later wake may be for some of them and not for others. */
static void check_choice(const struct sleepers *all, uint64_t number)
{
    if (all->queues > 1 && number && number < all->count)
        mz_unsupported(FUTEX_SOME_OF_MASKS);
}

static uint64_t wake(uint64_t word, uint32_t mask, uint64_t number)
{
    struct sleepers all = find_sleepers(word, mask);

    check_choice(&all, number);
    if (number < all.count) {
        mz_futex_check_wakes(all.last, number);
        wake_in(all.last, number);
        return number;
    }
    for (unsigned class = 0; class < mz_futex_class_count(); class++)
        if (mz_futex_mask(class) & mask)
            wake_in(mz_futex_queue_of(word, class), all.count);
    return all.count;
}

long mz_futex_wake_masks(uint64_t word, uint64_t number, uint32_t mask,
                         uint64_t pc)
{
    struct change c = {.pc = pc};
    uint64_t woken;

    begin(MZ_ACTION_FUTEX_WAKE, pc);
    add_word(&c, word, mask);
    woken = wake(word, mask, number);
    record(&c);
    mz_atomic_block_end();
    mz_futex_tell(word, woken ? MZ_ACTION_FUTEX_WAKE : MZ_ACTION_FUTEX_NOBODY,
                  pc);
    return woken;
}

/* ---- requeues ------------------------------------------------------------ */

/* As many begin to sleep; they have the same ticket. */
static uint64_t put_to_sleep(struct mz_futex_queue *queue, uint64_t number)
{
    const struct mz_op_operand sleeps = {.number = true};

    for (uint64_t i = 0; i < number; i++)
        mz_op_after(MZ_FUTEX_WAIT, &queue->state, &sleeps);
    return mz_cond_ticket(queue->state);
}

/* All of a queue are let go on: those who find a wake in what is left of it
 * are woken up, and all others moved. */
static void move_all(struct mz_futex_queue *from, struct mz_futex_queue *to,
                     struct mz_futex_queue *left)
{
    struct mz_futex_move *move = mz_futex_move_new();
    uint64_t sleeping = mz_cond_waiting(from->state);

    left->state = from->state;
    *move = (struct mz_futex_move){
        .from = from,
        .ticket = mz_cond_ticket(from->state),
        .wakes = from->state & MZ_COND_TOKENS ? left : NULL,
        .to = to,
    };
    wake_in(from, sleeping);
    move->new_ticket = put_to_sleep(to, sleeping);
}

static struct mz_futex_queue *what_is_left(uint32_t number, unsigned class)
{
    return mz_futex_queue_left(mz_self(), number, class);
}

/* How many it is for. */
static uint64_t requeue(const struct mz_futex_requeue *r, uint32_t number)
{
    struct sleepers all = find_sleepers(r->word, FUTEX_BITSET_MATCH_ANY);
    uint64_t woken = wake(r->word, FUTEX_BITSET_MATCH_ANY, r->wakes);
    uint64_t others = all.count - woken;

    if (r->word == r->other || !others || !r->moves)
        return woken + (others < r->moves ? others : r->moves);
    if (others > r->moves)
        mz_unsupported(FUTEX_REQUEUE_SOME);
    for (unsigned class = 0; class < mz_futex_class_count(); class++) {
        struct mz_futex_queue *from = mz_futex_queue_of(r->word, class);

        if (mz_cond_waiting(from->state))
            move_all(from, mz_futex_queue_of(r->other, class),
                     what_is_left(number, class));
    }
    return woken + others;
}

static void add_requeue(struct change *c, const struct mz_futex_requeue *r,
                        uint32_t number)
{
    add_word(c, r->word, FUTEX_BITSET_MATCH_ANY);
    add_word(c, r->other, FUTEX_BITSET_MATCH_ANY);
    for (unsigned class = 0; class < mz_futex_class_count(); class++)
        add(c, what_is_left(number, class));
}

/* Does the word hold something else? */
static bool differs(const struct mz_futex_requeue *r, uint64_t pc)
{
    if (!r->expected)
        return false;
    mz_plain_check(r->word, sizeof(uint32_t), MZ_ACTION_FUTEX_REQUEUE, pc);
    return *(const uint32_t *)r->word != *r->expected;
}

long mz_futex_requeue(const struct mz_futex_requeue *r, uint64_t pc)
{
    uint32_t number = mz_futex_count_requeue();
    struct change c = {.pc = pc};
    long met = -EAGAIN;

    if (r->expected)
        mz_plain_wake_for((const void *)r->word);
    begin(MZ_ACTION_FUTEX_REQUEUE, pc);
    add_requeue(&c, r, number);
    if (!differs(r, pc))
        met = requeue(r, number);
    record(&c);
    if (r->expected)
        mz_futex_read_word(r->word, *(const uint32_t *)r->word, pc);
    mz_atomic_block_end();
    mz_futex_tell(r->word,
                  met < 0 ? MZ_ACTION_FUTEX_NOT_EQUAL : MZ_ACTION_FUTEX_REQUEUE,
                  pc);
    return met;
}

/* ---- FUTEX_WAKE_OP ------------------------------------------------------- */

/* A part of the code of 12 bits, which has a sign. */
static int32_t number_at(uint32_t code, unsigned shift)
{
    return (int32_t)(code << (20 - shift)) >> 20;
}

static uint32_t updated(uint32_t code, uint32_t held)
{
    int32_t operand = number_at(code, 12);

    if (code >> 31)
        operand = 1u << (operand & 31);
    switch (code >> 28 & 7) {
    case FUTEX_OP_SET:
        return operand;
    case FUTEX_OP_ADD:
        return held + operand;
    case FUTEX_OP_OR:
        return held | operand;
    case FUTEX_OP_ANDN:
        return held & ~operand;
    default:
        return held ^ operand;
    }
}

static bool holds(uint32_t code, int32_t held)
{
    int32_t with = number_at(code, 0);

    switch (code >> 24 & 15) {
    case FUTEX_OP_CMP_EQ:
        return held == with;
    case FUTEX_OP_CMP_NE:
        return held != with;
    case FUTEX_OP_CMP_LT:
        return held < with;
    case FUTEX_OP_CMP_LE:
        return held <= with;
    case FUTEX_OP_CMP_GT:
        return held > with;
    default:
        return held >= with;
    }
}

/* The kernel's atomic operations that tell what was there are ordered like
 * those of C that are acquire and release at least. */
static void detect(uint64_t word, uint64_t pc)
{
    struct mz_race race;

    if (mz_rt.detecting &&
        mz_race_detector_update(mz_self(), word, sizeof(uint32_t), MZ_ACQ_REL,
                                pc, &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
}

/* It also reads what it has left, as of queues. */
static void record_update(uint64_t word, uint32_t held, uint32_t new)
{
    const struct mz_visible
        update = mz_visible_access(MZ_RMW, word, sizeof held),
        left = mz_visible_access(MZ_READ, word, sizeof held);

    mz_visible_end(&update, MZ_RMW, held, held);
    mz_visible_end(&left, MZ_READ, new, new);
}

static uint32_t update(const struct mz_futex_wake_op *w, uint64_t pc,
                       uint32_t *held)
{
    mz_plain_check(w->other, sizeof *held, MZ_ACTION_FUTEX_WAKE_OP, pc);
    detect(w->other, pc);
    *held = *(uint32_t *)w->other;
    return *(uint32_t *)w->other = updated(w->code, *held);
}

long mz_futex_wake_op(const struct mz_futex_wake_op *w, uint64_t pc)
{
    struct change c = {.pc = pc};
    uint32_t held, new;
    long woken;

    mz_plain_wake_for((const void *)w->other);
    begin(MZ_ACTION_FUTEX_WAKE_OP, pc);
    add_word(&c, w->word, FUTEX_BITSET_MATCH_ANY);
    add_word(&c, w->other, FUTEX_BITSET_MATCH_ANY);
    new = update(w, pc, &held);
    woken = wake(w->word, FUTEX_BITSET_MATCH_ANY, w->wakes);
    if (holds(w->code, held))
        woken += wake(w->other, FUTEX_BITSET_MATCH_ANY, w->other_wakes);
    record(&c);
    record_update(w->other, held, new);
    mz_atomic_block_end();
    mz_futex_tell(w->word, MZ_ACTION_FUTEX_WAKE_OP, pc);
    return woken;
}
