/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "assembly/rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/announcement.h"
#include "assembly/place.h"
#include "assembly/section.h"
#include "assembly/statement.h"
#include "assembly/unwinding.h"
#include "base/base.h"

#define START_OF_FILE_SCOPE "# Start of file scope inline assembly"
#define END_OF_FILE_SCOPE "# End of file scope inline assembly"

struct rewriting {
    const struct mz_rewrite *asked;
    struct mz_source_place place;
    struct mz_unwinding unwinding;
    bool is_intel;
    unsigned refused, trusted;
    FILE *records; /* of what is trusted: names and reasons, as assembly */
};

/* One asm statement, or what stands outside of functions. */
struct block {
    const char *start, *end;
    bool is_statement;
    bool is_told;     /* that something in it is not understood */
    bool alone;       /* its instruction has no other beside it */
    const char *done; /* text up to here is written */
    struct mz_sections sections;
    char pending[MZ_MAX_INSTRUCTION]; /* prefixes in statements of their own */
    const char *first;                /* of them */
};

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void copy(const struct rewriting *r, const char *from, const char *to)
{
    fwrite(from, 1, (size_t)(to - from), r->asked->out);
}

/* ---- what is not understood ---------------------------------------------- */

static void put_string(FILE *out, const char *text)
{
    fputs("    .string \"", out);
    for (; *text; text++)
        fprintf(out, isprint((unsigned char)*text) && !strchr("\"\\", *text)
                         ? "%c"
                         : "\\%03o", (unsigned char)*text);
    fputs("\"\n", out);
}

static void record(struct rewriting *r, const char *name, const char *why)
{
    fprintf(r->records, ".Lmazurka_name%u:\n", r->trusted);
    put_string(r->records, name);
    fprintf(r->records, ".Lmazurka_why%u:\n", r->trusted++);
    put_string(r->records, why);
}

/* Told once a block: the first that is met. */
static void not_understood(struct rewriting *r, struct block *b,
                           const char *text, const char *why)
{
    char name[MZ_PLACE_NAME + 16], reason[MZ_MAX_INSTRUCTION + 128];
    char message[sizeof name + sizeof reason + 128];

    if (b->is_told)
        return;
    b->is_told = true;
    snprintf(name, sizeof name, r->place.line ? "%s:%u" : "%s", r->place.file,
             r->place.line);
    snprintf(reason, sizeof reason,
             "inline assembly is not understood: %s%s%s%s", text,
             why ? " (" : "", why ? why : "", why ? ")" : "");
    if (r->asked->trusts) {
        record(r, name, reason);
        return;
    }
    r->refused++;
    snprintf(message, sizeof message,
             "%s: error: %s; write it in C, or pass --asm=trust, and no "
             "verdict will be 'safe'", name, reason);
    r->asked->refuse(r->asked->context, message);
}

/* A constructor tells the runtime of all that was trusted. */
static void write_records(const struct rewriting *r, const char *records)
{
    FILE *out = r->asked->out;

    if (!r->trusted)
        return;
    fprintf(out, "\n    .att_syntax prefix\n    .section .rodata.mazurka,\"a\","
            "@progbits\n%s    .section .text.mazurka,\"ax\",@progbits\n"
            ".Lmazurka_tell:\n    subq $8, %%rsp\n", records);
    for (unsigned i = 0; i < r->trusted; i++)
        fprintf(out, "    leaq .Lmazurka_name%u(%%rip), %%rdi\n"
                "    leaq .Lmazurka_why%u(%%rip), %%rsi\n"
                "    call *mz_assembly_not_understood@GOTPCREL(%%rip)\n", i, i);
    fputs("    addq $8, %rsp\n    ret\n"
          "    .section .init_array,\"aw\",@init_array\n"
          "    .p2align 3\n    .quad .Lmazurka_tell\n", out);
}

/* ---- instructions -------------------------------------------------------- */

/* The place counter as a number: what is put in between changes distances. */
static bool counts_bytes(const char *text)
{
    for (const char *at = text; (at = strchr(at, '.')); at++) {
        bool begins = at == text || strchr(" ,+-*($", at[-1]);

        if (begins && (!at[1] || strchr(" ,+-*)(", at[1])))
            return true;
    }
    return false;
}

static bool understand(struct mz_instruction *i, struct mz_effect *effect,
                       bool alone, const char *text, const char **why)
{
    if (!mz_instruction_parse(i, text, why))
        return false;
    if (counts_bytes(text)) {
        *why = "a distance in bytes";
        return false;
    }
    return !i->name[0] || mz_effect_find(i, alone, effect, why);
}

