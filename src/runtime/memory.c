/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory functions of libc, for the program and its libraries: they do the
 * same, and tell which bytes the program reads and writes.
 *
 * They are called before anything is initialised (by resolvers of IFUNCs,
 * even), and so use no thread-local storage, no other library, no work of a
 * constructor.
 */
#include "runtime/interpose.h"
#include "runtime/told_bytes.h"

_Noreturn void __chk_fail(void);

/* glibc's memcpy moves, and there are programs that live on it. */
MZ_INTERPOSE(void *, memmove, void *to, const void *from, size_t size)
{
    return mz_told_move(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE_AS(memcpy, memmove)
MZ_INTERPOSE_AS(__tsan_memcpy, memmove)
MZ_INTERPOSE_AS(__tsan_memmove, memmove)

MZ_INTERPOSE(void *, mempcpy, void *to, const void *from, size_t size)
{
    return (char *)mz_told_move(to, from, size, MZ_CALLER) + size;
}

MZ_INTERPOSE_AS(__mempcpy, mempcpy)

MZ_INTERPOSE(void, bcopy, const void *from, void *to, size_t size)
{
    mz_told_move(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE(void *, memset, void *to, int byte, size_t size)
{
    return mz_told_fill(to, byte, size, MZ_CALLER);
}

MZ_INTERPOSE_AS(__tsan_memset, memset)

MZ_INTERPOSE(void, bzero, void *to, size_t size)
{
    mz_told_fill(to, 0, size, MZ_CALLER);
}

MZ_INTERPOSE(int, memcmp, const void *a, const void *b, size_t size)
{
    return mz_told_compare(a, b, size, MZ_AT_SIZE, MZ_CALLER);
}

MZ_INTERPOSE_AS(bcmp, memcmp)

MZ_INTERPOSE(void *, memchr, const void *in, int byte, size_t size)
{
    size_t at = mz_told_find(in, size, (char)byte, (char)byte, MZ_CALLER);

    return at < size ? (char *)in + at : NULL;
}

/* ---- _FORTIFY_SOURCE ----------------------------------------------------- */

void mz_too_small(const void *to, size_t size, size_t room,
                  const char *function, void *pc)
{
    if (mz_told_is_looked_at())
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_OBJECT_TOO_SMALL,
            .address = (uint64_t)to,
            .pc = (uint64_t)pc,
            .numbers = {size, room},
            .text = function,
        });
    __chk_fail();
}

MZ_INTERPOSE(void *, __memmove_chk, void *to, const void *from, size_t size,
             size_t room)
{
    MZ_CHECK_ROOM(size, "memmove");
    return mz_told_move(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE(void *, __memcpy_chk, void *to, const void *from, size_t size,
             size_t room)
{
    MZ_CHECK_ROOM(size, "memcpy");
    return mz_told_move(to, from, size, MZ_CALLER);
}

MZ_INTERPOSE(void *, __mempcpy_chk, void *to, const void *from, size_t size,
             size_t room)
{
    MZ_CHECK_ROOM(size, "mempcpy");
    return (char *)mz_told_move(to, from, size, MZ_CALLER) + size;
}

MZ_INTERPOSE(void *, __memset_chk, void *to, int byte, size_t size, size_t room)
{
    MZ_CHECK_ROOM(size, "memset");
    return mz_told_fill(to, byte, size, MZ_CALLER);
}
