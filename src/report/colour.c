/* SPDX-License-Identifier: Apache-2.0 */
#include "report/colour.h"

/* ECMA-48, SGR: 0 nothing, 1 bold, 2 faint, 31 red, 33 yellow. */
static const char *const begin[MZ_COLOURS] = {
    [MZ_COLOUR_END] = "\033[0m",     [MZ_COLOUR_PLACE] = "\033[1m",
    [MZ_COLOUR_ERROR] = "\033[1;31m", [MZ_COLOUR_LIMIT] = "\033[1;33m",
    [MZ_COLOUR_MARK] = "\033[33m",   [MZ_COLOUR_FAINT] = "\033[2m",
};

const char *mz_colour(const struct mz_report *report, enum mz_colour colour)
{
    return report->has_colours ? begin[colour] : "";
}
