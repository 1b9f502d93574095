/* SPDX-License-Identifier: Apache-2.0 */
/* Whose a module is, and what is not instrumented. */
#ifndef MZ_RUNTIME_FOREIGN_H
#define MZ_RUNTIME_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is it part of the system, and so modelled or by decision left alone? */
bool mz_foreign_is_system(const char *path);

/* Whose code it is, of what was there when main began. */
enum mz_code_side {
    MZ_CODE_OF_NEITHER, /* the system's, ours, or not known */
    MZ_CODE_OF_PROGRAM, /* instrumented */
    MZ_CODE_OF_LIBRARY, /* which is not instrumented */
    MZ_CODE_SIDES
};

enum mz_code_side mz_foreign_side(uint64_t pc);

/* Is there any code that is not instrumented, or of which that is not known? */
bool mz_foreign_is_there(void);

/* Is there code of the program and of such libraries? */
bool mz_foreign_has_sides(void);

/* From now on such code can be executed, or cannot. */
void mz_foreign_let_execute(enum mz_code_side, bool);

/* One of the libraries. */
void mz_foreign_name(char *, size_t);

static inline bool mz_foreign_is_code(uint64_t pc)
{
    return mz_foreign_side(pc) == MZ_CODE_OF_LIBRARY;
}

#endif
