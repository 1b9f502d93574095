/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <barrier>, a tree of tickets, which is made for
 * speed.
 *
 * Where a program calls nothing but arrive_and_wait, and the same threads
 * arrive in each phase, each counts itself and awaits that all are counted: who
 * came before whom cannot be told. The phases have two counts by turns, so that
 * nobody counts at the one that others still await (as src/op/barrier.h has
 * it). The completion is run by any of those that have arrived, before the
 * others go on. It is refused if other threads come (runtime).
 *
 * In all other programs, and with -D_MAZURKA_BARRIER_OF_ANY, to arrive is one
 * step that tells the phase, and who is the last runs the completion: each
 * order is explored.
 */
#ifndef MZ_COMPILERS_BARRIER_H
#define MZ_COMPILERS_BARRIER_H

#include <cstddef> /* tells whose library it is */

#if __cplusplus > 201703L && defined _GLIBCXX_RELEASE && \
    _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 14

/* What libstdc++ includes there, programs may be used to. */
#include <array>
#include <bits/atomic_base.h>
#include <bits/mazurka_await.h>
#include <bits/std_thread.h>
#include <bits/unique_ptr.h>
#include <type_traits>

#define _GLIBCXX_BARRIER 1
#undef __cpp_lib_barrier
#define __cpp_lib_barrier 201907L

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

struct __empty_completion {
    void operator()() noexcept {}
};

template <typename _Completion = __empty_completion>
class barrier {
public:
    class arrival_token final {
    public:
        arrival_token(arrival_token &&) = default;
        arrival_token &operator=(arrival_token &&) = default;
        ~arrival_token() = default;

    private:
        friend class barrier;
        explicit arrival_token(unsigned phase) noexcept : _M_phase(phase) {}
        unsigned _M_phase;
    };

    static constexpr __PTRDIFF_TYPE__ max() noexcept
    {
        return __INT_MAX__;
    }

    explicit barrier(__PTRDIFF_TYPE__ expected,
                     _Completion completion = _Completion())
        : _M_expected(static_cast<unsigned>(expected)), _M_left(_M_expected),
          _M_completion(std::move(completion))
    {
    }

    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;

    [[nodiscard]] arrival_token arrive(__PTRDIFF_TYPE__ update = 1)
    {
        (void)&_S_is_told;
        return arrival_token(_M_arrive(static_cast<unsigned>(update)));
    }

    void wait(arrival_token &&token) const
    {
        _M_wait(token._M_phase);
    }

    void arrive_and_wait()
    {
        long phase = _S_is_apart ? -1
                                 : mz_barrier_phase(_M_arrived, _M_expected,
                                                    &_M_users);

        if (phase < 0)
            _M_wait(_M_arrive(1));
        else
            _M_meet(static_cast<unsigned>(phase));
    }

    void arrive_and_drop()
    {
        (void)&_S_is_told;
        __atomic_fetch_add(&_M_dropped, 1, __ATOMIC_RELAXED);
        _M_arrive(1);
    }

private:
    /* ---- in each order --------------------------------------------------- */

    /* The phase from bit 32 on, and how many it lacks. */
    static constexpr unsigned long long _S_phase(unsigned phase)
    {
        return static_cast<unsigned long long>(phase) << 32;
    }

    unsigned _M_arrive(unsigned update)
    {
        unsigned long long before =
            __atomic_fetch_sub(&_M_left, update, __ATOMIC_ACQ_REL);
        unsigned phase = static_cast<unsigned>(before >> 32);

        if (static_cast<unsigned>(before) == update) {
            _M_completion();
            _M_expected -= __atomic_exchange_n(&_M_dropped, 0,
                                               __ATOMIC_RELAXED);
            __atomic_store_n(&_M_left, _S_phase(phase + 1) | _M_expected,
                             __ATOMIC_RELEASE);
            __atomic_store_n(&_M_phase, phase + 1, __ATOMIC_RELEASE);
        }
        return phase;
    }

    /* For its end. Who has arrived for the next one may come here before that
     * is told. */
    void _M_wait(unsigned phase) const
    {
        mz_await_in_order(&_M_phase, sizeof _M_phase, ">=", phase + 1,
                          __ATOMIC_ACQUIRE);
    }

    /* ---- together -------------------------------------------------------- */

    void _M_meet(unsigned phase)
    {
        unsigned *arrived = &_M_arrived[phase % 2];

        __atomic_fetch_add(arrived, 1, __ATOMIC_RELEASE);
        mz_await_in_order(arrived, sizeof *arrived, ">=",
                          (phase / 2 + 1) * _M_expected, __ATOMIC_ACQUIRE);
        if constexpr (!is_same_v<_Completion, __empty_completion>)
            _M_complete(phase);
    }

    void _M_complete(unsigned phase)
    {
        unsigned led = phase;

        if (__atomic_compare_exchange_n(&_M_led, &led, phase + 1, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            _M_completion();
            __atomic_store_n(&_M_phase, phase + 1, __ATOMIC_RELEASE);
        } else {
            _M_wait(phase);
        }
    }

    /* Does the program arrive by itself, or drop? What is never called is not
     * compiled, and tells nothing. */
#ifdef _MAZURKA_BARRIER_OF_ANY
    inline static bool _S_is_apart = true;
#else
    inline static bool _S_is_apart = false;
#endif
    inline static bool _S_is_told = _S_is_apart = true;

    unsigned _M_expected;
    unsigned _M_phase = 0;
    unsigned _M_dropped = 0;
    unsigned _M_led = 0; /* so many phases somebody has led to their end */
    unsigned _M_arrived[2] = {};
    unsigned long long _M_left;
    unsigned long _M_users = 0;
    [[no_unique_address]] _Completion _M_completion;
};

_GLIBCXX_END_NAMESPACE_VERSION
}

#else
#include_next <barrier>
#endif

#endif
