#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# struct mz_options: what each of its fields does, and what is wrong in one.
. "$(dirname "$0")/frame"

cat >options.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int n;
static int plain;

static void *steps(void *unused)
{
    for (int i = 0; i < 5; i++)
        n++;
    return unused;
}
static void *more_steps(void *unused)
{
    for (int i = 0; i < 50; i++)
        n++;
    return unused;
}
static void *adds(void *unused)
{
    int before = plain;

    plain = before + 1;
    return unused;
}
static void twice(void *(*routine)(void *))
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, routine, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
/* C(10, 5) traces, of twelve events. */
static void grid(void *unused)
{
    (void)unused;
    twice(steps);
}
static void large(void *unused)
{
    (void)unused;
    twice(more_steps);
}
static void races(void *unused)
{
    (void)unused;
    twice(adds);
    assert(plain == 2);
}

#define CHECK(test, ...)                                                    \
    do {                                                                    \
        const struct mz_options options = {.quiet = 1, __VA_ARGS__};        \
        int status = mz_check(test, NULL, &options);                        \
                                                                            \
        printf("== " #test " " #__VA_ARGS__ ": %d\n%s", status,             \
               mz_report());                                                \
    } while (0)

int main(void)
{
    const struct mz_options told = {.name = "the name", .max_executions = 1};

    CHECK(grid, .more = "-v");
    CHECK(grid, .more = "-v", .algorithm = "optimal");
    CHECK(grid, .algorithm = "optimal", .jobs = 2);
    CHECK(grid, .more = "-v", .jobs = 2);
    CHECK(grid, .more = "-v --dependence=object");
    CHECK(grid, .preemptions = 1);
    CHECK(grid, .max_executions = 7);
    CHECK(grid, .max_events = 11);
    CHECK(grid, .max_events = 12);
    CHECK(large, .timeout = 0.01);
    CHECK(grid, .timeout = -1);
    CHECK(grid, .more = "--nonsense");
    CHECK(races, );
    CHECK(races, .plain = "interleave");
    CHECK(races, .plain = "ignore");
    CHECK(races, .expect = "assertion");
    CHECK(races, .expect = "assertion", .plain = "interleave");
    CHECK(grid, .expect = "assertion");
    CHECK(grid, .expect = "assertion", .max_executions = 7);
    return mz_check(grid, NULL, &told) != MZ_CHECK_INCOMPLETE;
}
END
run 0 "$MAZURKA" cc -O1 options.c -o options
run 0 ./options
says 'the name: '
[ "$(grep -c . .err)" -eq 2 ] || failed 'what is quiet is on stderr'

# The result and, of the report, the words that the option makes.
grep -o -e '^== .*' -e '[^ ]* executions\?, ' -e 'algorithm [a-z]*, [^,]*' \
    -e 'limit ([^)]*)' -e '^mazurka: [^,]*' -e 'error: [^:]*: ' .out |
    sed 's/[,:] $//' | sed '/^limit (timeout)/{n;d}' >told
cat >expected <<'END'
== grid .more = "-v": 0
252 executions
algorithm pop, dependence rw
== grid .more = "-v", .algorithm = "optimal": 0
252 executions
algorithm optimal, dependence rw
== grid .algorithm = "optimal", .jobs = 2: 2
mazurka: --jobs is for --algorithm=random
== grid .more = "-v", .jobs = 2: 0
252 executions
algorithm pop, dependence rw
== grid .more = "-v --dependence=object": 0
252 executions
algorithm pop, dependence object
== grid .preemptions = 1: 3
limit (preemptions)
10 executions
== grid .max_executions = 7: 3
limit (max-executions)
7 executions
== grid .max_events = 11: 3
limit (max-events)
0 executions
== grid .max_events = 12: 0
252 executions
== large .timeout = 0.01: 3
limit (timeout)
== grid .timeout = -1: 2
mazurka: --timeout=-1: give a time like 10
== grid .more = "--nonsense": 2
mazurka: unknown option --nonsense: try 'mazurka check --help'
== races : 42
error: data race on plain
1 execution
== races .plain = "interleave": 42
error: assertion failed
2 executions
== races .plain = "ignore": 0
1 execution
== races .expect = "assertion": 42
error: data race on plain
1 execution
mazurka: --expect=assertion: another error was found
== races .expect = "assertion", .plain = "interleave": 0
error: assertion failed
2 executions
== grid .expect = "assertion": 42
252 executions
mazurka: --expect=assertion: no error was found
== grid .expect = "assertion", .max_executions = 7: 3
limit (max-executions)
7 executions
END
diff expected told || failed 'that was not expected'

# Who does not look at what is returned is warned.
cat >ignores.cc <<'END'
#include <mazurka.hpp>

void ignores()
{
    mazurka::check([] {});
}
void ignores_too(const mz_object *object)
{
    mz_linearizable(object, nullptr);
}
END
run 1 "$MAZURKA" c++ -Werror -c ignores.cc
[ "$(grep -c 'error: ignoring return value' .err)" -eq 2 ] ||
    failed 'not warned twice'