static void announce(struct rewriting *r, struct block *b,
                     const struct mz_statement *s, const char *text,
                     const char *first)
{
    struct mz_instruction i;
    struct mz_effect effect;
    const char *why;

    if (!understand(&i, &effect, b->alone, text, &why)) {
        not_understood(r, b, text, why);
        return;
    }
    if (!effect.is_told)
        return;
    copy(r, b->done, first);
    b->done = first;
    mz_announcement_write(r->asked->out, &i, &effect, &r->unwinding);
    if (effect.more & MZ_ASSEMBLY_REPLACED)
        b->done = s->end;
}

/* Only prefixes, `lock` in `lock; incl x`: the instruction is yet to come. */
static bool is_prefix(const char *text)
{
    struct mz_instruction i;
    const char *why;

    return mz_instruction_parse(&i, text, &why) && !i.name[0];
}

static void handle_instruction(struct rewriting *r, struct block *b,
                               const struct mz_statement *s, const char *text)
{
    const char *first = *b->pending ? b->first : s->body;
    char whole[2 * MZ_MAX_INSTRUCTION];

    snprintf(whole, sizeof whole, "%s%s%s", b->pending, *b->pending ? " " : "",
             text);
    if (*b->pending && s->has_label) {
        not_understood(r, b, whole, "a label behind a prefix");
    } else if (is_prefix(whole) && strlen(whole) < sizeof b->pending) {
        strcpy(b->pending, whole);
        b->first = first;
        return;
    } else {
        announce(r, b, s, whole, first);
    }
    b->pending[0] = '\0';
}

/* ---- blocks -------------------------------------------------------------- */

static bool is_directive(const char *text)
{
    size_t name = strcspn(text, " =");

    return *text == '.' || text[name + strspn(text + name, " ")] == '=';
}

static void handle_directive(struct rewriting *r, struct block *b,
                             const char *text)
{
    if (*b->pending)
        not_understood(r, b, b->pending, "a prefix without an instruction");
    b->pending[0] = '\0';
    mz_place_note(&r->place, text);
    if (starts(text, ".cfi_"))
        mz_unwinding_note(&r->unwinding, text);
    if (!mz_sections_allow(&b->sections, text))
        not_understood(r, b, text, NULL);
}

static void handle(struct rewriting *r, struct block *b,
                   const struct mz_statement *s)
{
    char text[MZ_MAX_INSTRUCTION];
    bool is_whole;

    if (s->is_comment)
        return;
    is_whole = mz_statement_text(s, text, sizeof text);
    if (!*text)
        return;
    if (is_directive(text))
        handle_directive(r, b, text);
    else if (is_whole)
        handle_instruction(r, b, s, text);
    else
        not_understood(r, b, text, "its length");
}

/* Prefixes in statements of their own count with their instruction. */
static unsigned count_instructions(const struct block *b)
{
    const char *at = b->start;
    struct mz_statement s;
    unsigned count = 0;

    while (mz_statement_next(&at, b->end, &s)) {
        char text[MZ_MAX_INSTRUCTION];

        if (!s.is_comment && (mz_statement_text(&s, text, sizeof text), *text))
            count += !is_directive(text) && !is_prefix(text);
    }
    return count;
}

static bool has_intel_syntax(const struct rewriting *r, const struct block *b)
{
    return r->is_intel ||
           memmem(b->start, (size_t)(b->end - b->start), ".intel_syntax", 13);
}

static void rewrite_block(struct rewriting *r, const char *start,
                          const char *end, bool is_statement)
{
    struct block b = {.start = start, .end = end, .done = start,
                      .is_statement = is_statement};
    const char *at = start;
    struct mz_statement s;
    unsigned count = count_instructions(&b);

    b.alone = is_statement && count == 1;
    if (count && has_intel_syntax(r, &b)) {
        not_understood(r, &b, "Intel syntax", NULL);
    } else {
        while (mz_statement_next(&at, end, &s))
            handle(r, &b, &s);
        if (*b.pending)
            not_understood(r, &b, b.pending, "a prefix without an instruction");
    }
    copy(r, b.done, end);
}

/* ---- the text ------------------------------------------------------------ */

static const char *next_line(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline + 1 : end;
}

static const char *skip_blanks(const char *line)
{
    return line + strspn(line, " \t");
}

