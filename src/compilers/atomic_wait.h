/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <bits/atomic_wait.h>. Before it sleeps at a futex
 * a thread looks sixteen times whether it has to. Where a later look finds what
 * it waits for, it may as well come to its first one only then; so that one
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
}
_GLIBCXX_END_NAMESPACE_VERSION
}

#endif

#else
#include_next <bits/atomic_wait.h>
#endif

#endif
