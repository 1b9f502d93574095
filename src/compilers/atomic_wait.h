/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <bits/atomic_wait.h>.
 *
 * std::atomic::wait and its like look sixteen times before they sleep, count
 * who sleeps in a pool that many atomics share, and notify only if somebody
 * does. All that is a matter of speed, and makes many interleavings that
 * nothing can tell apart. Here who waits for four bytes comes to the futex at
 * once, which looks; and who notifies always wakes. Others sleep at a version,
 * as they do in libstdc++, which each notify changes and which several atomics
 * may have: so that all who wait wake up, and look again. To sleep is an await
 * of the version.
 *
 * Of four bytes a wake-up may be lost in libstdc++ where the store is weaker
 * than the count of those who sleep (docs/memory-models.md). So where memory is
 * weak that is run as libstdc++ has it.
 *
 * A semaphore, too, looks sixteen times. Where a later look finds what it waits
 * for, the thread may as well come to its first one only then; so that one
 * stands for all.
 *
 * The word of a semaphore is not only looked at. To find that there is none to
 * take is a look, too. But who finds some and comes too late to take one tries
 * again, up to sixteen times: whether it fails once for that or always is not
 * the same.
 */
#ifndef MZ_COMPILERS_ATOMIC_WAIT_H
#define MZ_COMPILERS_ATOMIC_WAIT_H

#include <bits/c++config.h>
#include <bits/mazurka_await.h>

#if __cplusplus > 201703L && defined __cpp_concepts &&                         \
    _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 14

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {
struct __default_spin_policy;

/* Taken rather than libstdc++'s own, which is the same without a condition. */
template <typename _Pred, typename _Spin = __default_spin_policy>
    requires true
bool __atomic_spin(_Pred &, _Spin = _Spin{}) noexcept;
}

template <typename _Tp, typename _Value>
    requires true
void __atomic_wait_address_v(const _Tp *, _Tp, _Value) noexcept;

template <typename _Tp, typename _Pred>
    requires true
void __atomic_wait_address(const _Tp *, _Pred) noexcept;

template <typename _Tp>
    requires true
void __atomic_notify_address(const _Tp *, bool) noexcept;
_GLIBCXX_END_NAMESPACE_VERSION
}

#include_next <bits/atomic_wait.h>

#if defined __glibcxx_atomic_wait || defined __cpp_lib_atomic_wait

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {

constexpr bool __begins(const char *text, const char *beginning)
{
    while (*beginning && *text == *beginning)
        text++, beginning++;
    return !*beginning;
}

constexpr const char *__behind(const char *text, const char *mark)
{
    while (*text && !__begins(text, mark))
        text++;
    for (; *text && *mark; mark++)
        text++;
    return text;
}

/* Of the name of a function with a parameter _Pred: is that a lambda of a
 * semaphore? gcc tells of which class it is, clang in which file. */
constexpr bool __is_of_semaphore(const char *function)
{
    const char *name = __behind(function, "_Pred = ");

    if (__begins(name, "const "))
        name = __behind(name, "const ");
    if (!__begins(name, "(lambda at "))
        return __begins(name, "std::__atomic_semaphore::");
    while (*name && *name != ':' && !__begins(name, "/bits/semaphore_base.h:"))
        name++;
    return *name == '/';
}

/* All that the lambda holds is where the semaphore is, which is a count. */
template <typename _Pred>
bool __take(const _Pred &pred) noexcept
{
    __platform_wait_t *count, found;

    __builtin_memcpy(&count, &pred, sizeof count);
    for (int i = 0; i < __atomic_spin_count; i++) {
        found = __atomic_load_n(count, __ATOMIC_ACQUIRE);
        if (found == 0)
            return false;
        if (__atomic_compare_exchange_n(count, &found, found - 1, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

/* As libstdc++ has it. */
template <typename _Pred>
bool __take_as_before(_Pred &pred) noexcept
{
    for (int i = 0; i < __atomic_spin_count; i++)
        if (pred())
            return true;
    return false;
}

template <typename _Pred>
bool __look(_Pred &pred) noexcept
{
    if constexpr (!__is_of_semaphore(__PRETTY_FUNCTION__))
        return pred();
    else if constexpr (sizeof pred == sizeof(void *))
        return __take(pred);
    else /* it holds something else in a later version */
        return __take_as_before(pred);
}

template <typename _Pred, typename _Spin>
    requires true
bool __atomic_spin(_Pred &pred, _Spin spin) noexcept
{
    if (__look(pred))
        return true;
    while (spin())
        if (pred())
            return true;
    return false;
}

/* Is a wait for such an atomic what libstdc++ has, and so who notifies it? */
template <typename _Tp>
bool __is_as_written() noexcept
{
    enum mz_waits how = mz_waits_how();

    return how == MZ_WAITS_NATIVELY ||
           (how == MZ_WAITS_WEAKLY && __platform_wait_uses_type<_Tp>);
}

/* By the address, modulo a prime. */
inline unsigned __notified[4093];

inline unsigned *__version_of(const void *address) noexcept
{
    return &__notified[reinterpret_cast<__UINTPTR_TYPE__>(address) %
                       (sizeof __notified / sizeof *__notified)];
}

/* Until somebody notifies, if nobody has since `goes_on` said no. */
template <typename _Pred>
void __wait_for_version(const void *address, _Pred &goes_on) noexcept
{
    unsigned *version = __version_of(address);

    for (;;) {
        unsigned seen = __atomic_load_n(version, __ATOMIC_SEQ_CST);

        if (goes_on())
            return;
        mz_await_in_order(version, sizeof *version, "!=", seen,
                          __ATOMIC_SEQ_CST);
    }
}
}

template <typename _Tp, typename _Value>
    requires true
void __atomic_wait_address_v(const _Tp *address, _Tp old,
                             _Value value) noexcept
{
    if (__detail::__is_as_written<_Tp>()) {
        __detail::__enters_wait(address)._M_do_wait_v(old, value);
    } else if constexpr (__platform_wait_uses_type<_Tp>) {
        __detail::__platform_wait_t word;

        __builtin_memcpy(&word, &old, sizeof word);
        do
            __detail::__platform_wait(address, word);
        while (__detail::__atomic_compare(old, value()));
    } else {
        auto goes_on = [&] {
            return !__detail::__atomic_compare(old, value());
        };

        __detail::__wait_for_version(address, goes_on);
    }
}

template <typename _Tp, typename _Pred>
    requires true
void __atomic_wait_address(const _Tp *address, _Pred pred) noexcept
{
    if (__detail::__is_as_written<_Tp>()) {
        __detail::__enters_wait(address)._M_do_wait(pred);
    } else if constexpr (__platform_wait_uses_type<_Tp>) {
        for (;;) {
            __detail::__platform_wait_t word;

            __atomic_load(address, &word, __ATOMIC_ACQUIRE);
            if (pred())
                return;
            __detail::__platform_wait(address, word);
        }
    } else {
        __detail::__wait_for_version(address, pred);
    }
}

template <typename _Tp>
    requires true
void __atomic_notify_address(const _Tp *address, bool all) noexcept
{
    if (__detail::__is_as_written<_Tp>())
        __detail::__bare_wait(address)._M_notify(all);
    else if constexpr (__platform_wait_uses_type<_Tp>)
        __detail::__platform_notify(address, all);
    else
        __atomic_fetch_add(__detail::__version_of(address), 1,
                           __ATOMIC_SEQ_CST);
}
_GLIBCXX_END_NAMESPACE_VERSION
}

#endif

#else
#include_next <bits/atomic_wait.h>
#endif

#endif
