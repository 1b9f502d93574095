/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <bits/atomic_wait.h>. Before it sleeps at a futex
 * a thread looks sixteen times whether it has to. Where a later look finds what
 * it waits for, it may as well come to its first one only then; so that one
 * stands for all. The words of semaphores are not only looked at, but tried to
 * be changed: whether that fails once or sixteen times is not the same, and it
 * stays as it is.
 */
#ifndef MZ_COMPILERS_ATOMIC_WAIT_H
#define MZ_COMPILERS_ATOMIC_WAIT_H

#include <bits/c++config.h>

#if __cplusplus > 201703L && _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 14

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {
struct __default_spin_policy;

/* Found before libstdc++'s own, as that is for any policy. */
template <typename _Pred>
bool __atomic_spin(_Pred &, __default_spin_policy) noexcept;
}
_GLIBCXX_END_NAMESPACE_VERSION
}

#include_next <bits/atomic_wait.h>

#if defined __glibcxx_atomic_wait || defined __cpp_lib_atomic_wait

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {

constexpr bool __names_semaphore(const char *name)
{
    for (; *name; name++)
        if (__builtin_strncmp(name, "semaphore", 9) == 0)
            return true;
    return false;
}

template <typename _Pred>
bool __atomic_spin(_Pred &pred, __default_spin_policy policy) noexcept
{
    if constexpr (__names_semaphore(__PRETTY_FUNCTION__))
        return __atomic_spin<_Pred, __default_spin_policy>(pred, policy);
    else
        return pred();
}
}
_GLIBCXX_END_NAMESPACE_VERSION
}

#endif

#else
#include_next <bits/atomic_wait.h>
#endif

#endif
