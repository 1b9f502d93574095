/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* That it is taken again is no operation. */
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex lock;

int main()
{
    std::thread hasty([] {
        auto end = std::chrono::steady_clock::now() + std::chrono::hours(1);

        if (lock.try_lock_until(end)) {
            assert(lock.try_lock());
            lock.unlock();
            lock.unlock();
        }
    });
    std::thread patient([] {
        std::lock_guard<std::recursive_timed_mutex> outer(lock);
        std::lock_guard<std::recursive_timed_mutex> inner(lock);
    });

    hasty.join();
    patient.join();
    return 0;
}
