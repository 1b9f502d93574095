/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka.h: what a checked program may say to the checker.
 *
 * Nothing here is needed: a program without it is checked as it is. Programs
 * that use it must be linked by `mazurka cc`; run without the checker,
 * assumptions hold, every choice is 0, and mz_await spins.
 *
 * mz_check is for unit tests: it explores one function of a program that runs
 * as usual.
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

/* ---- unit tests --------------------------------------------------------- */

/*
 * mz_check(test, argument, options) explores test(argument): it is run under
 * every thread interleaving that matters, as `mazurka check` runs a program.
 * What the program did before is done once, natively, and what the executions
 * do to memory, files and output is undone: after the call the program is as it
 * was before it. So a test program can have many.
 *
 * Returned is one of the statuses below, which are those that the command exits
 * with. Where it is not 0 the report is on stderr; mz_report() has it, too. A
 * call without a time limit that lasts says so there after 10 seconds, and then
 * each time that it has taken twice as long.
 *
 * The process must have one thread when it calls. The program is run as usual,
 * not by `mazurka check`, which explores one of the calls with --function=N.
 */
enum mz_check_result {
    /* All executions explored, no error; or the error that was expected. */
    MZ_CHECK_SAFE = 0,
    /* Mazurka could not do its work. */
    MZ_CHECK_FAILED = 1,
    /* What the test does, or an option. */
    MZ_CHECK_UNSUPPORTED = 2,
    /* No error so far: a limit was met, not everything was seen, or each
     * execution stops at a false assumption. */
    MZ_CHECK_INCOMPLETE = 3,
    /* An error; or none where one was expected. */
    MZ_CHECK_ERROR = 42
};

/* Who does not look at it has tested nothing. */
#define MZ_RESULT_MATTERS __attribute__((warn_unused_result))

/* What is 0 has its default. Strings are as on the command line. */
struct mz_options {
    const char *name;      /* of the test, for what is told */
    const char *algorithm; /* --algorithm */
    const char *plain;     /* --plain: check, interleave, ignore */
    const char *trust;     /* --trust: what may go unseen; more than one: by
                              commas */
    const char *expect;    /* --expect: an error of this kind must be found:
                              assertion, deadlock, data-race, memory ... */
    const char *more;      /* options, separated by blanks */
    double timeout;        /* seconds; no limit */
    unsigned long max_executions; /* no limit */
    unsigned long max_events;     /* in an execution */
    unsigned preemptions;         /* in an execution; no limit */
    unsigned jobs;                /* workers: 1 */
    int quiet;                    /* the report is not on stderr */
    /* Asked at the end of each execution, when no thread goes on, however that
     * came: not 0: it has failed. For test frameworks that note failures and
     * go on; GoogleTest and Boost.Test are asked without it. What it does is no
     * step of the execution. */
    int (*failed)(void);
};

int mz_check(void (*test)(void *), void *argument,
             const struct mz_options *options) MZ_RESULT_MATTERS;

/* What the last mz_check had to tell, as text, valid until the next one; ""
 * before the first. */
const char *mz_report(void);

/* ---- linearizability ---------------------------------------------------- */

/*
 * mz_linearizable(object, scenario) has a few threads call the operations of an
 * object, in all ways up to a length, and checks for each interleaving that
 * some order of the calls, one after the other, explains what they return, in
 * which a call that had returned before another began comes first. In C:
 *
 *     mz_linearizable(
 *         &(struct mz_object){
 *             .create = stack_create,
 *             .destroy = stack_destroy,
 *             .operations = {MZ_OP(push, MZ_RANGE(1, 3)), MZ_OP(pop)},
 *         },
 *         &(struct mz_scenario){.threads = 2, .length = 3});
 *
 * What is returned is compared as a long; what else a call finds out (by a
 * pointer, in memory) it has to put into that.
 *
 * In C++ one fills in the fields of an object that is mz_object() at first.
 * Returned is what mz_check returns; docs/testing.md tells more.
 */

/* An argument: each of these numbers; or data, which the object keeps and gives
 * back but never looks at: then each call has a number of its own. */
struct mz_range {
    long from, to;
    int is_data, is_given;
};
#define MZ_RANGE(from, to) ((from), (to), 0, 1)
#define MZ_DATA (0, 0, 1, 1)

/* One of these, by the number of arguments. */
struct mz_operation {
    const char *name;
    long (*call)(void *object);
    long (*call_1)(void *object, long argument);
    long (*call_2)(void *object, long first, long second);
    struct mz_range ranges[2];
    unsigned thread; /* from 1: it alone may call; 0: each may */
};

/* MZ_OP(function), MZ_OP(function, range), MZ_OP(function, range, range); and
 * MZ_OP_BY(thread, function, ...), for one that only this thread may call. */
