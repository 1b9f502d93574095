/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: in time
 */
/* A limit may pass before the promise is kept, however long it is. */
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread thread([&promise] { promise.set_value(3); });
    auto status = result.wait_for(std::chrono::hours(1));

    assert(status == std::future_status::ready && "in time");
    thread.join();
}
