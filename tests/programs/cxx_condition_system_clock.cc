/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Nobody notifies: the wait ends when its time is over, by either clock. */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

static std::mutex m;
static std::condition_variable never;

template <typename Clock> static void wait_a_second()
{
    std::unique_lock<std::mutex> lock(m);
    auto end = Clock::now() + std::chrono::seconds(1);

    assert(never.wait_until(lock, end) == std::cv_status::timeout);
    assert(Clock::now() >= end);
}

int main()
{
    wait_a_second<std::chrono::steady_clock>();
    wait_a_second<std::chrono::system_clock>();
}
