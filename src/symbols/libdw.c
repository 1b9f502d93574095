/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/libdw.h"

#include <dlfcn.h>
#include <stdio.h>

struct mz_libdw mz_libdw;

static const char *const names[] = {
#define X(name) #name,
    MZ_LIBDW(X)
#undef X
};

enum { COUNT = sizeof names / sizeof names[0] };
_Static_assert(sizeof mz_libdw == COUNT * sizeof(void *), "");

static bool find_all(void *library)
{
    void **functions = (void **)&mz_libdw;

    for (unsigned i = 0; library && i < COUNT; i++) {
        functions[i] = dlsym(library, names[i]);
        if (!functions[i])
            library = NULL;
    }
    return library;
}

bool mz_libdw_load(void)
{
    static bool is_loaded, has_failed;

    if (is_loaded || has_failed)
        return is_loaded;
    is_loaded = find_all(dlopen("libdw.so.1", RTLD_LAZY));
    has_failed = !is_loaded;
    if (has_failed)
        fprintf(stderr, "mazurka: no place in a source is told: %s\n",
                dlerror());
    return is_loaded;
}
