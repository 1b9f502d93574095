/* SPDX-License-Identifier: Apache-2.0 */
/* Code of modules that can be closed: executing it then is a fault. */
#ifndef MZ_RUNTIME_CODE_RANGE_H
#define MZ_RUNTIME_CODE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct dl_phdr_info;

enum { MZ_MAX_CODE_RANGES = 512 };

struct mz_code_ranges {
    unsigned count;
    struct {
        uint64_t start, end; /* whole pages */
        int rights; /* as mprotect has them, but for that to execute it */
    } at[MZ_MAX_CODE_RANGES];
};

/* That of the module, as far as there is room. */
void mz_code_ranges_add(struct mz_code_ranges *, const struct dl_phdr_info *);

bool mz_code_ranges_have(const struct mz_code_ranges *, uint64_t pc);

/* From now on it can be executed, or cannot. */
void mz_code_ranges_let_execute(const struct mz_code_ranges *, bool);

#endif
