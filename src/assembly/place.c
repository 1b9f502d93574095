/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the string in quotes at `text`, without them; returns what follows. */
static const char *unquote(const char *text, char *out, size_t size)
{
    size_t length = 0;

    text += strcspn(text, "\"\n");
    if (*text != '"')
        return NULL;
    for (text++; *text && *text != '"' && *text != '\n'; text++) {
        if (*text == '\\' && text[1])
            text++;
        if (length + 1 < size)
            out[length++] = *text;
    }
    out[length] = '\0';
    return *text == '"' ? text + 1 : NULL;
}

static void join(const char *folder, const char *name, char *out)
{
    if (*name == '/' || !*folder)
        snprintf(out, MZ_PLACE_NAME, "%s", name);
    else
        snprintf(out, MZ_PLACE_NAME, "%s/%s", folder, name);
}

/* .file "f.c", .file 1 "f.c", .file 1 "folder" "f.c" */
static void note_file(struct mz_source_place *p, const char *text)
{
    char *end, first[MZ_PLACE_NAME], second[MZ_PLACE_NAME], *name = first;
    unsigned long number = strtoul(text, &end, 10);
    const char *rest = unquote(text, first, sizeof first);
    char joined[MZ_PLACE_NAME];

    if (!rest)
        return;
    rest += strspn(rest, " \t");
    if (*rest == '"' && unquote(rest, second, sizeof second)) {
        /* 0 names the folder of the compilation, which needs not be told. */
        join(number ? first : "", second, joined);
        name = joined;
    }
    if (end == text) {
        snprintf(p->file, sizeof p->file, "%s", name);
    } else if (number < MZ_PLACE_FILES) {
        free(p->names[number]);
        p->names[number] = strdup(name);
    }
}

static void note_line(struct mz_source_place *p, const char *text)
{
    char *end;
    unsigned long file = strtoul(text, &end, 10);
    unsigned long line = strtoul(end, NULL, 10);

    if (!line || file >= MZ_PLACE_FILES || !p->names[file])
        return;
    p->line = (unsigned)line;
    snprintf(p->file, sizeof p->file, "%s", p->names[file]);
}

void mz_place_note(struct mz_source_place *p, const char *text)
{
    if (!strncmp(text, ".file", 5))
        note_file(p, text + 5);
    else if (!strncmp(text, ".loc", 4) && strchr(" \t", text[4]))
        note_line(p, text + 4);
}

void mz_place_mark(struct mz_source_place *p, const char *marker)
{
    unsigned long line = strtoul(marker + 1, NULL, 10);

    p->line = (unsigned)line;
    unquote(marker, p->file, sizeof p->file);
}

void mz_place_release(struct mz_source_place *p)
{
    for (size_t i = 0; i < MZ_PLACE_FILES; i++)
        free(p->names[i]);
}
