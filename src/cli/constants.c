/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/constants.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"

enum { MOST_BYTES = 1 << 22 }; /* of a file */

/* ---- those kept ---------------------------------------------------------- */

static void take_out(struct mz_wide *wide, uint32_t i)
{
    wide->count--;
    memmove(&wide->constants[i], &wide->constants[i + 1],
            (wide->count - i) * sizeof *wide->constants);
}

/* The last one met comes last, for now; the others make room. */
static void keep(struct mz_wide *wide, uint64_t number)
{
    uint32_t i = 0;

    if (number < 2 || number > INT64_MAX)
        return; /* the first come first in any case */
    while (i < wide->count && wide->constants[i] != number)
        i++;
    if (i < wide->count)
        take_out(wide, i);
    else if (wide->count == MZ_MAX_WIDE_CONSTANTS)
        take_out(wide, 0);
    wide->constants[wide->count++] = number;
}

static void turn_round(struct mz_wide *wide)
{
    for (uint32_t i = 0; i < wide->count / 2; i++) {
        uint64_t *other = &wide->constants[wide->count - 1 - i];
        uint64_t number = wide->constants[i];

        wide->constants[i] = *other;
        *other = number;
    }
}

/* ---- the text ------------------------------------------------------------ */

static const char *after_line(const char *at)
{
    while (*at && *at != '\n')
        at++;
    return at;
}

static const char *after_comment(const char *at)
{
    const char *end = strstr(at, "*/");

    return end ? end + 2 : at + strlen(at);
}

/* A string, or a character. */
static const char *after_quote(const char *at)
{
    char quote = *at++;

    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static const char *after_word(const char *at)
{
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
        at++;
    return at;
}

/* With its suffix, which says how wide it is; one with a point or an exponent
 * is none. */
static const char *read_number(const char *at, struct mz_wide *wide)
{
    const char *end = after_word(at);
    uint64_t number;
    char *rest;

    errno = 0;
    number = strtoull(at, &rest, 0);
    rest += strspn(rest, "uUlL");
    if (rest == end && !errno)
        keep(wide, number);
    return end;
}

/* Of directives only definitions have constants of the program's. */
static const char *after_directive(const char *at)
{
    const char *word = at + 1 + strspn(at + 1, " \t");

    return strncmp(word, "define", 6) == 0 ? word + 6 : after_line(at);
}

void mz_constants_add(const char *text, struct mz_wide *wide)
{
    const char *at = text;

    while (*at) {
        if (at[0] == '/' && at[1] == '*')
            at = after_comment(at + 2);
        else if (at[0] == '/' && at[1] == '/')
            at = after_line(at);
        else if (*at == '#')
            at = after_directive(at);
        else if (*at == '"' || *at == '\'')
            at = after_quote(at);
        else if (isdigit((unsigned char)*at))
            at = read_number(at, wide);
        else if (isalpha((unsigned char)*at) || *at == '_')
            at = after_word(at);
        else
            at++;
    }
}

/* Which the compiler has read already. One that is too large, or is not there
 * any more, has none. */
static void read_file(const char *path, struct mz_wide *wide)
{
    FILE *file = fopen(path, "r");
    char *text = malloc(MOST_BYTES + 1);
    size_t size = file && text ? fread(text, 1, MOST_BYTES, file) : 0;

    if (text) {
        text[size] = 0;
        mz_constants_add(text, wide);
    }
    free(text);
    if (file)
        fclose(file);
}

void mz_constants_find(const struct mz_arguments *arguments,
                       struct mz_wide *wide)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *argument = arguments->items[i];

        if (!strncmp(argument, "-D", 2))
            mz_constants_add(argument + 2, wide);
        else if (argument[0] != '-' && mz_claim_is_c(argument))
            read_file(argument, wide);
    }
    turn_round(wide);
}
