/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <stdlib.h>
#include <string.h>

#include "symbols/members.h"
#include "symbols/names.h"

/* The element that a node of a container ends with. */
static bool add_element(const struct mz_narrator *n,
                        const struct mz_block_note *block, uint64_t bits,
                        struct mz_phrase *phrase)
{
    uint64_t rest = block->address + block->size - bits;
    struct mz_block_part part = mz_narrator_part(n, block, bits, rest);
    char text[MZ_PHRASE / 2];

    if (!part.offset || !rest || rest > UINT32_MAX ||
        !mz_symbols_member(n->symbols, &part, text, sizeof text) || *text ||
        !mz_symbols_member_type(n->symbols, &part, text, sizeof text))
        return false;
    mz_phrase_add(phrase, "%s", mz_narrator_last_name(text));
    return true;
}

/* `&count of `, `byte 8 of `, `the end of `; nothing for the beginning. */
static void add_target_part(const struct mz_narrator *n,
                            const struct mz_block_note *block, uint64_t bits,
                            struct mz_phrase *phrase)
{
    struct mz_block_part part = mz_narrator_part(n, block, bits, 0);
    char member[MZ_PHRASE / 2];

    if (!part.offset)
        return;
    if (part.offset == block->size)
        mz_phrase_add(phrase, "the end of ");
    else if (mz_symbols_member(n->symbols, &part, member, sizeof member) &&
             *member)
        mz_phrase_add(phrase, "&%s of ", member);
    else
        mz_phrase_add(phrase, "byte %lu of ", (unsigned long)part.offset);
}

/* A pointer to a heap block, which no debug information tells of: `struct queue
 * from f.c:9`. */
static bool name_target(const struct mz_narrator *n, uint64_t bits,
                        char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, bits);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!block || bits - block->address > block->size)
        return false;
    if (!add_element(n, block, bits, &phrase)) {
        add_target_part(n, block, bits, &phrase);
        mz_narrator_add_kind(n, block, false, &phrase);
    }
    mz_narrator_add_birthplace(n, block, false, &phrase);
    mz_narrator_ordinal(n, block, &phrase);
    return true;
}

/* `int[2]` has two, `int` one. */
static unsigned long elements_in(const char *type)
{
    const char *bracket = strrchr(type, '[');

    return bracket ? strtoul(bracket + 1, NULL, 10) : 1;
}

/* How many elements of the block are before that place. */
static bool count_before(const struct mz_narrator *n,
                         const struct mz_block_note *block, uint64_t address,
                         unsigned long *count)
{
    struct mz_block_part part = mz_narrator_part(n, block, address, 0);
    bool is_end = part.offset == block->size;
    char text[MZ_PHRASE / 2];

    *count = 0;
    if (!part.offset)
        return true;
    if (!is_end && mz_symbols_member(n->symbols, &part, text, sizeof text))
        *count = *text == '[' ? strtoul(text + 1, NULL, 10) : 0;
    else if (is_end &&
             mz_symbols_block_type(n->symbols, &part, text, sizeof text))
        *count = elements_in(text);
    return *count;
}

/* Where a std::vector's elements end, and its room does, in its own terms:
 * `begin() + 2`. Its block begins where the first element does; a std::deque's
 * blocks, of 512 bytes or one element, need not. */
static bool name_bound(const struct mz_narrator *n, const struct mz_seen *seen,
                       uint64_t bits, char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, bits);
    uint64_t offset = block ? bits - block->address : 0;
    char object[MZ_PHRASE];
    unsigned long count;

    if (!block || offset > block->size || block->size == 512)
        return false;
    mz_seen_name(n, seen, false, object, NULL);
    if (!mz_members_is_bound(object) ||
        !count_before(n, block, bits, &count))
        return false;
    snprintf(out, MZ_PHRASE, count ? "begin() + %lu" : "begin()", count);
    return true;
}

/* The frame may have been left since another step has written that address. */
static bool name_left(const struct mz_narrator *n, uint64_t address,
                      struct mz_seen *pointed, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        pointed->sight = &step->sight;
        if ((step->has_value & 1) && step->value == address &&
            mz_seen_local(n, pointed, out))
            return true;
    }
    return false;
}

/* `request in submit` of `request.id in submit`, where the variable begins:
 * what lies before it is another one. */
static void cut_to_variable(const struct mz_narrator *n,
                            const struct mz_seen *pointed, char name[MZ_PHRASE])
{
    struct mz_seen before = *pointed;
    size_t length = strcspn(name, ".[ ");
    char other[MZ_PHRASE];
    size_t whole;

    before.address--;
    if (!mz_names_scope(name, &whole) || name[length] == ' ' ||
        (mz_seen_local(n, &before, other) && !strncmp(name, other, length) &&
         strcspn(other, ".[ ") == length))
        return;
    memmove(name + length, name + whole, strlen(name + whole) + 1);
}

/* A pointer to a local variable: `&count in main`; if its frame is not known,
 * `a local variable of main.1`. */
