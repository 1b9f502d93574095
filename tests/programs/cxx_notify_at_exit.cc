/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A thread lets others go on when it has ended, and with it all that it has for
 * itself: the waiting thread comes first, and waits; or it comes later. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable done;
static bool is_done;

int main()
{
    std::thread thread([] {
        std::unique_lock<std::mutex> lock(m);

        is_done = true;
        std::notify_all_at_thread_exit(done, std::move(lock));
    });

    {
        std::unique_lock<std::mutex> lock(m);

        done.wait(lock, [] { return is_done; });
    }
    thread.join();
}
