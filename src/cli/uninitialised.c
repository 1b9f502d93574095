/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/uninitialised.h"

#include "region/property.h"

static bool lets_them_give_any(uint64_t property)
{
    return property == MZ_PROPERTY_UNREACH_CALL ||
           property == MZ_PROPERTY_NO_DATA_RACE ||
           property == MZ_PROPERTY_NO_OVERFLOW ||
           property == MZ_PROPERTY_TERMINATION;
}

enum mz_unwritten mz_uninitialised_reads(const struct mz_request *options)
{
    if (lets_them_give_any(options->property))
        return MZ_UNWRITTEN_DOUBTED;
    return options->uninitialised ? MZ_UNWRITTEN_FAILS
                                  : MZ_UNWRITTEN_UNWATCHED;
}
