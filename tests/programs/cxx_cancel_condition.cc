/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The lock of a wait that is cancelled is given back by its guard. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::mutex m;
static std::condition_variable never;

static void work()
{
    std::unique_lock<std::mutex> lock(m);

    never.wait(lock);
}

int main()
{
    std::thread thread(work);

    pthread_cancel(thread.native_handle());
    thread.join();
    assert(m.try_lock());
    m.unlock();
}
