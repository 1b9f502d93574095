/* SPDX-License-Identifier: Apache-2.0 */
#include "region/property.h"

const char *const mz_property_names[MZ_PROPERTY_COUNT] = {
    [MZ_PROPERTY_UNREACH_CALL] = "unreach-call",
    [MZ_PROPERTY_NO_DATA_RACE] = "no-data-race",
    [MZ_PROPERTY_VALID_MEMSAFETY] = "valid-memsafety",
};

bool mz_property_passes(uint32_t property, enum mz_fault fault)
{
    switch (fault) {
    case MZ_FAULT_ABORT:
    case MZ_FAULT_EXIT:
    case MZ_FAULT_DEADLOCK:
        return property != MZ_PROPERTY_ALL;
    case MZ_FAULT_ASSERT:
    case MZ_FAULT_ASSERT_PERROR:
    case MZ_FAULT_ASSERT_CALL:
    case MZ_FAULT_ERROR_CALL:
        return property == MZ_PROPERTY_NO_DATA_RACE ||
               property == MZ_PROPERTY_VALID_MEMSAFETY;
    default:
        return false;
    }
}
