/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka.hpp: mz_check for C++ (11). A test is anything that can be called; an
 * exception that leaves it is an error, told with its type and what().
 *
 *     mazurka::options options;
 *     options.name = "push and pop";
 *     int status = mazurka::check([&] { ... }, options);
 *
 * or, with the file and line as its name,
 *
 *     MZ_CHECK { ... };
 *
 * which throws mazurka::failure, with the report as its what(), unless the
 * status is MZ_CHECK_SAFE: test frameworks take that for a failure.
 *
 * And mz_linearizable: an object is of a class, its operations are lambdas.
 *
 *     mazurka::object<stack> object;
 *     object.on("push", [](stack &s, long x) { s.push(x); }, mazurka::data());
 *     object.on("pop", [](stack &s) { return s.pop(); })
 *         .throws<std::out_of_range>(-1);
 *     int status = mazurka::linearizable(object, scenario);
 */
#ifndef MAZURKA_HPP
#define MAZURKA_HPP

#include <mazurka.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace mazurka {

/* As in C, with nothing set. */
struct options : mz_options {
    options() : mz_options() {}
};

/* What mz_check has returned, and the report, after the test's name. */
class failure : public std::runtime_error {
public:
    explicit failure(int status, const std::string &name = std::string())
        : std::runtime_error((name.empty() ? name : name + ": ") + mz_report()),
          status_(status)
    {
    }
    int status() const
    {
        return status_;
    }

private:
    int status_;
};

/* Returns what mz_check returns. */
template <class Test>
MZ_RESULT_MATTERS int check(Test &&test,
                            const mz_options &options = mazurka::options())
{
    typedef typename std::remove_reference<Test>::type callable;

    return mz_check(
        [](void *argument) { (*static_cast<callable *>(argument))(); },
        const_cast<void *>(static_cast<const volatile void *>(&test)),
        &options);
}

/* MZ_CHECK { ... }; and MZ_CHECK_WITH(options) { ... }; */
class statement {
public:
    statement(const char *name, const mz_options &options) : options_(options)
    {
        if (!options_.name)
            options_.name = name;
        options_.quiet = 1; /* the exception has it */
    }
    template <class Test> void operator+(Test &&test) const
    {
        int status = check(test, options_);

        if (status != MZ_CHECK_SAFE)
            throw failure(status, options_.name);
    }

private:
    mz_options options_;
};

/* ---- linearizability ---------------------------------------------------- */

/* As in C, with nothing set. */
struct scenario : mz_scenario {
    scenario() : mz_scenario() {}
};

/* Arguments: MZ_RANGE and MZ_DATA. */
inline mz_range range(long from, long to)
{
    mz_range range = {from, to, 0, 1};

    return range;
}

inline mz_range data()
{
    mz_range range = {0, 0, 1, 1};

    return range;
}

/* What a lambda returns, as a long; nothing is 0. What would lose something by
 * that is refused: results that differ would be the same. */
template <class Returned> struct result {
    static_assert((std::is_integral<Returned>::value ||
                   std::is_enum<Returned>::value) &&
                      sizeof(Returned) <= sizeof(long),
                  "mazurka::object: an operation returns a whole number, an "
                  "enumeration or nothing: make one of what it returns");
    template <class F, class... A> static long of(const F &f, A &&...a)
    {
        return static_cast<long>(f(std::forward<A>(a)...));
    }
};

template <> struct result<void> {
    template <class F, class... A> static long of(const F &f, A &&...a)
    {
        f(std::forward<A>(a)...);
        return 0;
    }
};

/* An exception that is a result. While one is being handled: is it that? */
struct thrown {
    bool (*is_this)();
    long result;
    thrown *next; /* asked after this one */
};

template <class E> bool is_thrown()
{
    try {
        throw;
    } catch (const E &) {
        return true;
    } catch (...) {
        return false;
    }
}

/* The functions of C that call a lambda, of which there is but one of a type,
 * since it has no captures. */
