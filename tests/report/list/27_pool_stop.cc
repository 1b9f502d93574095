/* SPDX-License-Identifier: Apache-2.0 */
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class ThreadPool {
public:
    explicit ThreadPool(unsigned n)
    {
        for (unsigned i = 0; i < n; i++)
            workers_.emplace_back([this] { work(); });
    }
    ~ThreadPool()
    {
        stop_ = true;
        ready_.notify_all();
        for (auto &w : workers_)
            w.join();
    }
    void submit(std::function<void()> job)
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            jobs_.push(std::move(job));
        }
        ready_.notify_one();
    }

private:
    void work()
    {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                ready_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
                if (jobs_.empty())
                    return;
                job = std::move(jobs_.front());
                jobs_.pop();
            }
            job();
        }
    }
    std::mutex mutex_;
    std::condition_variable ready_;
    std::queue<std::function<void()>> jobs_;
    std::vector<std::thread> workers_;
    std::atomic<bool> stop_{false};
};

int main()
{
    std::atomic<int> done{0};
    {
        ThreadPool pool(1);
        pool.submit([&] { done++; });
    }
    assert(done == 1);
}
