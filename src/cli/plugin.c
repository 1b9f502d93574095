/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/plugin.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"

/* Plugins for gcc fit one version exactly, those for clang a major one. */
static void name_of(char name[MZ_VERSION_MAX + 32],
                    const struct mz_compiler *compiler, char *version)
{
    bool is_gcc = compiler->family == MZ_FAMILY_GCC;

    if (!is_gcc)
        version[strcspn(version, ".")] = '\0';
    snprintf(name, MZ_VERSION_MAX + 32, "mazurka-%s-%s.so",
             is_gcc ? "gcc" : "clang", version);
}

static bool refuse(const struct mz_compiler *compiler, const char *version)
{
    bool is_gcc = compiler->family == MZ_FAMILY_GCC;
    int major = (int)strcspn(version, ".");

    mz_note("no plugin for %s %s ('%s'), so that accesses to memory would go "
            "unseen: install %s%.*s%s and build mazurka again, or use another "
            "compiler",
            is_gcc ? "gcc" : "clang", version, compiler->words.items[0],
            is_gcc ? "gcc-" : "llvm-", major, version,
            is_gcc ? "-plugin-dev" : "-dev");
    return false;
}

bool mz_plugin_find(char path[PATH_MAX], const struct mz_compiler *compiler,
                    const struct mz_home *home)
{
    char version[MZ_VERSION_MAX], name[MZ_VERSION_MAX + 32];

    if (!mz_compiler_version(compiler, version)) {
        mz_note("'%s' does not tell its version: use another compiler",
                compiler->words.items[0]);
        return false;
    }
    name_of(name, compiler, version);
    return (snprintf(path, PATH_MAX, "%s/%s", home->libraries, name) <
                PATH_MAX &&
            access(path, R_OK) == 0) ||
           refuse(compiler, version);
}
