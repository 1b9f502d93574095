/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libc's functions do to bytes, the plain things: nobody is told. They are
 * inlined in those that tell (told_bytes.h).
 */
#ifndef MZ_RUNTIME_BYTES_H
#define MZ_RUNTIME_BYTES_H

#include "arch/arch.h"
#include "base/base.h"

/* Keeps a loop what it is: no call of memset and its like. */
#define MZ_A_LOOP() __asm__ volatile("" : : : "memory")

typedef uint16_t mz_word2 __attribute__((may_alias, aligned(1)));
typedef uint32_t mz_word4 __attribute__((may_alias, aligned(1)));
typedef uint64_t mz_word8 __attribute__((may_alias, aligned(1)));
typedef uint64_t mz_aligned8 __attribute__((may_alias));
typedef long long mz_word16
    __attribute__((vector_size(16), may_alias, aligned(1)));

enum { MZ_STRING_MOVE = 1024, MZ_STRING_FILL = 512 };

/*
 * More than 64 bytes, from the start on, or from the end on. The ranges may
 * overlap: the 64 bytes that are written last are read first, and each step
 * reads all that it writes.
 */
void mz_bytes_move_up(char *to, const char *from, size_t size);
void mz_bytes_move_down(char *to, const char *from, size_t size);

static inline void mz_bytes_move_long(char *to, const char *from, size_t size)
{
    uint64_t down = (uint64_t)from - (uint64_t)to;

    if (-down < size)
        mz_bytes_move_down(to, from, size);
    else if (size < MZ_STRING_MOVE || down < 64) /* mz_copy hates to overlap */
        mz_bytes_move_up(to, from, size);
    else
        mz_copy(to, from, size);
}

/* Both ends, read before they are written, meet in the middle. */
#define MZ_MOVE_ENDS(type)                                    \
    do {                                                      \
        type first = *(const type *)f;                        \
        type last = *(const type *)(f + size - sizeof(type)); \
                                                              \
        *(type *)t = first;                                   \
        *(type *)(t + size - sizeof(type)) = last;            \
    } while (0)

static inline void *mz_bytes_move(void *to, const void *from, size_t size)
{
    char *t = to;
    const char *f = from;

    if (size <= 16) {
        if (size >= 8)
            MZ_MOVE_ENDS(mz_word8);
        else if (size >= 4)
            MZ_MOVE_ENDS(mz_word4);
        else if (size >= 2)
            MZ_MOVE_ENDS(mz_word2);
        else if (size)
            *t = *f;
    } else if (size <= 32) {
        MZ_MOVE_ENDS(mz_word16);
    } else if (size <= 64) {
        mz_word16 second = ((const mz_word16 *)f)[1];
        mz_word16 third = *(const mz_word16 *)(f + size - 32);

        MZ_MOVE_ENDS(mz_word16);
        ((mz_word16 *)t)[1] = second;
        *(mz_word16 *)(t + size - 32) = third;
    } else {
        mz_bytes_move_long(t, f, size);
    }
    return to;
}

static inline void fill_64(char *to, mz_word16 bytes)
{
    mz_word16 *t = (mz_word16 *)to;

    t[0] = bytes, t[1] = bytes, t[2] = bytes, t[3] = bytes;
}

static inline void *mz_bytes_fill(void *to, int byte, size_t size)
{
    char *t = to, *end = t + size;
    uint64_t bytes = 0x0101010101010101u * (uint8_t)byte;
    mz_word16 both = {(long long)bytes, (long long)bytes};

    if (size >= MZ_STRING_FILL) {
        mz_fill(to, byte, size);
    } else if (size >= 64) {
        for (; end - t > 64; t += 64) {
            fill_64(t, both);
            MZ_A_LOOP();
        }
        fill_64(end - 64, both);
    } else if (size >= 16) {
        for (; end - t > 16; t += 16) {
            *(mz_word16 *)t = both;
            MZ_A_LOOP();
        }
        *(mz_word16 *)(end - 16) = both;
    } else if (size >= 8) {
        *(mz_word8 *)t = bytes;
        *(mz_word8 *)(end - 8) = bytes;
    } else if (size >= 4) {
        *(mz_word4 *)t = (uint32_t)bytes;
        *(mz_word4 *)(end - 4) = (uint32_t)bytes;
    } else if (size) {
        t[0] = end[-1] = t[size / 2] = (char)byte;
    }
    return to;
}

/* Has its lowest bit in the lowest byte of x that is zero. */
static inline uint64_t zero_byte(uint64_t x)
{
    return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* Where the first byte is that equals one of the two; `size` if none does.
 * Reads aligned words, which cross no page; `size` may be SIZE_MAX. */
MZ_READS_WHOLE_WORDS
static inline size_t mz_bytes_find(const char *in, size_t size, char byte,
                                   char other)
{
    const uint64_t one = 0x0101010101010101u * (uint8_t)byte;
    const uint64_t two = 0x0101010101010101u * (uint8_t)other;
    unsigned skip = (uint64_t)in % 8;
    const mz_aligned8 *word = (const mz_aligned8 *)(in - skip);
    uint64_t before = ((uint64_t)1 << skip * 8) - 1;
    size_t i = 8 - skip;
    uint64_t found;

    if (!size)
        return 0;
    found =
        zero_byte((*word ^ one) | before) | zero_byte((*word ^ two) | before);
    for (; !found && i < size; i += 8) {
        word++;
        found = zero_byte(*word ^ one) | zero_byte(*word ^ two);
        MZ_A_LOOP();
    }
    if (!found)
        return size;
    i = i - 8 + __builtin_ctzll(found) / 8;
    return i < size ? i : size;
}

/* `end`: a NUL in both strings ends the comparison as a difference does. */
enum mz_stop { MZ_AT_SIZE, MZ_AT_NUL };

static inline bool word_is_readable(const char *p)
{
    return (uint64_t)p % MZ_PAGE <= MZ_PAGE - 8;
}

static inline bool differ_32(const char *a, const char *b)
{
    const mz_word8 *x = (const mz_word8 *)a, *y = (const mz_word8 *)b;

    return (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
}

/* Where two ranges first differ, or end (MZ_AT_NUL); `size` if they do not. */
MZ_READS_WHOLE_WORDS
static inline size_t mz_bytes_differ(const char *a, const char *b, size_t size,
                                     enum mz_stop stop)
{
    size_t i = 0;

    if (stop == MZ_AT_SIZE)
        while (size - i >= 32 && !differ_32(a + i, b + i))
            i += 32;
    while (i < size) {
        if (word_is_readable(a + i) && word_is_readable(b + i)) {
            uint64_t x = *(const mz_word8 *)(a + i);
            uint64_t y = *(const mz_word8 *)(b + i);
            uint64_t ends = stop == MZ_AT_NUL ? zero_byte(x) : 0;

            if ((x ^ y) | ends) {
                /* The lowest bit of any byte that is not zero will do. */
                i += __builtin_ctzll((x ^ y) | ends) / 8;
                return i < size ? i : size;
            }
            i += 8;
        } else if (a[i] != b[i] || (stop == MZ_AT_NUL && !a[i])) {
            return i;
        } else {
            i++;
        }
    }
    return size;
}

#endif
