/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/base.h"
#include "cli/message.h"
#include "config.h"

static bool is_there(char out[PATH_MAX], const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    return length < PATH_MAX && realpath(path, out) && access(out, R_OK) == 0;
}

static bool find_libraries(struct mz_home *home, const char *folder)
{
    static const char *const places[] = {".", "../lib", "../lib64",
                                         "../lib/" MZ_ARCH_TRIPLET};

    for (size_t i = 0; i < MZ_COUNT(places); i++) {
        char *place = home->libraries;

        if (is_there(place, folder, places[i]) &&
            is_there(home->library, place, "libmazurka.so"))
            return true;
    }
    return false;
}

/* A compiler's own folders must stay where they are in its search order. */
static bool is_searched_anyway(const char *folder)
{
    return !strcmp(folder, "/usr/include") ||
           !strcmp(folder, "/usr/local/include");
}

static void find_include(struct mz_home *home, const char *folder)
{
    char header[PATH_MAX];

    if (is_there(header, folder, "../include/mazurka.h") ||
        is_there(header, MZ_INCLUDE_DIR, "mazurka.h")) {
        *strrchr(header, '/') = '\0';
        if (!is_searched_anyway(header))
            strcpy(home->include, header);
    }
}

static bool find_assembler(struct mz_home *home)
{
    char file[PATH_MAX];

    if (is_there(home->assembler, home->libraries, "mazurka-tools") &&
        is_there(file, home->assembler, "as"))
        return true;
    mz_note("mazurka-tools/as is not in %s: build or install mazurka again",
            home->libraries);
    return false;
}

static bool has_file(struct mz_home *home, char out[PATH_MAX], const char *name)
{
    if (is_there(out, home->libraries, name))
        return true;
    mz_note("%s is not in %s: build or install mazurka again", name,
            home->libraries);
    return false;
}

bool mz_home_find(struct mz_home *home)
{
    char folder[PATH_MAX];

    memset(home, 0, sizeof *home);
    if (!realpath("/proc/self/exe", home->self)) {
        mz_note("cannot tell where this command is: is /proc mounted?");
        return false;
    }
    strcpy(folder, home->self);
    *strrchr(folder, '/') = '\0';
    if (!find_libraries(home, folder)) {
        mz_note("libmazurka.so is neither in %s nor in %s/../lib: "
                "build or install mazurka again",
                folder, folder);
        return false;
    }
    if (!has_file(home, home->specs, "mazurka-gcc.specs") ||
        !has_file(home, home->headers, "mazurka-headers"))
        return false;
    find_include(home, folder);
    return find_assembler(home);
}

const char *mz_home_library(void)
{
    static struct mz_home home;

    return mz_home_find(&home) ? home.library : NULL;
}

const char *mz_home_extension(void)
{
    static const char *const places[] = {"mazurka-gdb.py",
                                         "../share/mazurka/mazurka-gdb.py"};
    static char extension[PATH_MAX];
    char folder[PATH_MAX];

    if (!realpath("/proc/self/exe", folder))
        return NULL;
    *strrchr(folder, '/') = '\0';
    for (size_t i = 0; i < MZ_COUNT(places); i++)
        if (is_there(extension, folder, places[i]))
            return extension;
    mz_note("mazurka-gdb.py is not in %s/../share/mazurka: build or install "
            "mazurka again",
            folder);
    return NULL;
}
