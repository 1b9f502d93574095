/* SPDX-License-Identifier: Apache-2.0 */
//
// Catch2: REQUIRE throws, which leaves the test: an error, that MZ_CHECK tells by
// another exception. CHECK notes a failure and goes on: a listener counts these,
// and has_failed says so; without it nobody would know.
//
//     mazurka c++ with_catch2.cc -o with_catch2 -lCatch2WithMain && ./with_catch2
#define CATCH_BREAK_INTO_DEBUGGER() (void)0 // else inline assembly
#define CATCH_CONFIG_EXTERNAL_INTERFACES    // listeners
#include <catch2/catch.hpp>
#include <mazurka.hpp>

#include <thread>

#include "account.h"

static int failures;

struct listener : Catch::TestEventListenerBase {
    using TestEventListenerBase::TestEventListenerBase;

    bool assertionEnded(const Catch::AssertionStats &stats) override
    {
        failures += !stats.assertionResult.isOk();
        return true;
    }
};
CATCH_REGISTER_LISTENER(listener)

static int has_failed()
{
    return failures;
}

TEST_CASE("both deposits arrive")
{
    account account = ACCOUNT(100);
    mazurka::options options;

    // Not built by mazurka; what it calls of libstdc++ is its own business.
    options.trust = "libCatch2WithMain.a,libstdc++.so.6";
    options.failed = has_failed;
    MZ_CHECK_WITH(options)
    {
        std::thread other([&] { account_deposit(&account, 10); });

        account_deposit(&account, 20);
        other.join();
        CHECK(account_balance(&account) == 130);
    };
    REQUIRE(account_balance(&account) == 100);
}
