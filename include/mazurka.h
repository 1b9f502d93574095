/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka.h: what a checked program may say to the checker.
 *
 * Nothing here is needed: a program without it is checked as it is. Programs
 * that use it must be linked by `mazurka cc`; run without the checker,
 * assumptions hold, every choice is 0, and mz_await spins.
 */
#ifndef MAZURKA_H
#define MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The thread goes on only if `condition` is not zero. Otherwise it stops here
 * for good, and the execution is not counted and no deadlock. Use it to cut
 * spinning: mz_assume(atomic_load(&flag)) for while (!atomic_load(&flag));.
 */
void mz_assume(int condition);

/* Any number from 0 to bound - 1: every one is explored. bound must be > 0. */
unsigned mz_choose(unsigned bound);

/*
 * mz_await(x, OPERATOR, value) waits until `x OPERATOR value` holds, then reads
 * x atomically (sequentially consistent), in one step, and returns what it has
 * read. A thread that waits for ever is deadlocked. Use it for spinning:
 * mz_await(flag, ==, 1) for while (atomic_load(&flag) != 1);.
 *
 * x is a variable of 1, 2, 4 or 8 bytes, an integer or a pointer, atomic or
 * not, in C++ (11) std::atomic, too; OPERATOR is ==, !=, <, <=, > or >=. The
 * value is converted to the type of x first.
 */
#define mz_await(x, OPERATOR, value) MZ_AWAIT(x, #OPERATOR, value)

/* What mz_await calls. is_signed: the variable; negative: it is no integer. */
unsigned long long mz_await_number(const volatile void *variable,
                                   unsigned long size, int is_signed,
                                   const char *operator_name,
                                   unsigned long long number);

#ifdef __cplusplus
}

#if __cplusplus >= 201103L
extern "C++" {
#include <atomic>
#include <type_traits>

/* The type of what is awaited in an X. */
template <class X> struct mz_awaited {
    typedef X type;
};

template <class T> struct mz_awaited<std::atomic<T>> {
    typedef T type;
};

/* Whether an enumeration is signed its underlying type says. */
template <class T, bool is_enum = std::is_enum<T>::value>
struct mz_is_signed : std::is_signed<T> {
};

template <class T>
struct mz_is_signed<T, true>
    : std::is_signed<typename std::underlying_type<T>::type> {
};

template <class X, class V,
          class T = typename mz_awaited<typename std::remove_cv<X>::type>::type>
T mz_await_variable(X &x, const char *operator_name, V value)
{
    static_assert(std::is_integral<T>::value || std::is_enum<T>::value ||
                      std::is_pointer<T>::value,
                  "mz_await: x must be an integer or a pointer, or atomic");
    return (T)mz_await_number(&reinterpret_cast<const volatile char &>(x),
                              sizeof x, mz_is_signed<T>::value, operator_name,
                              (unsigned long long)(T)value);
}
}

#define MZ_AWAIT(x, operator_name, value) \
    mz_await_variable(x, operator_name, value)
#endif

#else
#define MZ_AWAIT(x, operator_name, value)                \
    ((__typeof__(((void)0, (x))))mz_await_number(        \
        &(x), sizeof(x), MZ_IS_SIGNED(x), operator_name, \
        (unsigned long long)(__typeof__(((void)0, (x))))(value)))

/* clang-format off */
#define MZ_IS_SIGNED(x)       \
    _Generic((x),             \
        char: (char)-1 < 0,   \
        signed char: 1,       \
        short: 1,             \
        int: 1,               \
        long: 1,              \
        long long: 1,         \
        float: -1,            \
        double: -1,           \
        long double: -1,      \
        default: 0)
/* clang-format on */
#endif

#endif
