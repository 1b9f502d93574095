/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which compiler does the work of `mazurka cc` (C) and `mazurka c++`:
 * $MAZURKA_CC, else $CC, else cc; $MAZURKA_CXX, else $CXX, else c++. A $CC that
 * is this very command, as in `make CC="mazurka cc"`, is passed over.
 */
#ifndef MZ_CLI_COMPILER_H
#define MZ_CLI_COMPILER_H

#include "cli/arguments.h"
#include "cli/home.h"

enum mz_language { MZ_LANGUAGE_C, MZ_LANGUAGE_CXX };

enum mz_compiler_family { MZ_FAMILY_UNKNOWN, MZ_FAMILY_GCC, MZ_FAMILY_CLANG };

struct mz_compiler {
    struct mz_arguments words; /* the command: `gcc`, `ccache gcc -m64` */
    enum mz_compiler_family family;
};

/* False, with a message. */
bool mz_compiler_find(struct mz_compiler *, enum mz_language,
                      const struct mz_home *);

enum { MZ_VERSION_MAX = 64 };

/* The compiler's version, "12.2.0"; of clang its major one is enough, "14".
 * False: it does not say. */
bool mz_compiler_version(const struct mz_compiler *,
                         char out[MZ_VERSION_MAX]);

/* For the child that becomes the compiler: where $CC is a script that runs
 * mazurka, it ends there and does not go round for ever. */
void mz_compiler_end_round(void);

#endif