static bool name_pointed_local(const struct mz_narrator *n,
                               const struct mz_seen *seen, uint64_t bits,
                               char out[MZ_PHRASE])
{
    struct mz_seen pointed = {bits, 0, seen->sight};
    unsigned owner = mz_narrator_stack_owner(n, bits);
    char name[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS)
        return false;
    if (mz_seen_local(n, &pointed, name) ||
        name_left(n, bits, &pointed, name)) {
        cut_to_variable(n, &pointed, name);
        snprintf(out, MZ_PHRASE, "&%.500s", name);
    } else {
        mz_narrator_thread(n, owner, name);
        snprintf(out, MZ_PHRASE, "a local variable of %.400s", name);
    }
    return true;
}

/* What a new block is filled with. */
static bool is_uninitialised(uint64_t bits, unsigned size)
{
    const uint64_t fresh = 0xbebebebebebebebe;

    return size > 1 && size <= 8 && bits == fresh >> (64 - 8 * size);
}

static bool name_heap_value(const struct mz_narrator *n,
                            const struct mz_seen *seen, uint64_t bits,
                            char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_block_part part;
    struct mz_way way;

    if (!block)
        return false;
    if (is_uninitialised(bits, seen->size)) {
        snprintf(out, MZ_PHRASE, "uninitialised");
        return true;
    }
    part = mz_narrator_part(n, block, seen->address, seen->size);
    return (mz_seen_way(n, seen, &way, out) &&
            mz_symbols_reached_value(n->symbols, &way.reach, bits, out,
                                     MZ_PHRASE)) ||
           mz_symbols_member_value(n->symbols, &part, bits, out, MZ_PHRASE);
}

/* What is written like this is where something lies that has no name. */
static enum mz_wording words_of_value(const char *value)
{
    return strncmp(value, "0x", 2) ? MZ_WORDING_SOURCE : MZ_WORDING_PLACE;
}

/* A pointer to a thread-local variable: `&mine of main.1`. */
static bool name_pointed_storage(const struct mz_narrator *n, uint64_t bits,
                                 char out[MZ_PHRASE])
{
    int64_t distance;
    unsigned owner = mz_narrator_storage_owner(n, bits, &distance);
    char name[MZ_PHRASE / 2], thread[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS ||
        !mz_symbols_thread_local_part(n->symbols, distance, name, sizeof name))
        return false;
    mz_narrator_thread(n, owner, thread);
    snprintf(out, MZ_PHRASE, "&%s of %.200s", name, thread);
    return true;
}

/* What a thread-local variable holds, by its type. */
static bool name_storage_value(const struct mz_narrator *n,
                               const struct mz_seen *seen, uint64_t bits,
                               char out[MZ_PHRASE])
{
    int64_t distance;

    return mz_narrator_storage_owner(n, seen->address, &distance) <
               MZ_WIDE_THREADS &&
           mz_symbols_thread_local_value(n->symbols, distance, seen->size, bits,
                                         out, MZ_PHRASE);
}

static enum mz_wording find_words(const struct mz_narrator *n,
                                  const struct mz_seen *seen, uint64_t bits,
                                  char out[MZ_PHRASE])
{
    if (seen->size == sizeof bits) {
        if (name_bound(n, seen, bits, out))
            return MZ_WORDING_SOURCE;
        if (name_target(n, bits, out))
            return MZ_WORDING_PLACE;
        if (name_pointed_storage(n, bits, out))
            return MZ_WORDING_SOURCE;
        if (name_pointed_local(n, seen, bits, out))
            return *out == '&' ? MZ_WORDING_SOURCE : MZ_WORDING_PLACE;
    }
    if (!mz_symbols_value(n->symbols, seen->address, seen->size, bits, out,
                          MZ_PHRASE) &&
        !name_storage_value(n, seen, bits, out) &&
        !mz_seen_local_value(n, seen, bits, out) &&
        !name_heap_value(n, seen, bits, out))
        snprintf(out, MZ_PHRASE, bits < 1 << 20 ? "%lu" : "0x%lx",
                 (unsigned long)bits);
    return words_of_value(out);
}

static void find_value(const struct mz_narrator *n, const struct mz_name_of *of,
                       struct mz_name *name)
{
    name->words = find_words(n, &of->seen, of->bits, name->text);
    name->brief = strlen(name->text);
}

enum mz_wording mz_narrator_value_seen(const struct mz_narrator *n,
                                       uint64_t address, unsigned size,
                                       uint64_t bits,
                                       const struct mz_sight *sight,
                                       char out[MZ_PHRASE])
{
    const struct mz_name_of of = {
        .seen = {address, size, sight},
        .bits = bits,
        .kind = MZ_NAME_VALUE,
    };

    return mz_narrator_name(n, &of, find_value, out, NULL);
}

void mz_narrator_value(const struct mz_narrator *n, uint64_t address,
                       unsigned size, uint64_t bits, char out[MZ_PHRASE])
{
    mz_narrator_value_seen(n, address, size, bits,
                           mz_narrator_any_sight(n, address), out);
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
