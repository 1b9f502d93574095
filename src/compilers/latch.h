/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <latch>. Who counts down need not know what the
 * count was: nobody has to be notified, since to wait is to await that it is 0.
 * So all ways to come to 0 are one.
 */
#ifndef MZ_COMPILERS_LATCH_H
#define MZ_COMPILERS_LATCH_H

#include <cstddef> /* tells whose library it is */

#if __cplusplus > 201703L && defined _GLIBCXX_RELEASE && \
    _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 14

/* What libstdc++ includes there, programs may be used to. */
#include <bits/atomic_base.h>
#include <bits/mazurka_await.h>
#include <ext/numeric_traits.h>

#define _GLIBCXX_LATCH 1
#undef __cpp_lib_latch
#define __cpp_lib_latch 201907L

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

class latch {
public:
    static constexpr __PTRDIFF_TYPE__ max() noexcept
    {
        return __INT_MAX__;
    }

    constexpr explicit latch(__PTRDIFF_TYPE__ expected) noexcept
        : _M_count(static_cast<int>(expected))
    {
    }

    latch(const latch &) = delete;
    latch &operator=(const latch &) = delete;

    void count_down(__PTRDIFF_TYPE__ update = 1)
    {
        __atomic_fetch_sub(&_M_count, static_cast<int>(update),
                           __ATOMIC_RELEASE);
    }

    bool try_wait() const noexcept
    {
        return __atomic_load_n(&_M_count, __ATOMIC_ACQUIRE) == 0;
    }

    void wait() const noexcept
    {
        mz_await_in_order(&_M_count, sizeof _M_count, "==", 0,
                          __ATOMIC_ACQUIRE);
    }

    void arrive_and_wait(__PTRDIFF_TYPE__ update = 1)
    {
        count_down(update);
        wait();
    }

private:
    int _M_count;
};

_GLIBCXX_END_NAMESPACE_VERSION
}

#else
#include_next <latch>
#endif

#endif
