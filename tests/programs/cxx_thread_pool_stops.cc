/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: waits for a signal
 */
/* The pool is told to end without its mutex: a worker that has just looked, and
 * does not wait yet, is not woken up. */
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::atomic<bool> ends{false};

static void work()
{
    std::unique_lock<std::mutex> lock(m);

    changed.wait(lock, [] { return ends.load(); });
}

int main()
{
    std::thread worker(work);

    ends = true;
    changed.notify_all();
    worker.join();
}