/* Where the line begins that starts so, or the end. */
static const char *find_line(const char *at, const char *end, const char *with)
{
    while (at < end && !starts(skip_blanks(at), with))
        at = next_line(at, end);
    return at;
}

/* gcc's # 12 "f.c" 1 in front of an asm statement, and # 0 "" 2 behind it. */
static bool is_marker(const char *line)
{
    return starts(line, "# ") && isdigit((unsigned char)line[2]);
}

static bool ends_statement(const char *line)
{
    return starts(line, "# 0 \"\" 2");
}

/* Without the marker behind it, a #NO_APP in its own text has cut it off. */
static void rewrite_statement(struct rewriting *r, const char *at,
                              const char *to, const char *end)
{
    struct block b = {.start = at};

    if (to == end)
        not_understood(r, &b, "#NO_APP", NULL);
    rewrite_block(r, at, to, true);
}

/* gcc leaves #APP and #NO_APP out between two statements. What is not between
 * markers stands outside of functions. */
static void rewrite_marked(struct rewriting *r, const char *at, const char *end)
{
    while (at < end) {
        const char *to = at;

        if (is_marker(at) && !ends_statement(at)) {
            mz_place_mark(&r->place, at);
            while (to < end && !ends_statement(to))
                to = next_line(to, end);
            rewrite_statement(r, at, to, end);
        } else {
            do
                to = next_line(to, end);
            while (to < end && (!is_marker(to) || ends_statement(to)));
            rewrite_block(r, at, to, false);
        }
        at = to;
    }
}

static const char *rewrite_region(struct rewriting *r, const char *line,
                                  const char *end)
{
    bool is_scope = starts(skip_blanks(line), START_OF_FILE_SCOPE);
    const char *start = next_line(line, end);
    const char *to =
        find_line(start, end, is_scope ? END_OF_FILE_SCOPE : "#NO_APP");

    copy(r, line, start);
    if (*line == '#' && !is_scope)
        rewrite_marked(r, start, to);
    else
        rewrite_block(r, start, to, !is_scope);
    return to;
}

static void note(struct rewriting *r, const char *text)
{
    if (starts(text, ".cfi_"))
        mz_unwinding_note(&r->unwinding, text);
    else if (starts(text, ".intel_syntax"))
        r->is_intel = true;
    else if (starts(text, ".att_syntax"))
        r->is_intel = false;
    else if (*text == '.')
        mz_place_note(&r->place, text);
}

/* Instructions that compilers make of nothing but a builtin for each. */
static const char *const of_builtins[] = {"rdtsc", "rdtscp", "mfence",
                                          "lfence", "sfence", "pause"};

static bool is_of_builtin(const struct rewriting *r, const char *text)
{
    size_t length = strcspn(text, " \t\n");

    for (size_t i = 0; i < MZ_COUNT(of_builtins) && !r->is_intel; i++)
        if (length == strlen(of_builtins[i]) &&
            !strncmp(text, of_builtins[i], length))
            return true;
    return false;
}

static void rewrite_all(struct rewriting *r, const char *at, const char *end)
{
    const char *done = at;

    while (at < end) {
        const char *text = skip_blanks(at);

        if (starts(text, "#APP") || starts(text, START_OF_FILE_SCOPE)) {
            copy(r, done, at);
            done = at = rewrite_region(r, at, end);
        } else if (is_of_builtin(r, text)) {
            copy(r, done, at);
            done = next_line(at, end);
            rewrite_block(r, at, done, false);
            at = done;
        } else {
            note(r, text);
            at = next_line(at, end);
        }
    }
    copy(r, done, end);
}

bool mz_rewrite_is_needed(const char *text, size_t size)
{
    for (size_t i = 0; i < MZ_COUNT(of_builtins); i++)
        if (memmem(text, size, of_builtins[i], strlen(of_builtins[i])))
            return true;
    return memmem(text, size, "#APP", 4) ||
           memmem(text, size, START_OF_FILE_SCOPE,
                  sizeof START_OF_FILE_SCOPE - 1);
}

unsigned mz_rewrite(const struct mz_rewrite *asked, const char *text,
                    size_t size)
{
    struct rewriting *r = calloc(1, sizeof *r);
    char *records = NULL;
    size_t records_size;
    unsigned refused;

    if (!r || !(r->records = open_memstream(&records, &records_size)))
        abort();
    r->asked = asked;
    rewrite_all(r, text, text + size);
    fclose(r->records);
    write_records(r, records);
    refused = r->refused;
    mz_place_release(&r->place);
    free(records);
    free(r);
    return refused;
}
