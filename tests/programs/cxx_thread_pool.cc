/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A pool of two workers, that ends when it is told to and has nothing to do. */
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class pool {
    std::mutex m;
    std::condition_variable changed;
    std::queue<std::function<void()>> tasks;
    std::vector<std::thread> workers;
    bool ends = false;

    void work()
    {
        for (;;) {
            std::unique_lock<std::mutex> lock(m);

            changed.wait(lock, [this] { return ends || !tasks.empty(); });
            if (tasks.empty())
                return;
            auto task = tasks.front();

            tasks.pop();
            lock.unlock();
            task();
        }
    }

  public:
    explicit pool(int count)
    {
        for (int i = 0; i < count; i++)
            workers.emplace_back([this] { work(); });
    }

    void run(std::function<void()> task)
    {
        std::lock_guard<std::mutex> lock(m);

        tasks.push(task);
        changed.notify_one();
    }

    ~pool()
    {
        {
            std::lock_guard<std::mutex> lock(m);
            ends = true;
        }
        changed.notify_all();
        for (auto &worker : workers)
            worker.join();
    }
};

int main()
{
    std::atomic<int> done{0};

    {
        pool two(2);

        two.run([&] { done++; });
    }
    assert(done == 1);
}
