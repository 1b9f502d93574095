/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* Both wait for a while at most. */
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex lock;
static int x;

static void increment()
{
    if (lock.try_lock_for(std::chrono::milliseconds(10))) {
        x++;
        lock.unlock();
    }
}

int main()
{
    std::thread a(increment), b(increment);

    a.join();
    b.join();
    return x != 1 && x != 2;
}
