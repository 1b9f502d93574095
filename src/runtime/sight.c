/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/sight.h"

#include <unwind.h>

#include "runtime/chains.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

enum {
    KEPT = 16,    /* frames of each thread */
    FARTHEST = 256, /* frames that are walked over */
    WORDS = 512,  /* of a frame that are read */
    ROOM = 32 << 10, /* bytes of stack: so much the unwinder may need */
};

struct frames {
    uint32_t count;
    struct mz_call_frame at[KEPT]; /* the innermost first */
};

/* In the region, since a run may be a forked one. */
static struct frames *kept; /* by thread */
static struct mz_chains *chains;

void mz_sight_take(struct mz_arena *arena)
{
    kept = mz_arena_take(arena, MZ_MAX_THREADS * sizeof *kept);
    chains = mz_chains_take(arena);
}

void mz_sight_reset(void)
{
    for (unsigned t = 0; mz_rt.tracing && t < MZ_MAX_THREADS; t++)
        kept[t].count = 0;
    if (mz_rt.tracing)
        mz_chains_reset(chains);
}

/* ---- the frames of the running thread ------------------------------------ */

struct walk {
    struct frames *frames;
    struct mz_call_frame around; /* of the address that is sought */
    struct mz_call_frame last;
    uint64_t sought;
    unsigned steps;
    bool is_inside; /* `last` is one of the program's */
};

/* As DWARF numbers them: rbx rbp r12 .. r15. */
static const int preserved[MZ_FRAME_REGISTERS] = {3, 6, 12, 13, 14, 15};

/* The frame is known in full when its caller's is met. */
static void finish_frame(struct walk *walk, uint64_t cfa)
{
    struct frames *frames = walk->frames;

    walk->last.cfa = cfa;
    if (frames->count < KEPT)
        frames->at[frames->count++] = walk->last;
    if (walk->sought - walk->last.sp < cfa - walk->last.sp)
        walk->around = walk->last;
}

static _Unwind_Reason_Code look_at(struct _Unwind_Context *context,
                                   void *argument)
{
    struct walk *walk = argument;
    uint64_t pc = _Unwind_GetIP(context);
    uint64_t sp = _Unwind_GetCFA(context); /* its callee's */

    if (walk->is_inside)
        finish_frame(walk, sp);
    walk->is_inside = !mz_is_ours(pc);
    if (!pc || walk->steps++ == FARTHEST ||
        (walk->frames->count == KEPT && (!walk->sought || walk->around.pc)))
        return _URC_END_OF_STACK;
    if (!walk->is_inside)
        return _URC_NO_REASON;
    walk->last = (struct mz_call_frame){.pc = pc, .sp = sp};
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++)
        walk->last.registers[i] = _Unwind_GetGR(context, preserved[i]);
    return _URC_NO_REASON;
}

static void walk_frames(struct walk *walk)
{
    bool was_active = mz_rt.active;

    walk->frames->count = 0;
    mz_rt.active = false; /* the unwinder's calls are not the program's */
    _Unwind_Backtrace(look_at, walk);
    mz_rt.active = was_active;
}

/* ---- pointers to the object ---------------------------------------------- */

static bool same_frame(const struct mz_call_frame *a,
                       const struct mz_call_frame *b)
{
    return a->sp == b->sp && a->pc == b->pc;
}

/* Its number in the sight; there may be no room. */
static bool add_frame(struct mz_sight *s, const struct mz_call_frame *frame,
                      uint8_t *number)
{
    for (*number = 0; *number < s->frame_count; ++*number)
        if (same_frame(&s->frames[*number], frame))
            return true;
    if (s->frame_count == MZ_SIGHT_FRAMES)
        return false;
    s->frames[s->frame_count++] = *frame;
    return true;
}

static void add_word(struct mz_sight *s, const struct mz_call_frame *frame,
                     struct mz_sight_word word)
{
    if (s->word_count == MZ_SIGHT_WORDS)
        return;
    if (!frame)
        word.frame = MZ_SIGHT_VARIABLE;
    else if (!add_frame(s, frame, &word.frame))
        return;
    s->words[s->word_count++] = word;
}

/* What is done with a word that may be a pointer to a heap block. */
struct visitor {
    struct mz_sight *sight;
    const struct mz_block_note *block;
    void (*visit)(const struct visitor *, const struct mz_call_frame *,
                  struct mz_sight_word);
};

static void visit_frame(const struct visitor *v,
                        const struct mz_call_frame *frame)
{
    uint64_t end = frame->cfa;

    if (end - frame->sp > 8 * WORDS)
        end = frame->sp + 8 * WORDS;
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++)
        if (mz_heap_has(frame->registers[i]))
            v->visit(v, frame,
                     (struct mz_sight_word){.value = frame->registers[i],
                                            .reg = i});
    for (uint64_t at = frame->sp; at + 8 <= end; at += 8)
        if (mz_heap_has(*(const uint64_t *)at))
            v->visit(v, frame,
                     (struct mz_sight_word){.value = *(const uint64_t *)at,
                                            .address = at});
}

