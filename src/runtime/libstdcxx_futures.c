/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Futures of libstdc++: what waits for one does so by a futex, in functions of
 * the library. Here it awaits a change of the word; so whoever changes it need
 * not wake anybody, and that libstdc++ does is nothing.
 *
 * Time: a wait with a limit looks at the word once. If the future is not ready
 * then, the limit has passed. That it becomes ready in time is what happens
 * where the same thread comes to its wait later, which is explored, too.
 */
#include "runtime/await.h"
#include "runtime/atomic.h"

/* Names of C++ that say: of __atomic_futex_unsigned_base; with the arguments
 * (unsigned *, unsigned, bool, chrono::seconds, chrono::nanoseconds). */
#define MEMBER "_ZNSt28__atomic_futex_unsigned_base"
#define TIMED                                                        \
    "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl" \
    "1000000000EEEE"

#define WAIT MEMBER "19_M_futex_wait_until" TIMED
#define WAIT_STEADY MEMBER "26_M_futex_wait_until_steady" TIMED
#define NOTIFY MEMBER "19_M_futex_notify_allEPj"

typedef bool (*waits)(void *, uint32_t *, uint32_t, bool, int64_t, int64_t);

bool wait_until(void *, uint32_t *, uint32_t, bool, int64_t, int64_t)
    __asm__(WAIT);
bool wait_until_steady(void *, uint32_t *, uint32_t, bool, int64_t,
                       int64_t) __asm__(WAIT_STEADY);
void notify_all(void *, uint32_t *) __asm__(NOTIFY);

/* Has it changed? Not within the limit, if there is one. */
static bool wait_for_change(const uint32_t *word, uint32_t value,
                            bool has_limit, uint64_t pc)
{
    const struct mz_atomic_access look = {
        .address = (uint64_t)word,
        .pc = pc,
        .size = sizeof *word,
        .order = MZ_RELAXED,
    };

    if (!has_limit) {
        mz_await_change(word, value, pc, "a future");
        return true;
    }
    mz_atomic_load(&look);
    return *word != value;
}

MZ_EXPORT bool wait_until(void *self, uint32_t *word, uint32_t value,
                          bool has_limit, int64_t seconds, int64_t nanoseconds)
{
    if (!mz_rt.active)
        return ((waits)mz_real(WAIT))(self, word, value, has_limit, seconds,
                                      nanoseconds);
    return wait_for_change(word, value, has_limit, MZ_PC);
}

MZ_EXPORT bool wait_until_steady(void *self, uint32_t *word, uint32_t value,
                                 bool has_limit, int64_t seconds,
                                 int64_t nanoseconds)
{
    if (!mz_rt.active)
        return ((waits)mz_real(WAIT_STEADY))(self, word, value, has_limit,
                                             seconds, nanoseconds);
    return wait_for_change(word, value, has_limit, MZ_PC);
}

MZ_EXPORT void notify_all(void *self, uint32_t *word)
{
    if (!mz_rt.active)
        ((void (*)(void *, uint32_t *))mz_real(NOTIFY))(self, word);
}
