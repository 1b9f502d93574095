/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A task that throws gives its exception to who asks for its result. */
#include <cassert>
#include <future>

static int fail()
{
    throw 5;
}

int main()
{
    auto result = std::async(std::launch::async, fail);

    try {
        result.get();
        assert(!"no exception");
    } catch (int number) {
        assert(number == 5);
    }
}
