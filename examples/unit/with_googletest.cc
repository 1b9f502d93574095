/* SPDX-License-Identifier: Apache-2.0 */
//
// GoogleTest: EXPECT_... notes a failure and goes on: mz_check asks the framework
// for that.
//
//     mazurka c++ with_googletest.cc -o with_googletest -lgtest && ./with_googletest
#include "account.h"

#include <gtest/gtest.h>
#include <mazurka.hpp>

#include <thread>

template <class Test> static testing::AssertionResult explored(Test &&test)
{
    mazurka::options options;

    // Not built by mazurka; what it calls of libstdc++ is its own business.
    options.trust = "libgtest.a,libstdc++.so.6";
    options.quiet = 1;
    if (mazurka::check(test, options) == MZ_CHECK_SAFE)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << mz_report();
}

TEST(Account, BothDepositsArrive)
{
    account account = ACCOUNT(100);

    EXPECT_TRUE(explored([&] {
        std::thread other([&] { account_deposit(&account, 10); });

        account_deposit(&account, 20);
        other.join();
        EXPECT_EQ(130, account_balance(&account));
    }));
    EXPECT_EQ(100, account_balance(&account)) << "something is left behind";
}

int main(int count, char **arguments)
{
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
