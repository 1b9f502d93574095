/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Of an assertion that failed: what the variables held that its expression is
 * made of. Those are the ones that were read on its line, or in a function that
 * it calls; and local variables that it names, which no hook tells of.
 */
#ifndef MZ_REPORT_ASSERTED_H
#define MZ_REPORT_ASSERTED_H

#include "report/narrator.h"

enum { MZ_ASSERTED_VALUES = 6 };

struct mz_asserted_value {
    char name[MZ_PHRASE], value[MZ_PHRASE];
};

/* How many there are, in the order of the expression as far as that is known;
 * none of a finding that is no assertion, or is not told in full. */
unsigned mz_asserted_values(const struct mz_narrator *,
                            const struct mz_finding *,
                            struct mz_asserted_value[MZ_ASSERTED_VALUES]);

#endif
