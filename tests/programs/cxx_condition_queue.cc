/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A queue with one producer, who signals without the mutex, and one consumer. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
static std::mutex m;
static std::condition_variable cv;
static std::queue<int> q;
int main()
{
    std::thread consumer([] {
        for (int i = 0; i < 2; i++) {
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [] { return !q.empty(); });
            assert(q.front() == i);
            q.pop();
        }
    });
    for (int i = 0; i < 2; i++) {
        { std::lock_guard<std::mutex> lock(m); q.push(i); }
        cv.notify_one();
    }
    consumer.join();
}
