/* SPDX-License-Identifier: Apache-2.0 */
/* What the user reads on: how wide it is, and whether it shows colours. */
#ifndef MZ_CLI_TERMINAL_H
#define MZ_CLI_TERMINAL_H

#include <stdbool.h>

enum mz_colour_choice {
    MZ_COLOUR_AUTO, /* on a terminal that has them, unless NO_COLOR is set */
    MZ_COLOUR_ALWAYS,
    MZ_COLOUR_NEVER,
};

/* Columns of a line: $COLUMNS, else what the terminal says, else 80. */
unsigned mz_terminal_columns(int file);

bool mz_terminal_has_colours(int file, enum mz_colour_choice);

/* A line that was written can be erased again. */
bool mz_terminal_can_erase(int file);

#endif
