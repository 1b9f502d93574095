/* SPDX-License-Identifier: Apache-2.0 */
// A thread pool whose destructor sets `stopping_` without the mutex.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
#include <cstdio>

class ThreadPool {
    std::vector<std::thread> workers_;
    std::queue<std::function<void()>> tasks_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;

    void work()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
                if (stopping_ && tasks_.empty())
                    return;
                task = std::move(tasks_.front());
                tasks_.pop();
            }
            task();
        }
    }

public:
    explicit ThreadPool(int n)
    {
        for (int i = 0; i < n; i++)
            workers_.emplace_back([this] { work(); });
    }
    void submit(std::function<void()> task)
    {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            tasks_.push(std::move(task));
        }
        wake_.notify_one();
    }
    ~ThreadPool()
    {
        stopping_ = true;
        wake_.notify_all();
        for (auto &w : workers_)
            w.join();
    }
};

int main()
{
    int done = 0;
    {
        ThreadPool pool(2);
        pool.submit([&done] { done++; });
    }
    std::printf("%d\n", done);
}
