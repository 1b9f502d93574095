/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What is done after the promise is kept is not. */
#include <future>
#include <thread>

int value;

int main()
{
    std::promise<void> promise;
    auto ready = promise.get_future();
    std::thread thread([&promise] {
        promise.set_value();
        value = 1;
    });
    int found;

    ready.wait();
    found = value;
    thread.join();
    return found == 2;
}
