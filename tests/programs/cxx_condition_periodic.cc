/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* A worker that looks each ten seconds whether it is to stop. The time is new in
 * each round, and it might count the rounds by it: so what was explored is no
 * proof. */
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changes;
static bool stop;

int main()
{
    std::thread worker([] {
        std::unique_lock<std::mutex> lock(m);
        while (!changes.wait_for(lock, std::chrono::seconds(10),
                                 [] { return stop; }))
            ;
    });
    {
        std::lock_guard<std::mutex> lock(m);
        stop = true;
    }
    changes.notify_one();
    worker.join();
}