#define MZ_OP(...) MZ_OP_BY(0, __VA_ARGS__)
#define MZ_OP_BY(...) \
    MZ_OP_OF(__VA_ARGS__, MZ_OP_2, MZ_OP_1, MZ_OP_0, )(__VA_ARGS__)
#define MZ_OP_OF(a, b, c, d, which, ...) which
#ifndef __cplusplus
#define MZ_OP_0(by, function)                             \
    {.name = #function,                                   \
     .call = _Generic(&function, long (*)(void *): function), \
     .thread = (by)}
#define MZ_OP_1(by, function, range)                                  \
    {.name = #function,                                               \
     .call_1 = _Generic(&function, long (*)(void *, long): function), \
     .ranges = {MZ_IN_BRACES range},                                  \
     .thread = (by)}
#define MZ_OP_2(by, function, first, second)                                \
    {.name = #function,                                                     \
     .call_2 = _Generic(&function, long (*)(void *, long, long): function), \
     .ranges = {MZ_IN_BRACES first, MZ_IN_BRACES second},                   \
     .thread = (by)}
#else
#define MZ_OP_0(by, function) mz_make_operation(#function, function, (by))
#define MZ_OP_1(by, function, range) \
    mz_make_operation(#function, function, (by), mz_range MZ_IN_BRACES range)
#define MZ_OP_2(by, function, first, second)                  \
    mz_make_operation(#function, function, (by),              \
                      mz_range MZ_IN_BRACES first,            \
                      mz_range MZ_IN_BRACES second)
#endif
#define MZ_IN_BRACES(from, to, is_data, is_given) \
    {(from), (to), (is_data), (is_given)}

enum { MZ_MOST_OPERATIONS = 16 };

/* What an operation of a model returns that waits: others have to come first.
 * It has changed nothing then. */
#define MZ_WAITS (-__LONG_MAX__ - 1)

/* The sequential version: the same operations, in the same order (ranges are
 * not looked at). What create returns is passed to the others. */
struct mz_model {
    void *(*create)(void);
    void (*destroy)(void *object);
    struct mz_operation operations[MZ_MOST_OPERATIONS];
};

/* The model may be left out: then it is the object's own code, with one thread.
 * Each create must begin anew. */
struct mz_object {
    void *(*create)(void);
    void (*destroy)(void *object);
    struct mz_operation operations[MZ_MOST_OPERATIONS];
    struct mz_model model;
};

/*
 * What is asked of the object besides, where threads may stop in the midst of
 * their calls, for good, and the others have to go on. Freedom of locks: an
 * execution in which threads take steps for ever, and no call returns, is an
 * error. Freedom of obstruction: only one in which a thread does that alone.
 * docs/testing.md says what is decided, and what is not.
 */
enum mz_freedom {
    MZ_MAY_WAIT, /* nothing */
    MZ_OBSTRUCTION_FREE,
    MZ_LOCK_FREE,
};

struct mz_scenario {
    unsigned threads;    /* 2 */
    unsigned length;     /* calls of each thread, at most: 2 */
    unsigned drawn;      /* so many scenarios of this length are drawn, instead
                            of all; of their interleavings, too, some are drawn
                            (by pct, if no algorithm is named) */
    unsigned long seed;  /* for these */
    int sequential;      /* not 0: sequential consistency, where only the order
                            of the calls of each thread counts */
    struct mz_options options; /* as for mz_check */
    double fuzz; /* seconds: scenarios are drawn again and again (50 at a time,
                    or `drawn`), by one seed after the other from `seed` on,
                    until an error is found or the time is over */
    enum mz_freedom progress;
    unsigned steps; /* with that: visible operations, after which a call that
                       goes on alone should have returned: 1000 */
};

/* A scenario of NULL is one of zeros. */
int mz_linearizable(const struct mz_object *object,
                    const struct mz_scenario *scenario) MZ_RESULT_MATTERS;

#ifdef __cplusplus
}

/* The same for C++, where MZ_OP cannot name what it sets. */
extern "C++" {
inline mz_operation mz_make_operation(const char *name, long (*call)(void *),
                                      unsigned thread)
{
    mz_operation operation = mz_operation();

    operation.name = name;
    operation.call = call;
    operation.thread = thread;
    return operation;
}

inline mz_operation mz_make_operation(const char *name,
                                      long (*call)(void *, long),
                                      unsigned thread, const mz_range &range)
{
    mz_operation operation = mz_operation();

    operation.name = name;
    operation.call_1 = call;
    operation.thread = thread;
    operation.ranges[0] = range;
    return operation;
}

inline mz_operation mz_make_operation(const char *name,
                                      long (*call)(void *, long, long),
                                      unsigned thread, const mz_range &first,
                                      const mz_range &second)
{
    mz_operation operation = mz_operation();

    operation.name = name;
    operation.call_2 = call;
    operation.thread = thread;
    operation.ranges[0] = first;
    operation.ranges[1] = second;
    return operation;
}
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
