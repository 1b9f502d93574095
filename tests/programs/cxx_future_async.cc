/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who gets the result joins the thread that makes it: one order. */
#include <cassert>
#include <future>

int main()
{
    auto result = std::async(std::launch::async, [] { return 7; });

    assert(result.get() == 7);
}
