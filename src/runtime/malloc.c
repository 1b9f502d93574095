/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program's malloc and operator new, and all of their kin: passed on to
 * libc when no supervisor is there, else to our heap. Which of them is settled
 * at the very first call, and for good; but from a call of mz_check on new
 * blocks are ours. A block always goes back to the allocator that it came from.
 */
#define _GNU_SOURCE
#include "arch/page.h"
#include "runtime/audit.h"
#include "runtime/checked_function.h"
#include "runtime/failing.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum { ALIGNMENT = 16 };

/* So much there never is: who asks for it is told so. */
static const size_t TOO_MUCH = (size_t)1 << 62;

/* ---- C ------------------------------------------------------------------- */

static inline void *allocate(size_t size, uint64_t pc)
{
    if (mz_heap_serves())
        return mz_heap_allocate(size, ALIGNMENT, pc);
    return __libc_malloc(size);
}

static inline void *allocate_aligned(size_t alignment, size_t size, uint64_t pc)
{
    if (!mz_heap_serves())
        return __libc_memalign(alignment, size);
    return mz_heap_allocate(size, alignment > ALIGNMENT ? alignment : ALIGNMENT,
                            pc);
}

/* ---- blocks of before mz_check ------------------------------------------- */

/* It lies where libc's heap may have given it out. */
static MZ_COLD bool may_be_libcs(const void *block)
{
    return mz_libc_mappings_is_early((uint64_t)block) &&
           !mz_function_is_outside((uint64_t)block);
}

static inline bool is_libcs(const void *block)
{
    return MZ_UNLIKELY(mz_heap_has_libcs) && block &&
           !mz_heap_has((uint64_t)block) && may_be_libcs(block);
}

/* Whatever libc's functions touch until that frame is left is its own. */
static void tell_libcs_heap(const void *frame)
{
    if (mz_rt.auditing)
        mz_audit_call(true, 0, INT64_MAX, frame);
}

/* Its end is a write, as that of others is. */
static MZ_COLD size_t size_of_libcs(void *block)
{
    tell_libcs_heap(__builtin_frame_address(0));
    return MZ_REAL(malloc_usable_size)(block);
}

/* A block of its own mapping: libc would unmap what rollback is to write to. It
 * stays, and its size, which is before it, becomes one with which libc refuses
 * to free it once more. */
static bool is_mapping(void *block)
{
    return ((size_t *)block)[-1] & 2;
}

static MZ_COLD void give_to_libc(void *block)
{
    tell_libcs_heap(__builtin_frame_address(0));
    if (is_mapping(block))
        ((size_t *)block)[-1] = 0;
    else
        __libc_free(block);
}

static MZ_COLD void free_libcs(void *block, uint64_t pc)
{
    mz_effect_note();
    mz_plain_write(block, size_of_libcs(block), (void *)pc);
    give_to_libc(block);
}

static MZ_COLD void *take_from_libc(void *block, size_t size, uint64_t pc)
{
    size_t before = size_of_libcs(block);
    void *new = size ? mz_heap_allocate(size, ALIGNMENT, pc) : NULL;

    if (size && !new)
        return NULL;
    if (size)
        mz_copy(new, block, size < before ? size : before);
    free_libcs(block, pc);
    return new;
}

static inline void *reallocate(void *block, size_t size, uint64_t pc)
{
    if (!mz_heap_serves())
        return __libc_realloc(block, size);
    if (!block)
        return mz_heap_allocate(size, ALIGNMENT, pc);
    if (is_libcs(block))
        return take_from_libc(block, size, pc);
    if (size)
        return mz_heap_reallocate(block, size, pc);
    mz_heap_free(block, MZ_HEAP_OF_MALLOC, pc);
    return NULL;
}

static inline void release(void *block, enum mz_heap_maker by, uint64_t pc)
{
    if (!mz_heap_serves())
        __libc_free(block);
    else if (is_libcs(block))
        free_libcs(block, pc);
    else
        mz_heap_free(block, by, pc);
}

/* By --fail. */
static inline bool fails(uint64_t pc)
{
    if (MZ_LIKELY(!mz_fails(MZ_FAILING_MALLOC, pc)))
        return false;
    errno = ENOMEM;
    return true;
}

static bool is_power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

MZ_EXPORT void *malloc(size_t size)
{
    return fails(MZ_PC) ? NULL : allocate(size, MZ_PC);
}

MZ_EXPORT void free(void *block)
{
    release(block, MZ_HEAP_OF_MALLOC, MZ_PC);
}

MZ_EXPORT void *calloc(size_t count, size_t size)
{
    size_t bytes;

    if (!mz_heap_serves())
        return __libc_calloc(count, size);
    if (fails(MZ_PC))
        return NULL;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return mz_heap_allocate_zeroed(bytes, MZ_PC);
}

MZ_EXPORT void *realloc(void *block, size_t size)
{
    return size && fails(MZ_PC) ? NULL : reallocate(block, size, MZ_PC);
}

MZ_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return bytes && fails(MZ_PC) ? NULL : reallocate(block, bytes, MZ_PC);
}

/* As glibc: any alignment will do, the next power of two is meant. */
static inline void *align(size_t alignment, size_t size, uint64_t pc)
{
    if (alignment > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    while (!is_power_of_two(alignment))
        alignment = alignment ? (alignment | (alignment - 1)) + 1 : ALIGNMENT;
    return allocate_aligned(alignment, size, pc);
}

MZ_EXPORT void *memalign(size_t alignment, size_t size)
{
    return fails(MZ_PC) ? NULL : align(alignment, size, MZ_PC);
}

MZ_EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(MZ_PC) ? NULL : align(alignment, size, MZ_PC);
}

