/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/statement.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool opens_comment(const char *at, const char *end)
{
    return end - at > 1 && at[0] == '/' && at[1] == '*';
}

/* Behind a comment of C, or at the end. */
static const char *skip_comment(const char *at, const char *end)
{
    for (at += 2; at < end; at++)
        if (end - at > 1 && at[0] == '*' && at[1] == '/')
            return at + 2;
    return end;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (is_blank(*at) || opens_comment(at, end)))
        at = is_blank(*at) ? at + 1 : skip_comment(at, end);
    return at;
}

static const char *skip_line(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline : end;
}

/* Behind the string that begins here. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\')
            at++;
    return at < end ? at + 1 : end;
}

/* Behind one item of a statement: a character, a string, a comment. */
static const char *skip_item(const char *at, const char *end)
{
    if (*at == '"')
        return skip_string(at, end);
    if (opens_comment(at, end))
        return skip_comment(at, end);
    if (*at == '\'' && end - at > 1) /* 'c is a number */
        return at[1] == '\\' && end - at > 2 ? at + 3 : at + 2;
    return at + 1;
}

static const char *find_end(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != ';' && *at != '#')
        at = skip_item(at, end);
    return at;
}

/* Behind the colon of a label that begins here; NULL: none does. */
static const char *skip_label(const char *at, const char *end)
{
    const char *start = at;

    if (at < end && *at == '"')
        at = skip_string(at, end);
    else
        while (at < end && is_name(*at))
            at++;
    if (at == start)
        return NULL;
    at = skip_blanks(at, end);
    return at < end && *at == ':' ? at + 1 : NULL;
}

static void skip_labels(struct mz_statement *s, const char *end)
{
    const char *behind;

    s->body = skip_blanks(s->start, end);
    while ((behind = skip_label(s->body, end))) {
        s->has_label = true;
        s->body = skip_blanks(behind, end);
    }
}

bool mz_statement_next(const char **at, const char *end,
                       struct mz_statement *s)
{
    if (*at >= end)
        return false;
    *s = (struct mz_statement){.start = *at};
    skip_labels(s, end);
    if (s->body < end && (*s->body == '#' || *s->body == '/')) {
        s->is_comment = true;
        s->end = skip_line(s->body, end);
    } else {
        s->end = find_end(s->body, end);
    }
    *at = s->end < end && *s->end != '#' ? s->end + 1 : s->end;
    return true;
}

bool mz_statement_text(const struct mz_statement *s, char *out, size_t size)
{
    const char *at = skip_blanks(s->body, s->end);
    size_t length = 0;

    while (at < s->end && length < size - 1) {
        const char *next = skip_blanks(at, s->end);

        if (next > at) {
            if (next < s->end)
                out[length++] = ' ';
        } else {
            next = skip_item(at, s->end);
            while (at < next && length < size - 1)
                out[length++] = *at++;
        }
        at = next;
    }
    out[length] = '\0';
    return at >= s->end;
}

bool mz_is_among(const char *names, const char *name, size_t length)
{
    for (const char *at = names; (at = strchr(at, ' ')) && at[1]; at++)
        if (!strncmp(at + 1, name, length) && at[1 + length] == ' ')
            return true;
    return false;
}