/* It points into the block itself. */
static void add_pointer(const struct visitor *v,
                        const struct mz_call_frame *frame,
                        struct mz_sight_word word)
{
    if (word.value - v->block->address < v->block->size)
        add_word(v->sight, frame, word);
}

static void meet(const struct visitor *v, const struct mz_call_frame *frame,
                 struct mz_sight_word word)
{
    (void)v, (void)frame;
    mz_chains_meet(chains, word.value);
}

/* It points into a block from which a chain leads to the block. */
static void add_root(const struct visitor *v, const struct mz_call_frame *frame,
                     struct mz_sight_word word)
{
    for (unsigned i = 0; i < v->sight->chain_count; i++)
        if (mz_chains_begins(chains, i, word.value)) {
            word.chain = i + 1;
            add_word(v->sight, frame, word);
        }
}

/* The frame of another thread that the address lies in. */
static void look_at_others(struct mz_sight *s, uint64_t address)
{
    uint8_t number;

    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        if (t == mz_rt.self || !mz_fiber_owns(t, address))
            continue;
        for (uint32_t i = 0; i < kept[t].count; i++)
            if (address - kept[t].at[i].sp <
                kept[t].at[i].cfa - kept[t].at[i].sp)
                add_frame(s, &kept[t].at[i], &number);
    }
}

static void visit_thread(const struct visitor *v, mz_tid t)
{
    for (uint32_t i = 0; i < kept[t].count; i++)
        visit_frame(v, &kept[t].at[i]);
}

static void visit_variable(void *context, const uint64_t *word)
{
    const struct visitor *v = context;

    v->visit(v, NULL,
             (struct mz_sight_word){.value = *word,
                                    .address = (uint64_t)word});
}

/* The running thread's frames, the program's variables, then the frames of
 * others; which stand still. */
static void visit_all(struct visitor *v)
{
    visit_thread(v, mz_rt.self);
    mz_chains_variables(chains, v, visit_variable);
    MZ_EACH(rest, mz_turns.live)
        if (mz_tset_first(rest) != mz_rt.self)
            visit_thread(v, mz_tset_first(rest));
}

static void look_at_heap(struct mz_sight *s, const struct mz_block_note *block)
{
    struct visitor v = {s, block, add_pointer};

    visit_all(&v);
    mz_chains_seek(chains, block);
    v.visit = meet;
    visit_all(&v);
    s->chain_count = mz_chains_find(chains, s->chains);
    v.visit = add_root;
    if (s->chain_count)
        visit_all(&v);
}

void mz_sight_clear(struct mz_sight *s)
{
    s->depth = s->frame_count = s->word_count = s->chain_count = 0;
}

bool mz_sight_has_room(void)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];
    uint64_t left =
        (uint64_t)__builtin_frame_address(0) - (uint64_t)fiber->stack;

    return left > ROOM && left < fiber->top - (uint64_t)fiber->stack;
}

bool mz_sight_frame(struct mz_call_frame *frame)
{
    const struct frames *frames = &kept[mz_rt.self];

    if (!frames->count)
        return false;
    *frame = frames->at[0];
    return true;
}

void mz_sight_add_pointed(struct mz_sight *s, uint64_t value)
{
    const struct frames *frames = &kept[mz_rt.self];
    uint8_t number;

    if (!s->depth || !mz_fiber_any_owns(value))
        return;
    if (!mz_fiber_owns(mz_rt.self, value)) {
        look_at_others(s, value);
        return;
    }
    for (uint32_t i = 0; i < frames->count; i++)
        if (value - frames->at[i].sp < frames->at[i].cfa - frames->at[i].sp)
            add_frame(s, &frames->at[i], &number);
}

void mz_sight_take_in(struct mz_sight *s, uint64_t address)
{
    struct frames *frames = &kept[mz_rt.self];
    struct mz_block_note block;
    struct walk walk = {.frames = frames, .last.pc = 0};
    uint8_t number;

    mz_sight_clear(s);
    if (!mz_sight_has_room())
        return;
    if (mz_fiber_any_owns(address) && mz_fiber_owns(mz_rt.self, address))
        walk.sought = address;
    walk_frames(&walk);
    for (uint32_t i = 0; i < frames->count && i < MZ_SIGHT_DEPTH; i++)
        s->pcs[s->depth++] = frames->at[i].pc;
    if (walk.around.pc)
        add_frame(s, &walk.around, &number);
    else if (mz_fiber_any_owns(address))
        look_at_others(s, address);
    else if (mz_heap_has(address) && mz_heap_describe(address, &block))
        look_at_heap(s, &block);
}
