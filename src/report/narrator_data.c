/* SPDX-License-Identifier: Apache-2.0 */
/* What the narrator calls data: variables, heap blocks, values. */
#include "report/narrator.h"

#include "symbols/phrase.h"

#include <string.h>

enum { NEARBY = 64 }; /* bytes: what is so near to a block is told by it */

static bool has(const struct mz_block_note *block, uint64_t address,
                uint64_t margin)
{
    return address - block->address + margin < block->size + 2 * margin ||
           address == block->address;
}

const struct mz_block_note *mz_narrator_block(const struct mz_narrator *n,
                                              uint64_t address)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint64_t margin = 0; margin <= NEARBY; margin += NEARBY)
        for (uint32_t i = 0; i < account->block_count; i++)
            if (has(&account->blocks[i], address, margin))
                return &account->blocks[i];
    return NULL;
}

/* By address, which is the order in which a thread allocates. */
void mz_narrator_ordinal(const struct mz_narrator *n,
                         const struct mz_block_note *block,
                         struct mz_phrase *phrase)
{
    const struct mz_account *account = &n->report->region->account;
    unsigned before = 0, all = 0;

    for (uint32_t i = 0; i < account->block_count; i++) {
        const struct mz_block_note *b = &account->blocks[i];

        if (b->allocated_pc != block->allocated_pc || b->size != block->size)
            continue;
        all++;
        before += b->address < block->address;
    }
    if (all > 1)
        mz_phrase_add(phrase, " (#%u)", before + 1);
}

static void add_birthplace(const struct mz_narrator *n,
                           const struct mz_block_note *block, bool in_full,
                           struct mz_phrase *phrase)
{
    struct mz_frame frame;
    const char *slash;

    if (mz_narrator_place(n, block->allocated_pc, &frame) && frame.file) {
        slash = strrchr(frame.file, '/');
        mz_phrase_add(phrase, "%s%s:%u", in_full ? " allocated at " : " ",
                      in_full || !slash ? frame.file : slash + 1, frame.line);
    }
    mz_narrator_ordinal(n, block, phrase);
}

static struct mz_heap_part part_of(const struct mz_block_note *block,
                                   uint64_t address, unsigned size)
{
    return (struct mz_heap_part){
        .allocated = block->allocated_pc - 1,
        .block_size = block->size,
        .offset = address - block->address,
        .size = size,
    };
}

/* `count[2] of `, `byte 8 of `; nothing for the whole of it. */
static void add_part(const struct mz_narrator *n,
                     const struct mz_heap_part *part, struct mz_phrase *phrase)
{
    char member[MZ_PHRASE / 2];

    if (mz_symbols_member(n->symbols, part, member, sizeof member)) {
        if (*member)
            mz_phrase_add(phrase, "%s of ", member);
    } else if (part->offset) {
        mz_phrase_add(phrase, "byte %ld of ", (long)part->offset);
    }
}

static bool name_block(const struct mz_narrator *n, uint64_t address,
                       unsigned size, char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_heap_part part;

    if (!block)
        return false;
    part = part_of(block, address, size);
    /* Of all the block, as free, malloc and overflows have it. */
    if (size || part.offset)
        add_part(n, &part, &phrase);
    mz_phrase_add(&phrase, "heap block of %lu byte%s",
                  (unsigned long)block->size, block->size == 1 ? "" : "s");
    add_birthplace(n, block, true, &phrase);
    return true;
}

static bool name_stack(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    char thread[MZ_PHRASE];

    for (unsigned t = 0; t < MZ_WIDE_THREADS; t++) {
        if (!region->stacks[t] ||
            address - region->stacks[t] >= region->stack_size)
            continue;
        mz_narrator_thread(n, t, thread);
        snprintf(out, MZ_PHRASE, "local variable of thread %.200s (0x%lx)",
                 thread, (unsigned long)address);
        return true;
    }
    return false;
}

void mz_narrator_object(const struct mz_narrator *n, uint64_t address,
                        unsigned size, char out[MZ_PHRASE])
{
    if (address - MZ_DESCRIPTOR_ADDRESS < 1 << 20)
        snprintf(out, MZ_PHRASE, "fd %d",
                 (int)(address - MZ_DESCRIPTOR_ADDRESS));
    else if (!mz_symbols_object(n->symbols, address, size, out, MZ_PHRASE) &&
             !name_block(n, address, size, out) && !name_stack(n, address, out))
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)address);
}

/* A pointer to a heap block, which no debug information tells of. */
static bool name_target(const struct mz_narrator *n, uint64_t bits,
                        char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, bits);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!block || bits - block->address > block->size)
        return false;
    mz_phrase_add(&phrase, "heap block");
    add_birthplace(n, block, false, &phrase);
    if (bits != block->address)
        mz_phrase_add(&phrase, "+%lu", (unsigned long)(bits - block->address));
    return true;
}

static bool name_member_value(const struct mz_narrator *n, uint64_t address,
                              unsigned size, uint64_t bits, char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    struct mz_heap_part part;

    if (!block)
        return false;
    part = part_of(block, address, size);
    return mz_symbols_member_value(n->symbols, &part, bits, out, MZ_PHRASE);
}

void mz_narrator_value(const struct mz_narrator *n, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE])
{
    if (size == sizeof bits && name_target(n, bits, out))
        return;
    if (mz_symbols_value(n->symbols, address, size, bits, out, MZ_PHRASE) ||
        name_member_value(n, address, size, bits, out))
        return;
    if (bits < 1 << 20)
        snprintf(out, MZ_PHRASE, "%lu", (unsigned long)bits);
    else
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)bits);
}

void mz_narrator_condition(const struct mz_narrator *n,
                           const struct mz_blocked_thread *blocked,
                           char out[MZ_PHRASE])
{
    unsigned condition = blocked->condition & ~MZ_CONDITION_SIGNED;
    char object[MZ_PHRASE], value[MZ_PHRASE], number[MZ_PHRASE];

    mz_narrator_object(n, blocked->address, blocked->size, object);
    mz_narrator_value(n, blocked->address, blocked->size, blocked->value,
                      value);
    mz_narrator_value(n, blocked->address, blocked->size, blocked->number,
                      number);
    snprintf(out, MZ_PHRASE, "%.200s %s %.100s (now %.100s)", object,
             condition < MZ_CONDITION_COUNT ? mz_condition_names[condition]
                                            : "?",
             number, value);
}
