/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The worker gives up when thirty seconds are over, of which it waits for one in
 * each round: that end comes closer, and is met. */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using std::chrono::steady_clock;
using std::chrono::seconds;

static std::mutex m;
static std::condition_variable changes;
static bool stop, has_given_up;

int main()
{
    std::thread worker([] {
        auto end = steady_clock::now() + seconds(30);
        std::unique_lock<std::mutex> lock(m);
        while (!stop && !has_given_up) {
            changes.wait_for(lock, seconds(1));
            has_given_up = steady_clock::now() > end;
        }
    });
    {
        std::lock_guard<std::mutex> lock(m);
        assert(!has_given_up);
        stop = true;
    }
    changes.notify_one();
    worker.join();
}
