/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* Each try reckons its limit anew, and libstdc++ cuts it into seconds and the
 * rest: a round that differs in the time alone. */
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;
static int x;

int main()
{
    std::thread thread([] {
        while (!m.try_lock_for(std::chrono::milliseconds(10)))
            ;
        x++;
        m.unlock();
    });
    m.lock();
    x++;
    m.unlock();
    thread.join();
    return x != 2;
}
