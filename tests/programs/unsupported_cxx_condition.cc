/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_cond_
 */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable is_ready;
static bool ready;

int main()
{
    std::thread a([] {
        std::lock_guard<std::mutex> guard(m);
        ready = true;
        is_ready.notify_one();
    });
    std::unique_lock<std::mutex> guard(m);

    is_ready.wait(guard, [] { return ready; });
    guard.unlock();
    a.join();
}