template <class T, class F> struct caller {
    static const F *function;
    static thrown *results;

    template <class... A> static long call(void *object, A... a)
    {
        if (!results) /* so that what nobody catches is told where it is thrown */
            return call_it(object, a...);
        try {
            return call_it(object, a...);
        } catch (...) {
            for (const thrown *at = results; at; at = at->next)
                if (at->is_this())
                    return at->result;
            throw;
        }
    }

private:
    template <class... A> static long call_it(void *object, A... a)
    {
        T &t = *static_cast<T *>(object);

        return result<typename std::decay<decltype((*function)(
            t, a...))>::type>::of(*function, t, a...);
    }
};
template <class T, class F> const F *caller<T, F>::function;
template <class T, class F> thrown *caller<T, F>::results;

/*
 * Objects of class T, which are made by T(), and their operations. The first
 * parameter of each is a T &, those after it are long, as many as there are
 * ranges. A model is one of these, too: the same operations in the same order
 * (ranges are not looked at).
 */
template <class T> class object {
public:
    object() : next_(all_.operations)
    {
        all_.create = [] { return static_cast<void *>(new T()); };
        all_.destroy = [](void *t) { delete static_cast<T *>(t); };
    }
    template <class F> object &on(const char *name, const F &f)
    {
        next(name, f).call = &caller<T, F>::template call<>;
        return *this;
    }
    template <class F>
    object &on(const char *name, const F &f, const mz_range &range)
    {
        mz_operation &operation = next(name, f);

        operation.call_1 = &caller<T, F>::template call<long>;
        operation.ranges[0] = range;
        return *this;
    }
    template <class F>
    object &on(const char *name, const F &f, const mz_range &first,
               const mz_range &second)
    {
        mz_operation &operation = next(name, f);

        operation.call_2 = &caller<T, F>::template call<long, long>;
        operation.ranges[0] = first;
        operation.ranges[1] = second;
        return *this;
    }
    /* The operation added last is for this thread alone, from 1. */
    object &by(unsigned thread)
    {
        if (next_ == all_.operations)
            throw std::logic_error("mazurka::object: by before any on");
        next_[-1].thread = thread;
        return *this;
    }
    /* If that one leaves by an exception of class E, it has returned this
     * number; by any other, that is an error. Of several classes that fit the
     * one said first counts. It holds for the lambda, wherever else it is given,
     * too. */
    template <class E> object &throws(long result)
    {
        thrown **at = results_;

        if (!at)
            throw std::logic_error("mazurka::object: throws before any on");
        while (*at && (*at)->is_this != &is_thrown<E>)
            at = &(*at)->next;
        if (!*at)
            *at = new thrown{&is_thrown<E>, result, nullptr};
        (*at)->result = result;
        return *this;
    }
    const mz_object &in_c() const
    {
        return all_;
    }

private:
    template <class F> mz_operation &next(const char *name, const F &f)
    {
        static_assert(std::is_empty<F>::value,
                      "mazurka::object::on: a lambda without captures");
        if (next_ == all_.operations + MZ_MOST_OPERATIONS)
            throw std::length_error("mazurka::object: too many operations");
        if (!caller<T, F>::function)
            caller<T, F>::function = new F(f);
        results_ = &caller<T, F>::results;
        next_->name = name;
        return *next_++;
    }
    object(const object &) = delete;
    object &operator=(const object &) = delete;

    mz_object all_ = mz_object();
    mz_operation *next_;
    thrown **results_ = nullptr; /* of the operation added last */
};

/* Return what mz_linearizable returns. */
template <class T>
MZ_RESULT_MATTERS int
linearizable(const object<T> &object,
             const mz_scenario &scenario = mazurka::scenario())
{
    return mz_linearizable(&object.in_c(), &scenario);
}

template <class T, class Model>
MZ_RESULT_MATTERS int
linearizable(const object<T> &object, const mazurka::object<Model> &model,
             const mz_scenario &scenario = mazurka::scenario())
{
    mz_object all = object.in_c();

    all.model.create = model.in_c().create;
    all.model.destroy = model.in_c().destroy;
    for (int i = 0; i < MZ_MOST_OPERATIONS; i++)
        all.model.operations[i] = model.in_c().operations[i];
    return mz_linearizable(&all, &scenario);
}

} // namespace mazurka

#define MZ_NAME_OF_LINE(line) __FILE__ ":" #line
#define MZ_NAME_OF(line) MZ_NAME_OF_LINE(line)
#define MZ_CHECK_WITH(options) \
    ::mazurka::statement(MZ_NAME_OF(__LINE__), (options)) + [&]()
#define MZ_CHECK MZ_CHECK_WITH(::mazurka::options())

#endif
