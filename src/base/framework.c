/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of theirs that are exported, by their names in C++. Which of their
 * arguments are objects does not matter for the call. */
#include "base/framework.h"

#include <stdbool.h>
#include <stddef.h>

#define OF_FRAMEWORK(name) \
    __asm__(name) __attribute__((weak, visibility("default")))

/* testing::Test::HasFatalFailure(), HasNonfatalFailure() */
extern bool googletest_is_fatal(void)
    OF_FRAMEWORK("_ZN7testing4Test15HasFatalFailureEv");
extern bool googletest_is_not_fatal(void)
    OF_FRAMEWORK("_ZN7testing4Test18HasNonfatalFailureEv");

/* boost::unit_test::framework::current_test_case_id(),
 * results_collector_t::instance(), its results(id), their passed() */
extern unsigned long boost_test_case(void)
    OF_FRAMEWORK("_ZN5boost9unit_test9framework20current_test_case_idEv");
extern const void *boost_collector(void)
    OF_FRAMEWORK("_ZN5boost9unit_test19results_collector_t8instanceEv");
extern const void *boost_results(const void *collector, unsigned long test_case)
    OF_FRAMEWORK("_ZNK5boost9unit_test19results_collector_t7resultsEm");
extern bool boost_passed(const void *results)
    OF_FRAMEWORK("_ZNK5boost9unit_test12test_results6passedEv");

static bool has_googletest(void)
{
    return googletest_is_fatal && googletest_is_not_fatal;
}

static bool has_boost(void)
{
    return boost_test_case && boost_collector && boost_results && boost_passed;
}

static int has_failure(void)
{
    bool has = false;

    if (has_googletest())
        has = googletest_is_fatal() || googletest_is_not_fatal();
    if (has_boost())
        has |= !boost_passed(
            boost_results(boost_collector(), boost_test_case()));
    return has;
}

int (*mz_framework_to_ask(void))(void)
{
    return (has_googletest() || has_boost()) && !has_failure() ? has_failure
                                                               : NULL;
}
