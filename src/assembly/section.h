/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The directives that a block of inline assembly may have. Those that lay down
 * bytes may do so in sections of data only: in code they would be instructions
 * that nobody understands. Macros and repetitions make other text than one
 * sees, and are not understood either; nor are conditions, but .ifdef and
 * .ifndef around what ends in the section it began in.
 */
#ifndef MZ_ASSEMBLY_SECTION_H
#define MZ_ASSEMBLY_SECTION_H

#include <stdbool.h>

struct mz_sections {
    bool is_data;      /* the current section is not one of code */
    bool was_data;     /* the one before, for .previous */
    unsigned depth;    /* of .pushsection */
    bool pushed[8][2];
    unsigned conditions;
    struct {
        bool is_data;
        unsigned depth;
    } before[8];       /* each condition */
};

/* `text` as mz_statement_text makes it; it begins with a dot, or assigns to a
 * symbol. False: it may not be there. */
bool mz_sections_allow(struct mz_sections *, const char *text);

#endif
