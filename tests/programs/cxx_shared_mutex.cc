/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: safe
 * executions: 10
 */
/* std::shared_mutex is a reader-writer lock. */
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int low, high;

static void read_both()
{
    std::shared_lock<std::shared_mutex> lock(mutex);

    assert(low == high);
}

static void write_both()
{
    std::lock_guard<std::shared_mutex> lock(mutex);

    low++;
    high++;
}

int main()
{
    std::thread first(read_both), second(read_both), third(write_both);

    first.join();
    second.join();
    third.join();
    return 0;
}
