/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which names are private. A name that is not in the table is as the nearest
 * folder above it that is: in a WHOLE folder it is private, in a REAL one, and
 * where no folder is in the table, it is real. What is below a file, or below
 * what was removed, is nowhere, and so private, too.
 */
#include "runtime/view.h"

#include "base/text.h"

enum { MAX_NAMES = 8192, TEXT = 1 << 20 };

static struct {
    uint64_t hash;
    uint32_t text; /* where it begins */
    uint8_t kind;  /* enum mz_view_kind */
} names[MAX_NAMES];
static char texts[TEXT];
static size_t text_used;

unsigned mz_view_names;

static uint64_t hash_of(const char *name, size_t length)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    return hash;
}

static bool is_same(const char *text, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != name[i])
            return false;
    return !text[length];
}

/* Its place in the table, or how many there are. */
static unsigned find(const char *name, size_t length)
{
    uint64_t hash = hash_of(name, length);
    unsigned i = 0;

    while (i < mz_view_names &&
           (names[i].hash != hash ||
            !is_same(texts + names[i].text, name, length)))
        i++;
    return i;
}

bool mz_view_has(const char *name)
{
    return find(name, mz_text_length(name)) < mz_view_names;
}

static size_t length_of_folder(const char *name, size_t length)
{
    while (length > 0 && name[--length] != '/')
        ;
    return length;
}

size_t mz_view_folder_of(const char *name)
{
    return length_of_folder(name, mz_text_length(name));
}

bool mz_view_is_private(const char *name)
{
    size_t length = mz_text_length(name);
    unsigned i = find(name, length);

    while (i == mz_view_names && length > 0) {
        length = length_of_folder(name, length);
        i = find(name, length);
    }
    return i < mz_view_names && names[i].kind != MZ_VIEW_REAL;
}

void mz_view_set(const char *name, enum mz_view_kind kind)
{
    size_t length = mz_text_length(name);
    unsigned i = find(name, length);

    if (i == mz_view_names) {
        if (i == MAX_NAMES || text_used + length + 1 > TEXT)
            mz_unsupported(FILE_FOLDERS);
        names[i].hash = hash_of(name, length);
        names[i].text = text_used;
        mz_copy(texts + text_used, name, length + 1);
        text_used += length + 1;
        mz_view_names++;
    }
    names[i].kind = kind;
}

/* What is left of a name below this folder; NULL: it is not there. */
static const char *below(const char *name, const char *folder)
{
    size_t length = mz_text_length(folder);

    return mz_text_begins(name, folder) && name[length] == '/'
               ? name + length + 1
               : NULL;
}

static bool has_slash(const char *text)
{
    while (*text && *text != '/')
        text++;
    return *text;
}

bool mz_view_has_private_in(const char *folder)
{
    for (unsigned i = 0; i < mz_view_names; i++) {
        const char *rest = below(texts + names[i].text, folder);

        if (rest && !has_slash(rest) && names[i].kind != MZ_VIEW_REAL)
            return true;
    }
    return false;
}

bool mz_view_has_real_below(const char *folder)
{
    for (unsigned i = 0; i < mz_view_names; i++)
        if (names[i].kind == MZ_VIEW_REAL &&
            below(texts + names[i].text, folder))
            return true;
    return false;
}

void mz_view_each(bool real, void (*take)(const char *name))
{
    for (unsigned i = mz_view_names; i-- > 0;)
        if ((names[i].kind == MZ_VIEW_REAL) == real)
            take(texts + names[i].text);
}

void mz_view_forget_names(void)
{
    mz_view_names = 0;
    text_used = 0;
}
