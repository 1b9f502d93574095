/* SPDX-License-Identifier: Apache-2.0 */
#include "region/property.h"

const char *const mz_property_names[MZ_PROPERTY_COUNT] = {
    [MZ_PROPERTY_UNREACH_CALL] = "unreach-call",
    [MZ_PROPERTY_NO_DATA_RACE] = "no-data-race",
    [MZ_PROPERTY_VALID_MEMSAFETY] = "valid-memsafety",
    [MZ_PROPERTY_NO_OVERFLOW] = "no-overflow",
    [MZ_PROPERTY_TERMINATION] = "termination",
};

const char *const mz_property_specifications[MZ_PROPERTY_COUNT] = {
    [MZ_PROPERTY_UNREACH_CALL] =
        "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    [MZ_PROPERTY_NO_DATA_RACE] = "CHECK( init(main()), LTL(G ! data-race) )",
    [MZ_PROPERTY_VALID_MEMSAFETY] =
        "CHECK( init(main()), LTL(G valid-free) )\n"
        "CHECK( init(main()), LTL(G valid-deref) )\n"
        "CHECK( init(main()), LTL(G valid-memtrack) )",
    [MZ_PROPERTY_NO_OVERFLOW] = "CHECK( init(main()), LTL(G ! overflow) )",
    [MZ_PROPERTY_TERMINATION] = "CHECK( init(main()), LTL(F end) )",
};

bool mz_property_passes(uint32_t property, enum mz_fault fault)
{
    switch (fault) {
    case MZ_FAULT_ABORT:
    case MZ_FAULT_EXIT:
    case MZ_FAULT_MAIN_RETURNED:
        return property != MZ_PROPERTY_ALL;
    case MZ_FAULT_DEADLOCK:
        return property != MZ_PROPERTY_ALL &&
               property != MZ_PROPERTY_TERMINATION;
    case MZ_FAULT_ASSERT:
    case MZ_FAULT_ASSERT_PERROR:
    case MZ_FAULT_ASSERT_CALL:
    case MZ_FAULT_ERROR_CALL:
        return property != MZ_PROPERTY_ALL &&
               property != MZ_PROPERTY_UNREACH_CALL;
    default:
        return false;
    }
}

bool mz_property_is_violated(uint32_t property, enum mz_fault fault)
{
    enum mz_finding_kind kind = mz_fault_kinds[fault];

    switch ((enum mz_property)property) {
    case MZ_PROPERTY_UNREACH_CALL:
        return kind == MZ_FINDING_ASSERTION;
    case MZ_PROPERTY_NO_DATA_RACE:
        return kind == MZ_FINDING_DATA_RACE;
    case MZ_PROPERTY_TERMINATION:
        /* One that does nothing visible is told whatever others would do:
         * they may end the process. */
        return (kind == MZ_FINDING_LOOP &&
                fault != MZ_FAULT_LOOP_WITHOUT_OPERATION) ||
               kind == MZ_FINDING_DEADLOCK;
    case MZ_PROPERTY_NO_OVERFLOW:
        return fault == MZ_FAULT_OVERFLOW || fault == MZ_FAULT_SHIFT_OVERFLOW;
    case MZ_PROPERTY_VALID_MEMSAFETY:
        return (kind == MZ_FINDING_MEMORY && fault != MZ_FAULT_UNWRITTEN &&
                fault != MZ_FAULT_UNWRITTEN_LOCAL) ||
               fault == MZ_FAULT_NO_ADDRESS || fault == MZ_FAULT_NULL_ACCESS ||
               fault == MZ_FAULT_BAD_ACCESS;
    default:
        return true;
    }
}
