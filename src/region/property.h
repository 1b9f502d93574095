/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties as SV-COMP has them (https://sv-comp.sosy-lab.org, rules): which
 * ends of an execution violate the one that is asked for, and which are ends
 * like any other. What neither does (errors of memory, misuse, endless loops
 * where another property is asked for) ends its execution, and nobody knows
 * what would have come after it: then the property is not proven, but may be
 * violated by another execution.
 */
#ifndef MZ_REGION_PROPERTY_H
#define MZ_REGION_PROPERTY_H

#include "region/finding.h"

enum mz_property {
    MZ_PROPERTY_ALL, /* none was named: every error counts */
    MZ_PROPERTY_UNREACH_CALL,
    MZ_PROPERTY_NO_DATA_RACE,
    MZ_PROPERTY_VALID_MEMSAFETY,
    MZ_PROPERTY_NO_OVERFLOW,
    MZ_PROPERTY_TERMINATION,
    MZ_PROPERTY_COUNT
};

/* "unreach-call", ...; of MZ_PROPERTY_ALL NULL */
extern const char *const mz_property_names[MZ_PROPERTY_COUNT];

/* The same as SV-COMP has it, a line for each formula; likewise. */
extern const char *const mz_property_specifications[MZ_PROPERTY_COUNT];

/* Is that no violation, but an end of the process, or of all threads? */
bool mz_property_passes(uint32_t property, enum mz_fault);

/* Is it a violation? Without a property each error is. */
bool mz_property_is_violated(uint32_t property, enum mz_fault);

#endif
