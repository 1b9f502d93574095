/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: a result that is set at the end of the thread
 */
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    auto result = promise.get_future();
    std::thread thread([&promise] { promise.set_value_at_thread_exit(3); });

    thread.join();
    return result.get() - 3;
}
