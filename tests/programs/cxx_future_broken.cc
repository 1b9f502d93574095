/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A promise that ends without a value is told to be broken. */
#include <cassert>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread thread([own = std::move(promise)]() mutable {
        std::promise<int> gone = std::move(own);
    });

    try {
        result.get();
        assert(!"no exception");
    } catch (const std::future_error &error) {
        assert(error.code() == std::future_errc::broken_promise);
    }
    thread.join();
}
