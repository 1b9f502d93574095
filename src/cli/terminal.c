/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL = 80, MOST = 10000 };

static unsigned told_columns(void)
{
    const char *text = getenv("COLUMNS");
    char *end;
    unsigned long columns;

    if (!text || *text < '1' || *text > '9')
        return 0;
    columns = strtoul(text, &end, 10);
    return *end || columns > MOST ? 0 : (unsigned)columns;
}

unsigned mz_terminal_columns(int file)
{
    struct winsize size;
    unsigned told = told_columns();

    if (told)
        return told;
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
    return USUAL;
}

/* See no-color.org: set, and not empty. */
static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value;
}

static bool is_dumb(void)
{
    const char *name = getenv("TERM");

    return !name || !*name || !strcmp(name, "dumb");
}

bool mz_terminal_has_colours(int file, enum mz_colour_choice choice)
{
    if (choice != MZ_COLOUR_AUTO)
        return choice == MZ_COLOUR_ALWAYS;
    return isatty(file) && !is_set("NO_COLOR") && !is_dumb();
}

bool mz_terminal_can_erase(int file)
{
    return isatty(file) && !is_dumb();
}
