/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* That a timer is longer than the work of another thread is no order. */
#include <atomic>
#include <cassert>
#include <cstdint>
#include <sys/timerfd.h>
#include <thread>
#include <unistd.h>

int main()
{
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    itimerspec hour = {{0, 0}, {3600, 0}};
    std::atomic<bool> done{false};
    std::uint64_t times;

    assert(!timerfd_settime(timer, 0, &hour, nullptr));
    std::thread worker([&done] { done = true; });
    assert(read(timer, &times, sizeof times) == sizeof times);
    assert(done);
    worker.join();
    return 0;
}
