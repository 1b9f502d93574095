/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: safe
 * executions: 2
 */
/* std::condition_variable_any has a mutex of its own, and takes any lock. The
 * reader comes first, and waits; or the writer does. */
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::condition_variable_any is_ready;
static bool ready;

static void wait_until_ready()
{
    std::shared_lock<std::shared_mutex> lock(m);

    is_ready.wait(lock, [] { return ready; });
}

int main()
{
    std::thread reader(wait_until_ready);

    {
        std::lock_guard<std::shared_mutex> lock(m);
        ready = true;
    }
    is_ready.notify_all();
    reader.join();
}
