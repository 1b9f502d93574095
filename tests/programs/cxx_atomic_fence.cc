/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What is written before a release fence is seen behind an acquire fence. The
 * flag is read before it is written, or after. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> flag;
static int message;

int main()
{
    std::thread thread([] {
        bool is_there = flag.load(std::memory_order_relaxed);

        std::atomic_thread_fence(std::memory_order_acquire);
        assert(!is_there || message == 42);
    });

    message = 42;
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(true, std::memory_order_relaxed);
    thread.join();
}
