/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* What was done before the promise is kept is seen by who has waited for it. */
#include <cassert>
#include <future>
#include <thread>

static int value;

int main()
{
    std::promise<void> promise;
    auto ready = promise.get_future();
    std::thread thread([&promise] {
        value = 1;
        promise.set_value();
    });

    ready.wait();
    assert(value == 1);
    thread.join();
}
