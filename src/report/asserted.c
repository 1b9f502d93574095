/* SPDX-License-Identifier: Apache-2.0 */
#include "report/asserted.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/names.h"

/* What is sought, and what was found. */
struct search {
    const struct mz_narrator *n;
    const struct mz_asserted *asserted;
    const char *text; /* the expression */
    unsigned thread;
    struct mz_frame place; /* where it is */
    struct mz_asserted_value *values;
    uint64_t addresses[MZ_ASSERTED_VALUES];
    unsigned count;
};

/* ---- the expression ------------------------------------------------------ */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word, with `next` behind it unless that is 0. */
static bool has_word(const char *text, const char *word, size_t length,
                     char next)
{
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[length]) &&
            (!next || at[length] == next))
            return true;
    return false;
}

/* `total` of `Bank::total` */
static bool is_called(const struct search *s, const char *function)
{
    const char *last = function, *end = function + strcspn(function, "<(");
    char word[64];

    for (const char *at = function; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ':')
            last = at + 2;
    snprintf(word, sizeof word, "%.*s", (int)(end - last), last);
    return *word && has_word(s->text, word, strlen(word), '(');
}

/* Whether the first word of the name stands in the expression. */
static bool is_named(const struct search *s, const char *name)
{
    char word[64];
    size_t length = 0;

    while (is_letter(name[length]))
        length++;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    return length && length < sizeof word &&
           has_word(s->text, word, length, 0);
}

/* ---- what was read ------------------------------------------------------- */

static void add(struct search *s, uint64_t address, const char *name,
                const char *value)
{
    for (unsigned i = 0; i < s->count; i++)
        if ((address && s->addresses[i] == address) ||
            (!address && !strcmp(s->values[i].name, name)))
            return;
    if (s->count == MZ_ASSERTED_VALUES)
        return;
    s->addresses[s->count] = address;
    snprintf(s->values[s->count].name, MZ_PHRASE, "%s", name);
    snprintf(s->values[s->count++].value, MZ_PHRASE, "%s", value);
}

/* `local` of `local in main`, in main itself. */
static void cut_function(const struct search *s, char *name)
{
    size_t length;
    const char *function = mz_names_scope(name, &length);

    if (function && s->place.function && !strcmp(function, s->place.function))
        name[length] = '\0';
}

static void add_look(struct search *s, const struct mz_look *look)
{
    char name[MZ_PHRASE], value[MZ_PHRASE];

    /* What has no name of the source's, or is where something lies, explains
     * nothing. */
    if (mz_narrator_object_seen(s->n, look->address, look->size, &look->sight,
                                name) != MZ_WORDING_SOURCE ||
        mz_narrator_value_seen(s->n, look->address, look->size, look->value,
                               &look->sight, value) != MZ_WORDING_SOURCE)
        return;
    cut_function(s, name);
    add(s, look->address, name, value);
}

static bool is_same(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

enum where { ELSEWHERE, THERE, BEFORE };

/* Whether a read was made by the expression; or by what came before it. */
static enum where where_is(const struct search *s, uint64_t pc)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count = mz_symbols_frames(s->n->symbols, pc - 1, frames, MZ_FRAMES);

    for (size_t i = 0; i < count; i++) {
        if (is_same(frames[i].function, s->place.function))
            return frames[i].line == s->place.line ? THERE : BEFORE;
        if (mz_narrator_is_users(&frames[i]) && frames[i].function)
            return is_called(s, frames[i].function) ? THERE : ELSEWHERE;
    }
    return ELSEWHERE;
}

static void add_looks(struct search *s)
{
    uint64_t reads = s->asserted->reads, first;

    first = reads > MZ_MAX_LOOKS ? reads - MZ_MAX_LOOKS : 0;
    for (uint64_t i = reads; i-- > first;) {
        const struct mz_look *look =
            &s->asserted->looks[i % MZ_MAX_LOOKS];
        enum where where;

        if (look->thread != s->thread)
            continue;
        where = where_is(s, look->pc);
        if (where == BEFORE)
            break;
        if (where == THERE)
            add_look(s, look);
    }
    for (unsigned i = 0; i < s->count / 2; i++) { /* as they were read */
        struct mz_asserted_value value = s->values[i];

        s->values[i] = s->values[s->count - 1 - i];
        s->values[s->count - 1 - i] = value;
    }
}

/* ---- local variables ----------------------------------------------------- */

static void add_local(struct search *s, const struct mz_local_frame *frame,
                      const struct mz_local_place *place, uint64_t bits)
{
    char name[MZ_PHRASE], value[MZ_PHRASE];
    size_t length;

    if (!mz_symbols_local(s->n->symbols, frame, place, name, sizeof name))
        return;
    mz_names_scope(name, &length);
    name[length] = '\0';
    if (is_named(s, name) && mz_narrator_is_variable(name) &&
        mz_symbols_local_value(s->n->symbols, frame, place, bits, value,
                               sizeof value) &&
        strncmp(value, "0x", 2) != 0)
        add(s, 0, name, value);
}

static void add_locals(struct search *s)
{
    const struct mz_asserted *asserted = s->asserted;
    struct mz_local_frame frame = mz_narrator_frame(&asserted->frame);
    struct mz_local_place place;

    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++) {
        place = mz_narrator_register(i);
        add_local(s, &frame, &place, asserted->frame.registers[i]);
    }
    for (uint32_t i = 0; i < asserted->bytes; i++) {
        uint64_t address = asserted->from + i, word = i & -8u, bits;

        if (word + sizeof bits > asserted->bytes)
            break;
        memcpy(&bits, asserted->content + word, sizeof bits);
        place = (struct mz_local_place){.address = address};
        add_local(s, &frame, &place, bits);
    }
}

/* Where a pointer points to is of interest where there is nothing else. */
static void leave_out_pointers(struct search *s)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < s->count; i++)
        if (*s->values[i].value != '&')
            s->values[kept++] = s->values[i];
    if (kept)
        s->count = kept;
}

unsigned mz_asserted_values(const struct mz_narrator *n,
                            const struct mz_finding *finding,
                            struct mz_asserted_value values[MZ_ASSERTED_VALUES])
{
    struct search s = {
        .n = n,
        .asserted = &n->report->region->account.asserted,
        .text = finding->text,
        .thread = finding->thread,
        .values = values,
    };

    if (finding != n->report->region->findings || !finding->traced ||
        finding->fault != MZ_FAULT_ASSERT ||
        !mz_narrator_failure(n, finding, &s.place))
        return 0;
    add_looks(&s);
    add_locals(&s);
    leave_out_pointers(&s);
    return s.count;
}
