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
 */
#ifndef MAZURKA_HPP
#define MAZURKA_HPP

#include <mazurka.h>

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace mazurka {

/* As in C, with nothing set. */
struct options : mz_options {
    options() : mz_options() {}
};

/* What mz_check has returned, and the report. */
class failure : public std::runtime_error {
public:
    explicit failure(int status)
        : std::runtime_error(mz_report()), status_(status)
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
int check(Test &&test, const mz_options &options = mazurka::options())
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
            throw failure(status);
    }

private:
    mz_options options_;
};

} // namespace mazurka

#define MZ_NAME_OF_LINE(line) __FILE__ ":" #line
#define MZ_NAME_OF(line) MZ_NAME_OF_LINE(line)
#define MZ_CHECK_WITH(options) \
    ::mazurka::statement(MZ_NAME_OF(__LINE__), (options)) + [&]()
#define MZ_CHECK MZ_CHECK_WITH(::mazurka::options())

#endif
