/* SPDX-License-Identifier: Apache-2.0 */
//
// Boost.Test: what MZ_CHECK throws fails the test case. BOOST_TEST notes a failure
// and goes on: mz_check asks the framework for that.
//
//     mazurka c++ with_boost.cc -lboost_unit_test_framework -o with_boost &&
//     ./with_boost
#define BOOST_TEST_DYN_LINK
#define BOOST_TEST_MODULE account
#include <boost/test/unit_test.hpp>
#include <boost/version.hpp>
#include <mazurka.hpp>

#include <string>
#include <thread>

#include "account.h"

BOOST_AUTO_TEST_CASE(both_deposits_arrive)
{
    account account = ACCOUNT(100);
    // Not built by mazurka; what it calls of libstdc++ is its own business.
    std::string trust = "libstdc++.so.6,libboost_unit_test_framework.so." +
                        std::to_string(BOOST_VERSION / 100000) + '.' +
                        std::to_string(BOOST_VERSION / 100 % 1000) + '.' +
                        std::to_string(BOOST_VERSION % 100);
    mazurka::options options;

    options.trust = trust.c_str();
    MZ_CHECK_WITH(options)
    {
        std::thread other([&] { account_deposit(&account, 10); });

        account_deposit(&account, 20);
        other.join();
        BOOST_TEST(account_balance(&account) == 130);
    };
    BOOST_TEST(account_balance(&account) == 100);
}
