/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"

#include "base/system_call.h"

/* A loop below must not become a call of the function it is in. */
#define PLAIN_LOOPS \
    __attribute__((optimize("no-tree-loop-distribute-patterns")))

typedef uint64_t word __attribute__((may_alias, aligned(1)));

void (*mz_assertion_hook)(void);
int mz_assertion_fd = 2;

static void write_text(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    MZ_SYSTEM(write, mz_assertion_fd, text, length);
}

void mz_assertion_failed(const char *expression, const char *file, int line)
{
    char digits[12];
    int i = sizeof digits - 1;

    digits[i] = 0;
    do
        digits[--i] = '0' + line % 10;
    while ((line /= 10) && i > 0);
    write_text("mazurka: internal error: ");
    write_text(file);
    write_text(":");
    write_text(digits + i);
    write_text(": ");
    write_text(expression);
    write_text("\n");
    if (mz_assertion_hook)
        mz_assertion_hook();
    MZ_SYSTEM(exit_group, 1);
    __builtin_unreachable();
}

/* A copy of 100 to 200 bytes is part of each birth of a thread. */
static inline void copy_words(word to[4], const word from[4])
{
    word a = from[0], b = from[1], c = from[2], d = from[3];

    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

PLAIN_LOOPS
void *mz_copy(void *to, const void *from, size_t size)
{
    char *t = to;
    const char *f = from;

    if (size >= MZ_LONG_COPY) {
        mz_copy_long(to, from, size);
        return to;
    }
    for (; size >= 32; size -= 32, t += 32, f += 32)
        copy_words((word *)t, (const word *)f);
    for (; size >= 8; size -= 8, t += 8, f += 8)
        *(word *)t = *(const word *)f;
    while (size--)
        *t++ = *f++;
    return to;
}

PLAIN_LOOPS
void *mz_move(void *to, const void *from, size_t size)
{
    char *t = to;
    const char *f = from;

    if (t <= f || t >= f + size)
        return mz_copy(to, from, size);
    while (size--)
        t[size] = f[size];
    return to;
}

PLAIN_LOOPS
void *mz_fill(void *to, int byte, size_t size)
{
    const word bytes = (uint8_t)byte * 0x0101010101010101u;
    char *t = to;

    if (size >= MZ_LONG_FILL) {
        mz_fill_long(to, byte, size);
        return to;
    }
    for (; size >= 8; size -= 8, t += 8)
        *(word *)t = bytes;
    while (size--)
        *t++ = byte;
    return to;
}

PLAIN_LOOPS
int mz_compare(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;

    while (size >= 8 && *(const word *)x == *(const word *)y)
        x += 8, y += 8, size -= 8;
    for (; size--; x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
