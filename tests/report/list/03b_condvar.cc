/* SPDX-License-Identifier: Apache-2.0 */
#include <condition_variable>
#include <mutex>
#include <thread>
#include <queue>
#include <cassert>

std::mutex m;
std::condition_variable cv;
std::queue<int> q;

int main()
{
    std::thread p([] {
        std::lock_guard<std::mutex> g(m);
        q.push(42);
        cv.notify_one();
    });
    {
        std::unique_lock<std::mutex> l(m);
        cv.wait(l, [] { return !q.empty(); });
        assert(q.front() == 42);
    }
    p.join();
}
