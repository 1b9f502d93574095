/* SPDX-License-Identifier: Apache-2.0 */
/* How much of their texts functions read that do not read all of them. */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/heap.h"
#include "runtime/state.h"

typedef uint64_t aligned8 __attribute__((may_alias));

/* Which bytes a text has. */
struct set {
    uint64_t bits[4];
};

static void check_first(struct mz_announcement *a, uint64_t text)
{
    if (mz_heap_has(text))
        mz_heap_check(text, 1, MZ_ACTION_READ, a->call->caller);
}

static bool has(const struct set *set, unsigned char c)
{
    return set->bits[c / 64] >> c % 64 & 1;
}

static struct set set_of(const unsigned char *text)
{
    struct set set = {{0}};

    for (; *text; text++)
        set.bits[*text / 64] |= (uint64_t)1 << *text % 64;
    return set;
}

/* From the start of `text` to the first byte that is not of the set (inside),
 * or is, or to its end. */
static uint64_t span(const unsigned char *text, const struct set *set,
                     bool inside)
{
    uint64_t length = 0;

    while (text[length] && has(set, text[length]) == inside)
        length++;
    return length;
}

uint64_t mz_texts_span(struct mz_announcement *a, uint64_t text, uint64_t set,
                       bool inside)
{
    struct set bytes;

    check_first(a, text);
    check_first(a, set);
    bytes = set_of((const unsigned char *)set);
    return span((const unsigned char *)text, &bytes, inside) + 1;
}

/* As strnlen and wcsnlen; libc's would be caught by an audit. */
size_t mz_texts_length(const char *text, size_t most)
{
    const uint64_t ones = 0x0101010101010101u;
    size_t i = 0;

    for (; i < most && (uint64_t)(text + i) % 8; i++)
        if (!text[i])
            return i;
    while (i < most) {
        uint64_t word = *(const aligned8 *)(text + i);
        uint64_t zero = (word - ones) & ~word & ones << 7;

        if (zero) {
            i += __builtin_ctzll(zero) / 8;
            break;
        }
        i += 8;
    }
    return i < most ? i : most;
}

size_t mz_texts_wide_length(const wchar_t *text, size_t most)
{
    size_t i = 0;

    while (i < most && text[i])
        i++;
    return i;
}

/* Up to the byte, or (or_end) the end of the text, or `most`. */
uint64_t mz_texts_find(struct mz_announcement *a, uint64_t text, uint64_t byte,
                       uint64_t most, bool or_end)
{
    const unsigned char *from = (const unsigned char *)text;
    uint64_t i = 0;

    check_first(a, text);
    while (i < most && from[i] != (unsigned char)byte && !(or_end && !from[i]))
        i++;
    return i < most ? i + 1 : most;
}

/* A wide text, or its first characters and a NUL, at the end of another. */
void mz_texts_append(struct mz_announcement *a, const struct mz_rule *rule)
{
    const uint64_t *v = a->call->arguments;
    uint64_t to = v[rule->argument], from = v[rule->x], size, limit;

    limit = rule->y == MZ_NO_ARGUMENT ? UINT64_MAX / 4 : v[rule->y];
    to += mz_announce_length(a, to, 4, UINT64_MAX) - 4;
    size = 4 * mz_texts_wide_length((const wchar_t *)from, limit) + 4;
    mz_announce_write(a, to, size);
}

/* ---- numbers ------------------------------------------------------------ */

typedef long tells_end(uint64_t text, uint64_t *end, uint64_t, uint64_t);
typedef long double tells_end_x87(uint64_t text, uint64_t *end, uint64_t);

/* A call of the function itself, with an end pointer of ours, tells where the
 * number ends; what is behind it has been read, too. */
static uint64_t end_of_number(struct mz_announcement *a, uint64_t text,
                              enum mz_number kind)
{
    const uint64_t *v = a->call->arguments;
    int error = errno;
    uint64_t end = text;

    switch (kind) {
    case MZ_NUMBER_OWN:
        ((tells_end *)a->row->real)(text, &end, v[2], v[3]);
        break;
    case MZ_NUMBER_X87:
        ((tells_end_x87 *)a->row->real)(text, &end, v[2]);
        break;
    case MZ_NUMBER_DECIMAL:
        MZ_REAL(strtol)((const char *)text, (char **)&end, 10);
        break;
    case MZ_NUMBER_FLOATING:
        MZ_REAL(strtod)((const char *)text, (char **)&end);
        break;
    }
    errno = error;
    return end;
}

