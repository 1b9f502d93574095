/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/told_bytes.h"

/* Bytes up to the next multiple of 8, at most `size`. */
static size_t piece_at(const void *p, size_t size)
{
    size_t piece = 8 - (uint64_t)p % 8;

    return piece < size ? piece : size;
}

static void move_piece(char *to, const char *from, size_t size, void *pc)
{
    char bytes[8];

    mz_plain_read_to_move(from, size, pc);
    mz_bytes_move(bytes, from, size);
    mz_plain_write(to, size, pc);
    mz_bytes_move(to, bytes, size);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten))
        mz_unwritten_copy((uint64_t)to, (uint64_t)from, size, (uint64_t)pc);
}

void *mz_told_move_visibly(void *to, const void *from, size_t size, void *pc)
{
    char *t = to;
    const char *f = from;

    if ((uint64_t)t - (uint64_t)f >= size) {
        for (size_t i = 0, piece; i < size; i += piece) {
            piece = piece_at(t + i, size - i);
            move_piece(t + i, f + i, piece, pc);
        }
    } else {
        for (size_t piece; size; size -= piece) {
            piece = ((uint64_t)(t + size) - 1) % 8 + 1;
            piece = piece < size ? piece : size;
            move_piece(t + size - piece, f + size - piece, piece, pc);
        }
    }
    return to;
}

void *mz_told_fill_visibly(void *to, int byte, size_t size, void *pc)
{
    char *t = to;

    for (size_t i = 0, piece; i < size; i += piece) {
        piece = piece_at(t + i, size - i);
        mz_plain_write(t + i, piece, pc);
        mz_bytes_fill(t + i, byte, piece);
    }
    return to;
}

/* No byte behind the one that is looked for may be touched. */
size_t mz_told_find_visibly(const char *in, size_t size, char byte, char other,
                            void *pc)
{
    for (size_t i = 0, piece; i < size; i += piece) {
        size_t at;

        piece = piece_at(in + i, size - i);
        at = mz_bytes_find(in + i, piece, byte, other);
        piece = at < piece ? at + 1 : piece;
        mz_plain_read(in + i, piece, pc);
        at = mz_bytes_find(in + i, piece, byte, other);
        if (at < piece)
            return i + at;
    }
    return size;
}

/* The sign of the first difference: what is read is compared at once. */
int mz_told_compare_visibly(const char *a, const char *b, size_t size,
                            enum mz_stop stop, void *pc)
{
    for (size_t i = 0, piece, at; i < size; i += piece) {
        char x[8], y[8];

        piece = piece_at(a + i, size - i);
        if (stop == MZ_AT_NUL) {
            at = mz_bytes_differ(a + i, b + i, piece, MZ_AT_NUL);
            piece = at < piece ? at + 1 : piece;
        }
        mz_plain_read(a + i, piece, pc);
        mz_bytes_move(x, a + i, piece);
        mz_plain_read(b + i, piece, pc);
        mz_bytes_move(y, b + i, piece);
        at = mz_bytes_differ(x, y, piece, stop);
        if (at < piece)
            return (uint8_t)x[at] - (uint8_t)y[at];
    }
    return 0;
}
