/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <ctype.h>
#include <string.h>

#include "symbols/names.h"

/* How DWARF numbers the registers of a frame of ours; and the stack pointer. */
static const unsigned numbers[MZ_FRAME_REGISTERS] = {3, 6, 12, 13, 14, 15};
enum { STACK_POINTER = 7 };

struct mz_local_frame mz_narrator_frame(const struct mz_call_frame *of)
{
    struct mz_local_frame frame = {
        .pc = of->pc - 1,
        .sp = of->sp,
        .cfa = of->cfa,
        .known = 1u << STACK_POINTER,
    };

    frame.registers[STACK_POINTER] = of->sp;
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++) {
        frame.registers[numbers[i]] = of->registers[i];
        frame.known |= 1u << numbers[i];
    }
    return frame;
}

struct mz_local_place mz_narrator_register(unsigned reg)
{
    return (struct mz_local_place){.is_register = true, .reg = numbers[reg]};
}

static bool is_around(const struct mz_call_frame *frame, uint64_t address)
{
    return address - frame->sp < frame->cfa - frame->sp;
}

bool mz_seen_frame(const struct mz_seen *seen, struct mz_local_frame *frame)
{
    const struct mz_sight *sight = seen->sight;

    for (unsigned i = 0; sight && i < sight->frame_count; i++) {
        if (!is_around(&sight->frames[i], seen->address))
            continue;
        *frame = mz_narrator_frame(&sight->frames[i]);
        return true;
    }
    return false;
}

bool mz_seen_local(const struct mz_narrator *n, const struct mz_seen *seen,
                   char out[MZ_PHRASE])
{
    struct mz_local_place place = {.address = seen->address};
    struct mz_local_frame frame;

    return mz_seen_frame(seen, &frame) &&
           mz_symbols_local(n->symbols, &frame, &place, out, MZ_PHRASE);
}

bool mz_seen_local_value(const struct mz_narrator *n,
                         const struct mz_seen *seen, uint64_t bits,
                         char out[MZ_PHRASE])
{
    struct mz_local_place place = {.address = seen->address};
    struct mz_local_frame frame;

    /* The bits are those at the address; wanted are those of 8 bytes around. */
    return mz_seen_frame(seen, &frame) &&
           mz_symbols_local_value(n->symbols, &frame, &place,
                                  bits << 8 * (seen->address % 8), out,
                                  MZ_PHRASE);
}

static bool is_own(const struct mz_sight *sight,
                   const struct mz_call_frame *frame)
{
    for (unsigned i = 0; i < sight->depth; i++)
        if (sight->pcs[i] == frame->pc)
            return true;
    return false;
}

static void add_links(const struct mz_sight_chain *chain, struct mz_way *way)
{
    for (unsigned i = 0; i < chain->length; i++)
        way->links[i] =
            (struct mz_link){chain->links[i].address, chain->links[i].value};
    way->reach.links = way->links;
    way->reach.link_count = chain->length;
}

static void make_way(const struct mz_seen *seen,
                     const struct mz_sight_word *word, struct mz_way *way)
{
    const struct mz_sight *sight = seen->sight;
    bool in_frame = word->frame != MZ_SIGHT_VARIABLE;

    way->is_full = in_frame && !is_own(sight, &sight->frames[word->frame]);
    way->is_far = !in_frame || word->chain;
    if (in_frame)
        way->frame = mz_narrator_frame(&sight->frames[word->frame]);
    way->place = word->address
                     ? (struct mz_local_place){.address = word->address}
                     : mz_narrator_register(word->reg);
    way->reach = (struct mz_pointed){
        .frame = in_frame ? &way->frame : NULL,
        .place = &way->place,
        .pointer = word->value,
        .address = seen->address,
        .size = seen->size,
    };
    if (word->chain)
        add_links(&sight->chains[word->chain - 1], way);
}

static bool find_some_way(const struct mz_narrator *n,
                          const struct mz_seen *seen, bool is_direct,
                          struct mz_way *way, char out[MZ_PHRASE])
{
    for (unsigned i = 0; seen->sight && i < seen->sight->word_count; i++) {
        make_way(seen, &seen->sight->words[i], way);
        way->reach.is_direct = is_direct;
        if (way->is_far || (is_direct && way->is_full))
            continue;
        if (mz_symbols_reached(n->symbols, &way->reach, way->is_full, out,
                               MZ_PHRASE))
            return true;
    }
    return false;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a line has the word, and behind it a bracket or a call if it has an
 * index in the name. */
static bool has_word(const char *line, const char *word, size_t length,
                     bool has_index)
{
    for (const char *at = line; (at = strstr(at, word)); at++) {
        if (strncmp(at, word, length) != 0 || is_letter(at[length]) ||
            (at > line && is_letter(at[-1])))
            continue;
        if (!has_index || at[length] == '[' || at[length] == '.')
            return true;
    }
    return false;
}

/* Whether the line may well mean this: all variables and members of it are
 * there. Calls, such as `end()`, stand for what the library does. */
static bool is_said(const char *line, const char *name)
{
    char word[MZ_PHRASE];
    size_t length;

    for (const char *at = name + mz_names_hidden(name); *at; at += length) {
        for (length = 0; is_letter(at[length]);)
            length++;
        if (!length || isdigit((unsigned char)*at) || at[length] == '(') {
            length += !length;
            continue;
        }
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!has_word(line, word, length, at[length] == '['))
            return false;
    }
    return true;
}

/* By variables of the program, or over other blocks, the way is one of many:
 * it is the one that the program goes if its line says so. */
static bool find_said_way(const struct mz_narrator *n,
                          const struct mz_seen *seen, struct mz_way *way,
                          char out[MZ_PHRASE])
{
    const char *line = seen->sight ? mz_narrator_line(n, seen->sight) : NULL;

    for (unsigned i = 0; line && i < seen->sight->word_count; i++) {
        make_way(seen, &seen->sight->words[i], way);
        if (!way->is_far ||
            !mz_symbols_reached(n->symbols, &way->reach, false, out,
                                MZ_PHRASE) ||
            !is_said(line, out))
            continue;
        return !way->is_full || mz_symbols_reached(n->symbols, &way->reach,
                                                   true, out, MZ_PHRASE);
    }
    return false;
}

bool mz_seen_way(const struct mz_narrator *n, const struct mz_seen *seen,
                 struct mz_way *way, char out[MZ_PHRASE])
{
    return find_some_way(n, seen, true, way, out) ||
           find_said_way(n, seen, way, out) ||
           find_some_way(n, seen, false, way, out);
}