/* Where there is no number, blanks and what comes after them. */
static uint64_t blanks(uint64_t text, unsigned width)
{
    uint64_t length = 0;

    if (width == 1)
        while (isspace(((const unsigned char *)text)[length]))
            length++;
    else
        while (iswspace(((const wint_t *)text)[length]))
            length++;
    return length * width;
}

void mz_texts_number(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t text = a->call->arguments[rule->argument];
    unsigned width = rule->y;
    uint64_t end;

    check_first(a, text);
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_call(false, text,
                      mz_announce_length(a, text, width, UINT64_MAX),
                      &a->call->frame);
    end = end_of_number(a, text, rule->x);
    if (end == text)
        end += blanks(text, width);
    mz_announce_read(a, text, end + width - text);
}

/* ---- comparing ---------------------------------------------------------- */

static unsigned letter_at(uint64_t text, uint64_t i, unsigned width)
{
    return width == 1 ? (unsigned)tolower(((const unsigned char *)text)[i])
                      : towlower(((const wint_t *)text)[i]);
}

/* Up to the first difference, or the end, that letters' case does not hide.
 * Texts that differ in case only count as equal, whatever the function. */
void mz_texts_compare(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t one = a->call->arguments[rule->argument >> 4];
    uint64_t other = a->call->arguments[rule->argument & 15];
    uint64_t most = rule->x == MZ_NO_ARGUMENT ? UINT64_MAX
                                              : a->call->arguments[rule->x];
    unsigned width = rule->y, c;
    uint64_t length = 0;

    check_first(a, one);
    check_first(a, other);
    while (length < most) {
        c = letter_at(one, length, width);
        if (c != letter_at(other, length++, width) || !c)
            break;
    }
    mz_announce_read(a, one, length * width);
    mz_announce_read(a, other, length * width);
}

/* ---- tokens ------------------------------------------------------------- */

/* Where strtok goes on, as it knows itself. */
static uint64_t rest_of_strtok;

void mz_libc_texts_rollback(void)
{
    rest_of_strtok = 0;
}

void mz_libc_texts_checkpoint(void)
{
    mz_checkpoint_keep_unless_zero(&rest_of_strtok, sizeof rest_of_strtok);
}

void mz_libc_texts_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, (uint64_t)rest_of_strtok);
}

static unsigned character(uint64_t text, uint64_t i, unsigned width)
{
    return width == 1 ? ((const unsigned char *)text)[i]
                      : ((const uint32_t *)text)[i];
}

static bool is_in(uint64_t set, unsigned c, unsigned width)
{
    unsigned d;

    for (uint64_t i = 0; (d = character(set, i, width)); i++)
        if (c == d)
            return true;
    return false;
}

/* From `text` to the end of the token, and the NUL that is put there. Returns
 * what is behind it. */
static uint64_t announce_token(struct mz_announcement *a, uint64_t text,
                               uint64_t set, unsigned width, bool skips)
{
    uint64_t i = 0;
    unsigned c;

    check_first(a, text);
    mz_announce_read(a, set, mz_announce_length(a, set, width, UINT64_MAX));
    while (skips && (c = character(text, i, width)) && is_in(set, c, width))
        i++;
    while ((c = character(text, i, width)) && !is_in(set, c, width))
        i++;
    mz_announce_read(a, text, (i + 1) * width);
    if (c)
        mz_announce_write(a, text + i * width, width);
    return text + (c ? i + 1 : i) * width;
}

void mz_texts_strsep(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t place = a->call->arguments[rule->argument];
    uint64_t text;

    mz_announce_read(a, place, sizeof text);
    text = *(const uint64_t *)place;
    if (!text)
        return;
    announce_token(a, text, a->call->arguments[rule->x], 1, false);
    mz_announce_write(a, place, sizeof text);
}

/* strtok_r, and wcstok: where to go on is at an argument. */
void mz_texts_strtok_r(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t text = a->call->arguments[rule->argument];
    uint64_t rest = a->call->arguments[2];

    if (!text) {
        mz_announce_read(a, rest, sizeof text);
        text = *(const uint64_t *)rest;
    }
    if (text)
        announce_token(a, text, a->call->arguments[rule->x], rule->y, true);
    mz_announce_write(a, rest, sizeof text);
}

void mz_texts_strtok(struct mz_announcement *a, const struct mz_rule *rule)
{
    uint64_t text = a->call->arguments[rule->argument];

    text = text ? text : rest_of_strtok;
    if (!text)
        return;
    text = announce_token(a, text, a->call->arguments[rule->x], 1, true);
    if (!a->is_counting)
        rest_of_strtok = text;
}
