/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_this_command(const char *path)
{
    char own[PATH_MAX], other[PATH_MAX];

    return realpath("/proc/self/exe", own) && realpath(path, other) &&
           !strcmp(own, other);
}

/* In one of the folders, and not us. */
static bool find_in(const char *folders, const char *name,
                    char found[PATH_MAX])
{
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");

        if (length && snprintf(found, PATH_MAX, "%.*s/%s", (int)length,
                               folders, name) < PATH_MAX &&
            access(found, X_OK) == 0 && !is_this_command(found))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

/* gcc tells its own folders in COMPILER_PATH; then comes PATH, as for clang. */
bool mz_tool_find(const char *name, char found[PATH_MAX])
{
    return find_in(getenv("COMPILER_PATH"), name, found) ||
           find_in(getenv("PATH"), name, found) ||
           find_in("/usr/bin", name, found);
}
