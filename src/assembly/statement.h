/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of assembly text, as GNU as has them for x86: they end with a
 * newline or a semicolon; # begins a comment, so does / at the start of a line;
 * strings and comments of C are skipped as a whole. Labels in front belong to a
 * statement, which may be nothing else.
 */
#ifndef MZ_ASSEMBLY_STATEMENT_H
#define MZ_ASSEMBLY_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

struct mz_statement {
    const char *start;  /* with labels */
    const char *body;   /* what follows them */
    const char *end;    /* of the body; its separator is here */
    bool has_label;
    bool is_comment;    /* that runs to the end of the line */
};

/*
 * The next statement of [*at, end), and *at behind its separator; false: there
 * is none. Comments of C are blanks: see mz_statement_text.
 */
bool mz_statement_next(const char **at, const char *end,
                       struct mz_statement *);

/* The body with single blanks, trimmed, without comments of C; cut to `size`.
 * False: it was cut. */
bool mz_statement_text(const struct mz_statement *, char *out, size_t size);

/* Is it one of these, each of which stands between two blanks? */
bool mz_is_among(const char *names, const char *name, size_t length);

#endif
