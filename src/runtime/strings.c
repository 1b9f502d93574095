/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The string functions of libc, for the program and its libraries: they do the
 * same, and tell which bytes the program reads and writes.
 *
 * They are called before anything is initialised (by resolvers of IFUNCs,
 * even), and so use no thread-local storage, no other library, no work of a
 * constructor.
 */
#include "runtime/heap.h"
#include "runtime/interpose.h"
#include "runtime/told_bytes.h"

void *__libc_malloc(size_t);

MZ_INTERPOSE(size_t, strlen, const char *text)
{
    return mz_told_length(text, MZ_CALLER);
}

MZ_INTERPOSE(size_t, strnlen, const char *text, size_t size)
{
    return mz_told_find(text, size, 0, 0, MZ_CALLER);
}

MZ_INTERPOSE(int, strcmp, const char *a, const char *b)
{
    return mz_told_compare(a, b, SIZE_MAX, MZ_AT_NUL, MZ_CALLER);
}

MZ_INTERPOSE(int, strncmp, const char *a, const char *b, size_t size)
{
    return mz_told_compare(a, b, size, MZ_AT_NUL, MZ_CALLER);
}

MZ_INTERPOSE(char *, strchr, const char *text, int byte)
{
    size_t at = mz_told_find(text, SIZE_MAX, (char)byte, 0, MZ_CALLER);

    return text[at] == (char)byte ? (char *)text + at : NULL;
}

MZ_INTERPOSE_AS(index, strchr)

MZ_INTERPOSE(char *, strrchr, const char *text, int byte)
{
    const char *last = NULL;

    for (;; text++) {
        text += mz_told_find(text, SIZE_MAX, (char)byte, 0, MZ_CALLER);
        if (*text == (char)byte)
            last = text;
        if (!*text)
            return (char *)last;
    }
}

MZ_INTERPOSE_AS(rindex, strrchr)

static inline char *copy_text(char *to, const char *from, void *pc)
{
    size_t length = mz_told_length(from, pc);

    mz_told_store(to, from, length + 1, pc);
    return to + length;
}

/* What strncpy and stpncpy write: `size` bytes, NULs behind the text. */
static inline char *copy_padded(char *to, const char *from, size_t size,
                                void *pc)
{
    size_t length = mz_told_find(from, size, 0, 0, pc);

    mz_told_store(to, from, length, pc);
    mz_told_fill(to + length, 0, size - length, pc);
    return to + length;
}

/* At most `size` bytes of a text, and a NUL in any case. */
static inline char *copy_part(char *to, const char *from, size_t size, void *pc)
{
    size_t length = mz_told_find(from, size, 0, 0, pc);

    mz_told_store(to, from, length, pc);
    mz_told_fill(to + length, 0, 1, pc);
    return to + length;
}

MZ_INTERPOSE(char *, strcpy, char *to, const char *from)
{
    copy_text(to, from, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, stpcpy, char *to, const char *from)
{
    return copy_text(to, from, MZ_CALLER);
}

MZ_INTERPOSE_AS(__stpcpy, stpcpy)

MZ_INTERPOSE(char *, strncpy, char *to, const char *from, size_t size)
{
    copy_padded(to, from, size, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, stpncpy, char *to, const char *from, size_t size)
{
    return copy_padded(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE(char *, strcat, char *to, const char *from)
{
    copy_text(to + mz_told_length(to, MZ_CALLER), from, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, strncat, char *to, const char *from, size_t size)
{
    copy_part(to + mz_told_length(to, MZ_CALLER), from, size, MZ_CALLER);
    return to;
}

static char *new_text(const char *text, size_t size, void *pc)
{
    size_t length = mz_told_find(text, size, 0, 0, pc);
    char *copy = mz_heap_serves()
                     ? mz_heap_allocate(length + 1, 16, (uint64_t)pc)
                     : __libc_malloc(length + 1);

    if (copy) {
        mz_told_store(copy, text, length, pc);
        mz_told_fill(copy + length, 0, 1, pc);
    }
    return copy;
}

MZ_INTERPOSE(char *, strdup, const char *text)
{
    return new_text(text, SIZE_MAX, MZ_CALLER);
}

MZ_INTERPOSE_AS(__strdup, strdup)

MZ_INTERPOSE(char *, strndup, const char *text, size_t size)
{
    return new_text(text, size, MZ_CALLER);
}

MZ_INTERPOSE_AS(__strndup, strndup)

/* ---- _FORTIFY_SOURCE ----------------------------------------------------- */

MZ_INTERPOSE(char *, __strcpy_chk, char *to, const char *from, size_t room)
{
    MZ_CHECK_ROOM(mz_bytes_find(from, SIZE_MAX, 0, 0) + 1, "strcpy");
    copy_text(to, from, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
    MZ_CHECK_ROOM(mz_bytes_find(from, SIZE_MAX, 0, 0) + 1, "stpcpy");
    return copy_text(to, from, MZ_CALLER);
}

MZ_INTERPOSE(char *, __strncpy_chk, char *to, const char *from, size_t size,
             size_t room)
{
    MZ_CHECK_ROOM(size, "strncpy");
    copy_padded(to, from, size, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, __stpncpy_chk, char *to, const char *from, size_t size,
             size_t room)
{
    MZ_CHECK_ROOM(size, "stpncpy");
    return copy_padded(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE(char *, __strcat_chk, char *to, const char *from, size_t room)
{
    size_t length = mz_told_length(to, MZ_CALLER);

    MZ_CHECK_ROOM(length + mz_bytes_find(from, SIZE_MAX, 0, 0) + 1, "strcat");
    copy_text(to + length, from, MZ_CALLER);
    return to;
}

MZ_INTERPOSE(char *, __strncat_chk, char *to, const char *from, size_t size,
             size_t room)
{
    size_t length = mz_told_length(to, MZ_CALLER);

    MZ_CHECK_ROOM(length + mz_bytes_find(from, size, 0, 0) + 1, "strncat");
    copy_part(to + length, from, size, MZ_CALLER);
    return to;
}
