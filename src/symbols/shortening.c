/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/shortening.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_NAME = 4096 };

/* Arguments of templates that are what they are by default. */
static const char *const defaults[] = {
    "std::allocator<",    "std::char_traits<", "std::less<",
    "std::default_delete<", "std::hash<",      "std::equal_to<",
};

/* What libstdc++ calls otherwise, and what it stands for. */
static const struct {
    const char *inner, *outer;
} names[] = {
    {"std::__cxx11::", "std::"},
    {"std::__1::", "std::"},
    {"__cxx11::", ""},
    {"basic_string<char>", "string"},
    {"basic_string_view<char>", "string_view"},
    {"basic_ostream<char>", "ostream"},
    {"basic_istream<char>", "istream"},
};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void remove_at(char *at, size_t count)
{
    memmove(at, at + count, strlen(at + count) + 1);
}

/* How long a template's argument is: up to the comma, or the end of all. */
static size_t length_of_argument(const char *at)
{
    size_t i, depth = 0;

    for (i = 0; at[i]; i++) {
        if (strchr("<(", at[i]))
            depth++;
        else if (strchr(">)", at[i]) && depth-- == 0)
            break;
        else if (at[i] == ',' && !depth)
            break;
    }
    return i;
}

static bool is_default(const char *argument)
{
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (begins(argument, defaults[i]))
            return true;
    return false;
}

/* Inner ones first: `std::allocator<std::basic_string<...> >` goes as one. */
static void remove_defaults(char *text)
{
    for (char *at = text; (at = strstr(at, ", "));) {
        if (is_default(at + 2))
            remove_at(at, 2 + length_of_argument(at + 2));
        else
            at += 2;
    }
}

/* `> >`, as it was written before C++11. */
static void close_up(char *text)
{
    for (char *at = text; (at = strstr(at, "> >"));)
        remove_at(at + 1, 1);
}

static void replace_names(char *text)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t inner = strlen(names[i].inner), outer = strlen(names[i].outer);

        for (char *at = text; (at = strstr(at, names[i].inner));
             at += outer) {
            memcpy(at, names[i].outer, outer);
            remove_at(at + outer, inner - outer);
        }
    }
}

void mz_shortening_add(const char *name, struct mz_phrase *phrase)
{
    char text[MAX_NAME];

    if (!strchr(name, '<') || strlen(name) >= sizeof text) {
        mz_phrase_add(phrase, "%s", name);
        return;
    }
    strcpy(text, name);
    remove_defaults(text);
    close_up(text);
    replace_names(text);
    mz_phrase_add(phrase, "%s", text);
}
