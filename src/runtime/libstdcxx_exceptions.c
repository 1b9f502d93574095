/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exceptions that several threads hold, by std::exception_ptr. libstdc++ counts
 * the references to one atomically, before the object, and who takes away the
 * last destroys it: that orders what the others did with it before. Each change
 * of the count is told as the atomic operation that it is.
 *
 * An exception that no exception_ptr has ever held stays with its thread: what
 * ends it is not told. So each that one holds is marked, in a word behind the
 * count that nobody uses and that is 0 at first.
 */
#include "runtime/atomic.h"
#include "runtime/libc_forward.h"

/* Of libstdc++ and the C++ ABI, in bytes: where the count is before an object,
 * with the mark behind it; what a header in front of the object, or of a
 * reference to another exception, has at which place, and its size. */
enum {
    COUNT = -128,
    MARK = COUNT + 4,
    HANDLERS = 40,
    CLASS = 80,
    HEADER = 112,
};

/* The class of an exception is `GNUCC++`, and this as its lowest byte. */
enum { IS_OWN, IS_REFERENCE };
#define GNU_CXX 0x474e5543432b2b00

void *__cxa_get_globals(void);

static void change_count(uint64_t object, bool is_up, uint64_t pc)
{
    struct mz_atomic_access access = {object + COUNT, pc, sizeof(int32_t),
                                      MZ_ACQ_REL};

    mz_atomic_count(&access, is_up);
    *(uint32_t *)(object + MARK) = 1;
}

/* The argument is an exception_ptr, or where one lies. */
static void change_count_of(const struct mz_call *call, bool is_up)
{
    uint64_t object = *(const uint64_t *)call->arguments[0];

    if (object)
        change_count(object, is_up, call->caller);
}

static void count_up(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    change_count_of(call, true);
}

static void count_down(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    change_count_of(call, false);
}

/* The exception that is gone when the thread's innermost handler ends; 0: none,
 * or it is still needed. */
static uint64_t object_to_end(void)
{
    uint64_t header, class;

    header = *(const uint64_t *)MZ_REAL(__cxa_get_globals)();
    if (!header || *(const int32_t *)(header + HANDLERS) != 1)
        return 0;
    class = *(const uint64_t *)(header + CLASS) - GNU_CXX;
    if (class == IS_REFERENCE)
        return *(const uint64_t *)header;
    return class == IS_OWN ? header + HEADER : 0;
}

static void end_catch(struct mz_call *call, const struct mz_forward *row)
{
    uint64_t object = object_to_end();

    (void)row;
    if (object && *(const uint32_t *)(object + MARK))
        change_count(object, false, call->caller);
}

MZ_FORWARD(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, count_up)
MZ_FORWARD(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, count_down)
MZ_FORWARD(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE,
           count_up)
MZ_FORWARD(__cxa_end_catch, end_catch)
