/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* A reader that waits for a second at most, and a writer that tries. */
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex lock;
static int low, high;

int main()
{
    std::thread reader([] {
        if (lock.try_lock_shared_for(std::chrono::seconds(1))) {
            assert(low == high);
            lock.unlock_shared();
        }
    });
    std::thread writer([] {
        std::unique_lock<std::shared_timed_mutex> held(lock, std::try_to_lock);

        if (held) {
            low++;
            high++;
        }
    });

    reader.join();
    writer.join();
    return 0;
}
