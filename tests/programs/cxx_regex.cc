/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Each thread has an expression of its own; what the locale knows of characters
 * is common to both, and libstdc++ keeps it without a lock. */
#include <cassert>
#include <regex>
#include <thread>

static bool match()
{
    return std::regex_match("abbde", std::regex("a[b-d]+e"));
}

int main()
{
    std::thread other([] { assert(match()); });

    assert(match());
    other.join();
}
