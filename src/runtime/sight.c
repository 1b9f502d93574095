/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/sight.h"

#include <unwind.h>

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

void mz_sight_take(struct mz_arena *arena)
{
    kept = mz_arena_take(arena, MZ_MAX_THREADS * sizeof *kept);
}

void mz_sight_reset(void)
{
    for (unsigned t = 0; mz_rt.tracing && t < MZ_MAX_THREADS; t++)
        kept[t].count = 0;
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
    if (s->word_count < MZ_SIGHT_WORDS && add_frame(s, frame, &word.frame))
        s->words[s->word_count++] = word;
}

static void look_for_pointers(struct mz_sight *s,
                              const struct mz_call_frame *frame,
                              const struct mz_block_note *block)
{
    uint64_t end = frame->cfa;

    if (end - frame->sp > 8 * WORDS)
        end = frame->sp + 8 * WORDS;
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++)
        if (frame->registers[i] - block->address < block->size)
            add_word(s, frame,
                     (struct mz_sight_word){.value = frame->registers[i],
                                            .reg = i});
    for (uint64_t at = frame->sp; at + 8 <= end; at += 8)
        if (*(const uint64_t *)at - block->address < block->size)
            add_word(s, frame,
                     (struct mz_sight_word){.value = *(const uint64_t *)at,
                                            .address = at});
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

static void look_at_thread(struct mz_sight *s, mz_tid t,
                           const struct mz_block_note *block)
{
    for (uint32_t i = 0; i < kept[t].count; i++)
        look_for_pointers(s, &kept[t].at[i], block);
}

/* The running thread's frames, then those of others; which stand still. */
static void look_at_heap(struct mz_sight *s, const struct mz_block_note *block)
{
    look_at_thread(s, mz_rt.self, block);
    MZ_EACH(rest, mz_turns.live)
        if (mz_tset_first(rest) != mz_rt.self)
            look_at_thread(s, mz_tset_first(rest), block);
}

void mz_sight_clear(struct mz_sight *s)
{
    s->depth = s->frame_count = s->word_count = 0;
}

bool mz_sight_has_room(void)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];
    uint64_t left =
        (uint64_t)__builtin_frame_address(0) - (uint64_t)fiber->stack;

    return left > ROOM && left < fiber->top - (uint64_t)fiber->stack;
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
