/* SPDX-License-Identifier: Apache-2.0 */
#include "report/highlight.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/base.h"

/* U+FFFE and U+FFFF, which XML cannot have. */
static bool is_no_character(const char *text, size_t length)
{
    return length >= 3 && !strncmp(text, "\xef\xbf", 2) &&
           ((unsigned char)text[2] & 0xfe) == 0xbe;
}

void mz_escape(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length && text[i]; i++) {
        if (is_no_character(text + i, length - i)) {
            i += 2;
            continue;
        }
        switch (text[i]) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc((unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' '
                                                                  : text[i],
                 out);
        }
    }
}

static bool is_keyword(const char *word, size_t length)
{
    static const char *const keywords[] = {
        "alignas",   "alignof",      "auto",     "bool",       "break",
        "case",      "catch",        "char",     "class",      "const",
        "constexpr", "continue",     "decltype", "default",    "delete",
        "do",        "double",       "else",     "enum",       "explicit",
        "extern",    "false",        "float",    "for",        "goto",
        "if",        "inline",       "int",      "long",       "mutable",
        "namespace", "new",          "noexcept", "nullptr",    "operator",
        "private",   "protected",    "public",   "register",   "restrict",
        "return",    "short",        "signed",   "sizeof",     "static",
        "struct",    "switch",       "template", "this",       "throw",
        "true",      "try",          "typedef",  "typename",   "union",
        "unsigned",  "using",        "virtual",  "void",       "volatile",
        "while",     "_Atomic",      "_Bool",    "NULL",       "co_await",
        "co_return", "thread_local", "size_t",   "atomic_int", "uint64_t",
        "uint32_t",  "int64_t",      "int32_t",  "uint8_t",    "pthread_t",
    };

    for (size_t i = 0; i < MZ_COUNT(keywords); i++)
        if (strlen(keywords[i]) == length &&
            !strncmp(keywords[i], word, length))
            return true;
    return false;
}

static size_t quoted(const char *text)
{
    size_t i = 1;

    while (text[i] && text[i] != text[0])
        i += text[i] == '\\' && text[i + 1] ? 2 : 1;
    return text[i] ? i + 1 : i;
}

static size_t comment(const char *text)
{
    const char *end = text[1] == '*' ? strstr(text + 2, "*/") : NULL;

    return end ? (size_t)(end + 2 - text) : strlen(text);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word(const char *text)
{
    size_t i = 0;

    while (is_word(text[i]))
        i++;
    return i;
}

/* 1.5e-3, 0x10ul, 1'000; a sign belongs to it behind an exponent only. */
static size_t numeral(const char *text)
{
    size_t i = 0;

    while (is_word(text[i]) || text[i] == '.' ||
           (text[i] == '\'' && is_word(text[i + 1])) ||
           ((text[i] == '+' || text[i] == '-') && i &&
            strchr("eEpP", text[i - 1]) && text[1] != 'x'))
        i++;
    return i;
}

/* The class of what the text begins with, 0: none; and how long that is. */
static char classify(const char *text, size_t *length)
{
    char c = text[0];

    *length = 1;
    if (c == '"' || c == '\'')
        return *length = quoted(text), 's';
    if (c == '/' && (text[1] == '/' || text[1] == '*'))
        return *length = comment(text), 'c';
    if (isdigit((unsigned char)c))
        return *length = numeral(text), 'n';
    if (c == '-' && text[1] == '>')
        return *length = 2, 'o';
    if (!is_word(c))
        return 0;
    *length = word(text);
    return is_keyword(text, *length) ? 'k' : 0;
}

/* Where a box is narrow a line is broken there rather than in a name. */
static bool may_be_broken_before(const char *text)
{
    return (text[0] == '-' && text[1] == '>') ||
           (text[0] == ':' && text[1] == ':') || text[0] == '(';
}

void mz_highlight(const char *line, FILE *out)
{
    line += strspn(line, " \t");
    if (*line == '#') {
        size_t length = 1 + strspn(line + 1, " \t");

        length += word(line + length);
        fputs("<span class=hp>", out);
        mz_escape(line, length, out);
        fputs("</span>", out);
        line += length;
    }
    while (*line) {
        size_t length;
        char class = classify(line, &length);

        if (may_be_broken_before(line))
            fputs("<wbr>", out);
        if (class)
            fprintf(out, "<span class=h%c>", class);
        mz_escape(line, length, out);
        if (class)
            fputs("</span>", out);
        line += length;
    }
}
