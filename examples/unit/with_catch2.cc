/* SPDX-License-Identifier: Apache-2.0 */
//
// Catch2: what it throws leaves the test, which is an error that MZ_CHECK tells
// of, by another exception.
//
//     mazurka c++ with_catch2.cc -o with_catch2 -lCatch2WithMain && ./with_catch2
#define CATCH_BREAK_INTO_DEBUGGER() (void)0 // else inline assembly
#include <catch2/catch.hpp>
#include <mazurka.hpp>

#include <cassert>
#include <thread>

#include "account.h"

TEST_CASE("both deposits arrive")
{
    account account = ACCOUNT(100);
    mazurka::options options;

    // Not built by mazurka; what it calls of libstdc++ is its own business.
    options.trust = "libCatch2WithMain.a,libstdc++.so.6";
    MZ_CHECK_WITH(options)
    {
        std::thread other([&] { account_deposit(&account, 10); });

        account_deposit(&account, 20);
        other.join();
        assert(account_balance(&account) == 130);
    };
    REQUIRE(account_balance(&account) == 100);
}
