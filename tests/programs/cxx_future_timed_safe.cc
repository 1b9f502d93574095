/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Both ways are thought of, and both happen. */
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread thread([&promise] { promise.set_value(3); });

    if (result.wait_for(std::chrono::seconds(1)) != std::future_status::ready)
        thread.join();
    assert(result.get() == 3);
    if (thread.joinable())
        thread.join();
}
