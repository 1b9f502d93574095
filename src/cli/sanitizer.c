/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/sanitizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/message.h"

static const char turns_on[] = "-fsanitize=", turns_off[] = "-fno-sanitize=";

/* Those of gcc 12 and clang 14 that call __ubsan_handle_..., or trap. */
static const char *const served[] = {
    "undefined",
    "alignment",
    "array-bounds",
    "bool",
    "bounds",
    "bounds-strict",
    "builtin",
    "enum",
    "float-cast-overflow",
    "float-divide-by-zero",
    "implicit-conversion",
    "implicit-integer-arithmetic-value-change",
    "implicit-integer-conversion",
    "implicit-integer-sign-change",
    "implicit-integer-truncation",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer",
    "integer-divide-by-zero",
    "local-bounds",
    "nonnull-attribute",
    "null",
    "nullability",
    "nullability-arg",
    "nullability-assign",
    "nullability-return",
    "object-size",
    "pointer-overflow",
    "return",
    "returns-nonnull-attribute",
    "shift",
    "shift-base",
    "shift-exponent",
    "signed-integer-overflow",
    "unreachable",
    "unsigned-integer-overflow",
    "unsigned-shift-base",
    "vla-bound",
};

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_served(const char *name, size_t length)
{
    for (size_t i = 0; i < MZ_COUNT(served); i++)
        if (strlen(served[i]) == length && !strncmp(served[i], name, length))
            return true;
    return false;
}

bool mz_sanitizer_is_option(const char *option)
{
    return starts(option, turns_on) || starts(option, turns_off);
}

static bool is_zones(const char *name, size_t length)
{
    static const char zones[] = "address";

    return length == sizeof zones - 1 && !strncmp(name, zones, length);
}

static const char *names_of(const char *option)
{
    return strchr(option, '=') + 1;
}

bool mz_sanitizer_lays_zones(const char *option, bool before)
{
    bool on = starts(option, turns_on);

    for (const char *name = names_of(option);; name++) {
        size_t length = strcspn(name, ",");

        if (is_zones(name, length) ||
            (!on && length == 3 && !strncmp(name, "all", length)))
            before = on;
        name += length;
        if (!*name)
            return before;
    }
}

char *mz_sanitizer_without_zones(const char *option)
{
    const char *name = names_of(option);
    char *rest = strdup(option), *to;
    bool is_first = true;

    if (!rest)
        mz_out_of_memory();
    to = rest + (name - option);
    for (;; name++) {
        size_t length = strcspn(name, ",");

        if (!is_zones(name, length)) {
            if (!is_first)
                *to++ = ',';
            memcpy(to, name, length);
            to += length;
            is_first = false;
        }
        name += length;
        if (!*name)
            break;
    }
    *to = '\0';
    if (!is_first)
        return rest;
    free(rest);
    return NULL;
}

bool mz_sanitizer_is_served(const char *option)
{
    const char *name = option + strlen(turns_on);

    if (!starts(option, turns_on))
        return true;
    for (;;) {
        size_t length = strcspn(name, ",");

        if (!is_served(name, length) && !is_zones(name, length))
            return false;
        if (!name[length])
            return true;
        name += length + 1;
    }
}

void mz_sanitizer_add(struct mz_arguments *arguments, const char *option)
{
    bool on = starts(option, turns_on);
    const char *value = option + strlen(on ? turns_on : turns_off);
    char *renamed;

    if (asprintf(&renamed, "-%ssanitize=%s", on ? "" : "no-", value) <
        0)
        mz_out_of_memory();
    mz_arguments_add(arguments, renamed);
    free(renamed);
}
