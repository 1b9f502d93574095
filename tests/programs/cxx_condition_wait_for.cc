/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Main takes the mutex first: 1. Or the thread times out before main notifies,
 * and takes the mutex before main or after: 2; or it is woken up: 1. */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable is_ready;
static bool ready;

static void wait_a_while()
{
    std::unique_lock<std::mutex> lock(m);
    bool seen = is_ready.wait_for(lock, std::chrono::milliseconds(10),
                                  [] { return ready; });

    assert(seen == ready);
}

int main()
{
    std::thread thread(wait_a_while);

    {
        std::lock_guard<std::mutex> lock(m);
        ready = true;
    }
    is_ready.notify_all();
    thread.join();
}
