/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 * compilers: differ
 */
/* condition_variable_any counts who uses its mutex, in each wait. What another
 * round would do when more time has passed is not known. */
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable_any c;
static bool ready;

static void wait_for_it()
{
    std::unique_lock<std::mutex> lock(m);

    while (!ready)
        c.wait_for(lock, std::chrono::seconds(1));
}

int main()
{
    std::thread thread(wait_for_it);

    {
        std::lock_guard<std::mutex> lock(m);

        ready = true;
    }
    thread.join();
}
