/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/uninitialised.h"

#include <string.h>

#include "region/property.h"

static const char *const names[MZ_ASKED_COUNT] = {
    [MZ_ASKED_CLANG] = "clang",
    [MZ_ASKED_GCC] = "gcc",
};

bool mz_uninitialised_matters(const struct mz_options *options)
{
    return options->property == MZ_PROPERTY_UNREACH_CALL ||
           options->property == MZ_PROPERTY_NO_DATA_RACE ||
           options->property == MZ_PROPERTY_NO_OVERFLOW ||
           options->property == MZ_PROPERTY_TERMINATION;
}

const char *mz_uninitialised_asked(enum mz_asked who)
{
    return names[who];
}

/* Other warnings are not asked for, nor is silence. */
bool mz_uninitialised_takes(const char *option)
{
    return strcmp(option, "-w") != 0 && strncmp(option, "-W", 2) != 0;
}

void mz_uninitialised_ask(struct mz_arguments *command, enum mz_asked who)
{
    if (who == MZ_ASKED_CLANG) {
        mz_arguments_add(command, "-fsyntax-only");
        mz_arguments_add(command, "-Wno-everything");
        mz_arguments_add(command, "-Werror=uninitialized");
        mz_arguments_add(command, "-Werror=sometimes-uninitialized");
        mz_arguments_add(command, "-Werror=conditional-uninitialized");
        return;
    }
    mz_arguments_add(command, "-c");
    mz_arguments_add(command, "-O1"); /* arrays are looked at */
    mz_arguments_add(command, "-o/dev/null");
    mz_arguments_add(command, "-Werror=uninitialized");
    mz_arguments_add(command, "-Werror=maybe-uninitialized");
}
