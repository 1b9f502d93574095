/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/section.h"

#include <string.h>

#include "assembly/statement.h"
#include "base/base.h"

static const char harmless[] =
    " .balign .p2align .align .globl .global .local .weak .hidden .protected"
    " .internal .type .size .set .equ .equiv .symver .loc .file .ident .comm"
    " .lcomm .warning .text .section .pushsection .popsection"
    " .previous .subsection .data .bss .ifdef .ifndef .endif ";

static const char of_data[] =
    " .long .quad .byte .2byte .4byte .8byte .short .word .hword .int .value"
    " .octa .ascii .asciz .string .string8 .skip .space .zero .fill .uleb128"
    " .sleb128 .float .double .single .reloc .dc.a .dc.b .dc.l .dc.q ";

static bool is_named(const char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && !strncmp(name, wanted, length);
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* `.text.unlikely, "ax", @progbits`, or with quotes. */
static bool names_data(const char *rest)
{
    const char *flags = strchr(rest, ',');

    if (flags && (flags = strchr(flags, '"'))) {
        const char *end = strchr(flags + 1, '"');

        return !end || !memchr(flags, 'x', (size_t)(end - flags));
    }
    rest += *rest == '"';
    return !starts(rest, ".text") && !starts(rest, ".init") &&
           !starts(rest, ".fini");
}

static void enter(struct mz_sections *s, bool is_data)
{
    s->was_data = s->is_data;
    s->is_data = is_data;
}

static bool push(struct mz_sections *s, bool is_data)
{
    if (s->depth == MZ_COUNT(s->pushed))
        return false;
    s->pushed[s->depth][0] = s->is_data;
    s->pushed[s->depth++][1] = s->was_data;
    enter(s, is_data);
    return true;
}

static bool pop(struct mz_sections *s)
{
    if (!s->depth)
        return false;
    s->is_data = s->pushed[--s->depth][0];
    s->was_data = s->pushed[s->depth][1];
    return true;
}

static bool open_condition(struct mz_sections *s)
{
    if (s->conditions == MZ_COUNT(s->before))
        return false;
    s->before[s->conditions].is_data = s->is_data;
    s->before[s->conditions++].depth = s->depth;
    return true;
}

static bool close_condition(struct mz_sections *s)
{
    if (!s->conditions)
        return false;
    s->conditions--;
    return s->before[s->conditions].depth == s->depth &&
           s->before[s->conditions].is_data == s->is_data;
}

static bool change(struct mz_sections *s, const char *name, size_t length,
                   const char *rest)
{
    if (is_named(name, length, ".pushsection"))
        return push(s, names_data(rest));
    if (is_named(name, length, ".popsection"))
        return pop(s);
    if (is_named(name, length, ".ifdef") || is_named(name, length, ".ifndef"))
        return open_condition(s);
    if (is_named(name, length, ".endif"))
        return close_condition(s);
    if (is_named(name, length, ".section"))
        enter(s, names_data(rest));
    else if (is_named(name, length, ".previous"))
        enter(s, s->was_data);
    else if (is_named(name, length, ".text"))
        enter(s, false);
    else if (is_named(name, length, ".data") ||
             is_named(name, length, ".bss"))
        enter(s, true);
    return true;
}

/* `name = expression`; what is assigned to is not the place counter. */
static bool is_assignment(const char *text)
{
    size_t length = strcspn(text, " =(,");

    return !is_named(text, length, ".") &&
           text[length + strspn(text + length, " ")] == '=';
}

bool mz_sections_allow(struct mz_sections *s, const char *text)
{
    size_t length = strcspn(text, " ");
    const char *rest = text + length + strspn(text + length, " ");

    if (is_assignment(text))
        return true;
    if (mz_is_among(of_data, text, length))
        return s->is_data;
    if (!mz_is_among(harmless, text, length) && !starts(text, ".cfi_"))
        return false;
    return change(s, text, length, rest);
}
