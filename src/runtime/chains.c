/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/chains.h"

#include <link.h>

#include "runtime/audit.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/snapshot.h"

enum {
    MOST_BLOCKS = 160,
    WORDS = 64,              /* of a block that are looked at */
    MOST_PARTS = 16,         /* of the program's variables */
    VARIABLE_WORDS = 1 << 14, /* that are looked at, in all */
    NONE = UINT8_MAX,
};

/* A block that was met, and by which pointer: one in another block. */
struct stop {
    uint64_t address, size;
    struct mz_sight_link by;
    uint8_t before; /* the stop of that block; NONE: it was a word */
    uint8_t depth;  /* how many links led here */
};

struct mz_chains {
    struct mz_block_note sought;
    unsigned stop_count, found_count;
    struct stop stops[MOST_BLOCKS];
    uint8_t first[MZ_SIGHT_CHAINS]; /* the stop that a chain begins at */
    unsigned part_count;
    struct part {
        const uint64_t *from, *to;
    } parts[MOST_PARTS];
    bool knows_parts;
};

struct mz_chains *mz_chains_take(struct mz_arena *arena)
{
    return mz_arena_take(arena, sizeof(struct mz_chains));
}

void mz_chains_reset(struct mz_chains *c)
{
    c->knows_parts = false;
}

void mz_chains_seek(struct mz_chains *c, const struct mz_block_note *sought)
{
    c->sought = *sought;
    c->stop_count = c->found_count = 0;
}

static bool is_in(uint64_t value, uint64_t address, uint64_t size)
{
    return value - address < size;
}

/* A block may be met once by so many links: what leads there by fewer need be
 * no variable that has a name. */
static bool is_known(const struct mz_chains *c, uint64_t value, unsigned depth)
{
    for (unsigned i = 0; i < c->stop_count; i++)
        if (c->stops[i].depth == depth &&
            is_in(value, c->stops[i].address, c->stops[i].size))
            return true;
    return false;
}

/* Where the value leads to is looked at later. */
static void go(struct mz_chains *c, struct mz_sight_link by, unsigned before)
{
    unsigned depth = before == NONE ? 0 : c->stops[before].depth + 1;
    struct mz_block_note block;

    if (c->stop_count == MOST_BLOCKS || !mz_heap_has(by.value) ||
        is_in(by.value, c->sought.address, c->sought.size) ||
        is_known(c, by.value, depth) || !mz_heap_describe(by.value, &block) ||
        block.freed_pc || !is_in(by.value, block.address, block.size))
        return;
    c->stops[c->stop_count++] = (struct stop){
        .address = block.address,
        .size = block.size,
        .by = by,
        .before = before,
        .depth = depth,
    };
}

void mz_chains_meet(struct mz_chains *c, uint64_t value)
{
    go(c, (struct mz_sight_link){.value = value}, NONE);
}

static void arrive(struct mz_chains *c, struct mz_sight_link by, unsigned at,
                   struct mz_sight_chain *chain)
{
    chain->length = c->stops[at].depth + 1;
    for (unsigned i = chain->length; i-- > 0;) {
        chain->links[i] = by;
        by = c->stops[at].by;
        if (i)
            at = c->stops[at].before;
    }
    c->first[c->found_count++] = at;
}

static void look_into(struct mz_chains *c, unsigned at,
                      struct mz_sight_chain out[MZ_SIGHT_CHAINS])
{
    const uint64_t *word = (const uint64_t *)c->stops[at].address;
    uint64_t count = c->stops[at].size / sizeof *word;

    for (uint64_t i = 0; i < count && i < WORDS; i++) {
        struct mz_sight_link by = {(uint64_t)&word[i], word[i]};

        if (!is_in(by.value, c->sought.address, c->sought.size)) {
            if (c->stops[at].depth + 1 < MZ_SIGHT_LINKS)
                go(c, by, at);
        } else if (c->found_count < MZ_SIGHT_CHAINS) {
            arrive(c, by, at, &out[c->found_count]);
        }
    }
}

unsigned mz_chains_find(struct mz_chains *c,
                        struct mz_sight_chain out[MZ_SIGHT_CHAINS])
{
    MZ_AUDIT_OWN_WORK;

    for (unsigned i = 0;
         i < c->stop_count && c->found_count < MZ_SIGHT_CHAINS; i++)
        look_into(c, i, out);
    return c->found_count;
}

bool mz_chains_begins(const struct mz_chains *c, unsigned chain,
                      uint64_t value)
{
    const struct stop *first = &c->stops[c->first[chain]];

    return is_in(value, first->address, first->size);
}

/* ---- the program's variables --------------------------------------------- */

static struct mz_chains *listing; /* while its parts are listed */

static void add_parts(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *start = (char *)info->dlpi_addr + p->p_vaddr;
        uint64_t from;

        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W) ||
            listing->part_count == MOST_PARTS)
            continue;
        from = (uint64_t)mz_snapshot_after_relro(info, start);
        from = (from + 7) & -(uint64_t)8;
        listing->parts[listing->part_count++] = (struct part){
            (const uint64_t *)from,
            (const uint64_t *)((uint64_t)(start + p->p_memsz) &
                               -(uint64_t)8),
        };
    }
}

/* Those of libraries that are loaded later are not among them. */
static void list_parts(struct mz_chains *c)
{
    listing = c;
    c->part_count = 0;
    c->knows_parts = true;
    mz_modules_own(add_parts);
}

void mz_chains_variables(struct mz_chains *c, void *context,
                         void (*visit)(void *context, const uint64_t *word))
{
    unsigned left = VARIABLE_WORDS;

    if (!c->knows_parts)
        list_parts(c);
    for (unsigned i = 0; i < c->part_count; i++)
        for (const uint64_t *at = c->parts[i].from;
             at < c->parts[i].to && left; at++, left--)
            if (mz_heap_has(*at))
                visit(context, at);
}