MZ_EXPORT int posix_memalign(void **out, size_t alignment, size_t size)
{
    int before = errno;
    void *block;

    if (!is_power_of_two(alignment) || alignment % sizeof(void *))
        return EINVAL;
    block = fails(MZ_PC) ? NULL : allocate_aligned(alignment, size, MZ_PC);
    errno = before;
    if (!block)
        return ENOMEM;
    mz_plain_write(out, sizeof *out, (void *)MZ_PC);
    *out = block;
    return 0;
}

MZ_EXPORT void *valloc(size_t size)
{
    return fails(MZ_PC) ? NULL : allocate_aligned(MZ_PAGE, size, MZ_PC);
}

MZ_EXPORT void *pvalloc(size_t size)
{
    size_t pages;

    if (__builtin_add_overflow(size, MZ_PAGE - 1, &pages)) {
        errno = ENOMEM;
        return NULL;
    }
    return fails(MZ_PC) ? NULL
                        : allocate_aligned(MZ_PAGE, mz_page_down(pages), MZ_PC);
}

MZ_EXPORT size_t malloc_usable_size(void *block)
{
    if (!mz_heap_serves())
        return MZ_REAL(malloc_usable_size)(block);
    if (is_libcs(block))
        return size_of_libcs(block);
    return block ? mz_heap_size(block, MZ_PC) : 0;
}

/* ---- C++ ----------------------------------------------------------------- */

/*
 * When there is no memory, libstdc++'s own operator does what C++ wants: it
 * calls the new-handler and throws, or not. It asks malloc again, in vain.
 */
static MZ_COLD void *libstdcxx(const char *name)
{
    void *operator_new = mz_real(name);

    if (!operator_new)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_NO_MEMORY});
    return operator_new;
}

#define REAL(name) ((__typeof__(&name))libstdcxx(#name))

/* How much is asked for, or too much, if --fail says so. */
static inline size_t given(size_t *size, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_fails(MZ_FAILING_NEW, pc)))
        *size = TOO_MUCH;
    return *size;
}

/* (What libstdc++ does where there is no memory comes to malloc.) */
static inline void *made_by(void *block, enum mz_heap_maker maker)
{
    if (MZ_LIKELY(block && mz_heap_serves() && mz_heap_has((uint64_t)block)))
        mz_heap_set_maker(block, maker);
    return block;
}

#define OPERATOR_NEW(name, maker)                                          \
    MZ_EXPORT void *name(size_t);                                          \
    void *name(size_t size)                                                \
    {                                                                      \
        void *block = allocate(given(&size, MZ_PC), MZ_PC);                \
                                                                           \
        return made_by(MZ_LIKELY(block) ? block : REAL(name)(size), maker); \
    }

#define OPERATOR_NEW_NOTHROW(name, maker)                                     \
    MZ_EXPORT void *name(size_t, const void *);                               \
    void *name(size_t size, const void *tag)                                  \
    {                                                                         \
        void *block = allocate(given(&size, MZ_PC), MZ_PC);                   \
                                                                              \
        return made_by(MZ_LIKELY(block) ? block : REAL(name)(size, tag),      \
                       maker);                                                \
    }

#define OPERATOR_NEW_ALIGNED(name, maker)                                      \
    MZ_EXPORT void *name(size_t, size_t);                                      \
    void *name(size_t size, size_t alignment)                                  \
    {                                                                          \
        void *block = allocate_aligned(alignment, given(&size, MZ_PC), MZ_PC); \
                                                                               \
        return made_by(                                                        \
            MZ_LIKELY(block) ? block : REAL(name)(size, alignment), maker);    \
    }

#define OPERATOR_NEW_ALIGNED_NOTHROW(name, maker)                              \
    MZ_EXPORT void *name(size_t, size_t, const void *);                        \
    void *name(size_t size, size_t alignment, const void *tag)                 \
    {                                                                          \
        void *block = allocate_aligned(alignment, given(&size, MZ_PC), MZ_PC); \
                                                                               \
        return made_by(                                                        \
            MZ_LIKELY(block) ? block : REAL(name)(size, alignment, tag),       \
            maker);                                                            \
    }

/* Size, alignment and nothrow tag may follow: none of them matters. */
#define OPERATOR_DELETE(name, maker)   \
    MZ_EXPORT void name(void *);       \
    void name(void *block)             \
    {                                  \
        release(block, maker, MZ_PC);  \
    }

OPERATOR_NEW(_Znwm, MZ_HEAP_OF_NEW)
OPERATOR_NEW(_Znam, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_NEW_NOTHROW(_ZnwmRKSt9nothrow_t, MZ_HEAP_OF_NEW)
OPERATOR_NEW_NOTHROW(_ZnamRKSt9nothrow_t, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_NEW_ALIGNED(_ZnwmSt11align_val_t, MZ_HEAP_OF_NEW)
OPERATOR_NEW_ALIGNED(_ZnamSt11align_val_t, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_NEW_ALIGNED_NOTHROW(_ZnwmSt11align_val_tRKSt9nothrow_t, MZ_HEAP_OF_NEW)
OPERATOR_NEW_ALIGNED_NOTHROW(_ZnamSt11align_val_tRKSt9nothrow_t,
                             MZ_HEAP_OF_NEW_ARRAY)

OPERATOR_DELETE(_ZdlPv, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPv, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_DELETE(_ZdlPvm, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPvm, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_DELETE(_ZdlPvRKSt9nothrow_t, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPvRKSt9nothrow_t, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_DELETE(_ZdlPvSt11align_val_t, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPvSt11align_val_t, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_DELETE(_ZdlPvmSt11align_val_t, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPvmSt11align_val_t, MZ_HEAP_OF_NEW_ARRAY)
OPERATOR_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, MZ_HEAP_OF_NEW)
OPERATOR_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, MZ_HEAP_OF_NEW_ARRAY)
