/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* The standard says what a thread of C++ is told that joins itself. */
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>

static std::thread thread;

int main()
{
    std::mutex lock;
    bool is_told = false;

    lock.lock();
    thread = std::thread([&] {
        std::lock_guard<std::mutex> held(lock);

        try {
            thread.join();
        } catch (const std::system_error &error) {
            is_told = error.code() == std::errc::resource_deadlock_would_occur;
        }
    });
    lock.unlock();
    thread.join();
    assert(is_told);
    return 0;
}
