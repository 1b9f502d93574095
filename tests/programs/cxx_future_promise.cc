/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Who waits reads the state, says that it waits, and waits: the promise is kept
 * before the first, the second or the third of these. */
#include <cassert>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread thread([&promise] { promise.set_value(3); });

    assert(result.get() == 3);
    thread.join();
}
