/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/announced.h"

#include "runtime/turn.h"

enum { KEPT = 16, WORD = 64, NEAR = 128 };

struct hook {
    uint64_t address, pc;
    size_t size;
    uint64_t left;     /* bit i: byte i has not been accessed; small ones */
    uint32_t position; /* in the execution */
    bool write;
    bool near;         /* only for code around pc */
};

struct call {
    uint64_t address;
    size_t size;
    const char *frame; /* NULL: it has returned */
    bool write;
};

/* The latest of a thread are at next - 1, next - 2, ... */
static struct thread {
    unsigned next_hook, next_call;
    struct hook hooks[KEPT];
    struct call calls[KEPT];
} threads[MZ_MAX_THREADS];

void mz_announced_thread(mz_tid t)
{
    threads[t] = (struct thread){0};
}

static uint64_t low_bits(size_t count)
{
    return count >= WORD ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

/* Who calls a hook in a frame above that of a call is not within it. */
static void drop_returned(struct thread *thread, const char *frame)
{
    for (unsigned i = 0; i < KEPT; i++)
        if (thread->calls[i].frame < frame)
            thread->calls[i].frame = NULL;
}

void mz_announced_hook(const struct mz_touch *touch, const void *frame)
{
    struct thread *thread = &threads[mz_rt.self];

    drop_returned(thread, frame);
    thread->hooks[thread->next_hook++ % KEPT] = (struct hook){
        .address = touch->address,
        .pc = touch->pc,
        .size = touch->size,
        .left = low_bits(touch->size),
        .position = mz_turns.position,
        .write = touch->write,
    };
}

void mz_announced_load(const struct mz_touch *touch)
{
    struct thread *thread = &threads[mz_rt.self];

    thread->hooks[thread->next_hook++ % KEPT] = (struct hook){
        .address = touch->address,
        .pc = touch->pc,
        .size = touch->size,
        .position = mz_turns.position,
        .near = true,
    };
}

void mz_announced_call(const struct mz_touch *touch, const void *frame)
{
    struct thread *thread = &threads[mz_rt.self];

    thread->calls[thread->next_call++ % KEPT] = (struct call){
        .address = touch->address,
        .size = touch->size,
        .frame = frame,
        .write = touch->write,
    };
}

/* ---- a compiler's -------------------------------------------------------- */

/* With --plain=interleave each plain access is a visible operation. */
static bool is_fresh(const struct hook *hook)
{
    return hook->size && (mz_rt.interleaving ||
                          mz_turns.atomic == mz_rt.self ||
                          hook->position == mz_turns.position);
}

/* Which of the bytes from `address` on it speaks of; bit 0 is the first. Large
 * announcements are not used up. */
static uint64_t bytes_of(const struct hook *hook, uint64_t address, bool again)
{
    uint64_t bytes = hook->size > WORD || again ? low_bits(hook->size)
                                                : hook->left;

    if (address >= hook->address + hook->size ||
        hook->address >= address + WORD)
        return 0;
    if (address < hook->address)
        return bytes << (hook->address - address);
    if (hook->size > WORD)
        return low_bits(hook->address + hook->size - address);
    return bytes >> (address - hook->address);
}

static void use_up(struct hook *hook, uint64_t address, uint64_t bytes)
{
    if (address < hook->address)
        hook->left &= ~(bytes >> (hook->address - address));
    else if (address - hook->address < WORD)
        hook->left &= ~(bytes << (address - hook->address));
}

/* Of up to 64 bytes those that no announcement covers. */
static uint64_t uncovered(const struct mz_touch *touch)
{
    struct thread *thread = &threads[mz_rt.self];
    uint64_t need = low_bits(touch->size);

    for (unsigned i = 1; i <= KEPT && need; i++) {
        struct hook *hook = &thread->hooks[(thread->next_hook - i) % KEPT];
        uint64_t bytes = need & bytes_of(hook, touch->address, false);

        if (!bytes || hook->write != touch->write || !is_fresh(hook) ||
            !mz_code_same_module(hook->pc, touch->pc))
            continue;
        use_up(hook, touch->address, bytes);
        need &= ~bytes;
    }
    return need;
}

/* Of a read: has any of its bytes been announced, used up or not? */
static bool is_read_again(const struct mz_touch *touch)
{
    const struct thread *thread = &threads[mz_rt.self];

    for (unsigned i = 0; i < KEPT; i++) {
        const struct hook *hook = &thread->hooks[i];

        if (is_fresh(hook) &&
            (!hook->near || touch->pc - hook->pc + NEAR < 2 * NEAR) &&
            bytes_of(hook, touch->address, true) & low_bits(touch->size) &&
            mz_code_same_module(hook->pc, touch->pc))
            return true;
    }
    return false;
}

static bool is_covered(const struct mz_touch *touch)
{
    return !uncovered(touch) || (!touch->write && is_read_again(touch));
}

bool mz_announced_by_hook(const struct mz_touch *touch)
{
    struct mz_touch part = *touch;

    for (size_t left = touch->size; left; left -= part.size) {
        part.size = left < WORD ? left : WORD;
        if (!is_covered(&part))
            return false;
        part.address += part.size;
    }
    return true;
}

/* ---- a call's ------------------------------------------------------------ */

/* The end of what calls write from `address` on; itself: nothing. */
static uint64_t written_until(const struct thread *thread, uint64_t address)
{
    for (unsigned i = 0; i < KEPT; i++) {
        const struct call *call = &thread->calls[i];

        if (call->frame && call->write && address - call->address < call->size)
            return call->address + call->size;
    }
    return address;
}

static bool is_written_by_call(const struct thread *thread,
                               const struct mz_touch *touch)
{
    uint64_t address = touch->address, end = address + touch->size, next;

    for (; address < end; address = next) {
        next = written_until(thread, address);
        if (next == address)
            return false;
    }
    return true;
}

bool mz_announced_by_call(const struct mz_touch *touch)
{
    const struct thread *thread = &threads[mz_rt.self];

    if (touch->write)
        return is_written_by_call(thread, touch);
    for (unsigned i = 0; i < KEPT; i++) {
        const struct call *call = &thread->calls[i];

        if (call->frame && touch->address < call->address + call->size &&
            call->address < touch->address + touch->size)
            return true;
    }
    return false;
}
