/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "symbols/names.h"

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

/* The step that allocated it, if it was told. */
static const struct mz_step *allocation_of(const struct mz_account *account,
                                           const struct mz_block_note *block)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].action == MZ_ACTION_MALLOC &&
            account->steps[i].address == block->address)
            return &account->steps[i];
    return NULL;
}

static void find_birth(const struct mz_narrator *n,
                       const struct mz_block_note *block,
                       struct mz_block_birth *birth)
{
    const struct mz_step *step =
        allocation_of(&n->report->region->account, block);
    struct mz_frame frame;

    birth->callers[birth->caller_count++] = block->allocated_pc - 1;
    for (unsigned i = 0; step && i < step->sight.depth; i++)
        if (i || step->sight.pcs[0] != block->allocated_pc)
            birth->callers[birth->caller_count++] = step->sight.pcs[i] - 1;
    for (unsigned i = 0; i < birth->caller_count; i++) {
        birth->place = birth->callers[i] + 1;
        if (mz_narrator_place(n, birth->place, &frame) &&
            mz_narrator_is_users(&frame))
            return;
    }
    birth->place = block->allocated_pc;
}

bool mz_narrator_find_births(struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;

    n->births = calloc(account->block_count + 1, sizeof *n->births);
    for (uint32_t i = 0; n->births && i < account->block_count; i++)
        find_birth(n, &account->blocks[i], &n->births[i]);
    return n->births;
}

void mz_narrator_forget_births(struct mz_narrator *n)
{
    for (uint32_t i = 0;
         n->births && i < n->report->region->account.block_count; i++)
        free(n->births[i].key);
    free(n->births);
}

struct mz_block_birth *mz_narrator_birth(const struct mz_narrator *n,
                                         const struct mz_block_note *block)
{
    return &n->births[block - n->report->region->account.blocks];
}

bool mz_narrator_birthplace(const struct mz_narrator *n,
                            const struct mz_block_note *block,
                            struct mz_frame *out)
{
    return mz_narrator_place(n, mz_narrator_birth(n, block)->place, out);
}

bool mz_narrator_deathplace(const struct mz_narrator *n,
                            const struct mz_block_note *block,
                            struct mz_frame *out)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->action == MZ_ACTION_FREE && step->address == block->address)
            return mz_narrator_step_place(n, step, out);
    }
    return mz_narrator_place(n, block->freed_pc, out);
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

        if (n->births[i].place != mz_narrator_birth(n, block)->place ||
            b->size != block->size)
            continue;
        all++;
        before += b->address < block->address;
    }
    if (all > 1)
        mz_phrase_add(phrase, " (#%u)", before + 1);
}

void mz_narrator_add_birthplace(const struct mz_narrator *n,
                                const struct mz_block_note *block, bool in_full,
                                struct mz_phrase *phrase)
{
    const char *near = n->manner.file, *file;
    struct mz_frame frame;

    if (mz_narrator_birthplace(n, block, &frame) &&
        mz_narrator_is_users(&frame)) {
        file = mz_text_last_part(frame.file);
        if (near && !strcmp(mz_text_last_part(near), file))
            file = "";
        mz_phrase_add(phrase, "%s%s:%u", in_full ? " allocated at " : " from ",
                      in_full ? frame.file : file, frame.line);
    }
}

struct mz_block_part mz_narrator_part(const struct mz_narrator *n,
                                      const struct mz_block_note *block,
                                      uint64_t address, unsigned size)
{
    return (struct mz_block_part){
        .callers = mz_narrator_birth(n, block)->callers,
        .caller_count = mz_narrator_birth(n, block)->caller_count,
        .block_size = block->size,
        .offset = address - block->address,
        .size = size,
    };
}

const char *mz_narrator_last_name(const char *type)
{
    const char *last = type;
    int depth = 0;

    for (const char *at = type; *at; at++) {
        if (*at == '<')
            depth++;
        else if (*at == '>')
            depth--;
        else if (*at == ' ' && !depth)
            return type;
        else if (at[0] == ':' && at[1] == ':' && !depth)
            last = at + 2;
    }
    return last;
}

void mz_narrator_add_kind(const struct mz_narrator *n,
                          const struct mz_block_note *block, bool with_size,
                          struct mz_phrase *phrase)
{
    struct mz_block_part part = mz_narrator_part(n, block, block->address, 0);
    char type[MZ_PHRASE / 2];

    if (mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        mz_phrase_add(phrase, "%s",
                      with_size                ? type
                      : mz_names_is_node(type) ? "node"
                                               : mz_narrator_last_name(type));
    else if (with_size)
        mz_phrase_add(phrase, "heap block of %lu byte%s",
                      (unsigned long)block->size, block->size == 1 ? "" : "s");
    else
        mz_phrase_add(phrase, "heap block");
}

void mz_narrator_allocated(const struct mz_narrator *n,
                           const struct mz_block_note *block,
                           struct mz_phrase *phrase)
{
    struct mz_block_part part = mz_narrator_part(n, block, block->address, 0);
    char type[MZ_PHRASE / 2];

    if (mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        mz_phrase_add(phrase, " for %s", type);
    mz_narrator_ordinal(n, block, phrase);
}
