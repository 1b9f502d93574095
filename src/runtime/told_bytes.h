/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libc's functions do to bytes, with the accesses told. Three ways:
 *   no execution runs          the plain thing
 *   an execution runs          the ranges are told first, then the plain thing
 *   plain accesses are visible (mz_rt.interleaving) each of up to 8 bytes, told
 *                              and done one by one: another thread may run
 *                              wherever it is told, so what is read counts from
 *                              then
 * `pc` is where the program calls.
 */
#ifndef MZ_RUNTIME_TOLD_BYTES_H
#define MZ_RUNTIME_TOLD_BYTES_H

#include "runtime/bytes.h"
#include "runtime/forked.h"
#include "runtime/runtime.h"
#include "runtime/unwritten.h"

/* The third way. */
MZ_COLD void *mz_told_move_visibly(void *to, const void *from, size_t size,
                                   void *pc);
MZ_COLD void *mz_told_fill_visibly(void *to, int byte, size_t size, void *pc);
MZ_COLD size_t mz_told_find_visibly(const char *in, size_t size, char byte,
                                    char other, void *pc);
MZ_COLD int mz_told_compare_visibly(const char *a, const char *b, size_t size,
                                    enum mz_stop stop, void *pc);

/* In an execution, and in a copy that fork has made, where nothing is
 * interleaved. */
static inline bool mz_told_is_looked_at(void)
{
    return mz_rt.active || mz_forked;
}

/* Without the reads: they have been told, or need not be. */
static inline void *mz_told_store(void *to, const void *from, size_t size,
                                  void *pc)
{
    if (MZ_UNLIKELY(mz_told_is_looked_at())) {
        if (mz_rt.interleaving)
            return mz_told_move_visibly(to, from, size, pc);
        mz_plain_write(to, size, pc);
    }
    return mz_bytes_move(to, from, size);
}

static inline void *mz_told_move(void *to, const void *from, size_t size,
                                 void *pc)
{
    if (MZ_UNLIKELY(mz_told_is_looked_at()) && !mz_rt.interleaving)
        mz_plain_read_to_move(from, size, pc);
    mz_told_store(to, from, size, pc);
    if (MZ_UNLIKELY(mz_rt.seeks_unwritten) && !mz_rt.interleaving)
        mz_unwritten_copy((uint64_t)to, (uint64_t)from, size, (uint64_t)pc);
    return to;
}

static inline void *mz_told_fill(void *to, int byte, size_t size, void *pc)
{
    if (MZ_UNLIKELY(mz_told_is_looked_at())) {
        if (mz_rt.interleaving)
            return mz_told_fill_visibly(to, byte, size, pc);
        mz_plain_write(to, size, pc);
    }
    return mz_bytes_fill(to, byte, size);
}

static inline size_t mz_told_find(const char *in, size_t size, char byte,
                                  char other, void *pc)
{
    size_t at;

    if (MZ_UNLIKELY(mz_rt.active) && mz_rt.interleaving)
        return mz_told_find_visibly(in, size, byte, other, pc);
    at = mz_bytes_find(in, size, byte, other);
    if (MZ_UNLIKELY(mz_told_is_looked_at()))
        mz_plain_read(in, at < size ? at + 1 : size, pc);
    return at;
}

static inline size_t mz_told_length(const char *text, void *pc)
{
    return mz_told_find(text, SIZE_MAX, 0, 0, pc);
}

static inline int mz_told_compare(const void *a, const void *b, size_t size,
                                  enum mz_stop stop, void *pc)
{
    const char *x = a, *y = b;
    size_t at;

    if (MZ_UNLIKELY(mz_rt.active) && mz_rt.interleaving)
        return mz_told_compare_visibly(x, y, size, stop, pc);
    at = mz_bytes_differ(x, y, size, stop);
    if (MZ_UNLIKELY(mz_told_is_looked_at())) {
        size_t seen = stop == MZ_AT_NUL && at < size ? at + 1 : size;

        mz_plain_read(x, seen, pc);
        mz_plain_read(y, seen, pc);
    }
    return at < size ? (uint8_t)x[at] - (uint8_t)y[at] : 0;
}

#endif
