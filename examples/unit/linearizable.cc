/* SPDX-License-Identifier: Apache-2.0 */
//
// A queue as an object: its operations are listed, and who calls what is
// enumerated. The model is a std::deque. With -DBROKEN take() lets go of the lock
// between its two steps.
//
//     mazurka c++ linearizable.cc -o linearizable && ./linearizable
#include <mazurka.hpp>

#include <deque>
#include <mutex>

class queue {
public:
    void put(long item)
    {
        std::lock_guard<std::mutex> guard(lock_);

        items_.push_back(item);
    }
    long take()
    {
        std::unique_lock<std::mutex> guard(lock_);
        long item = items_.empty() ? -1 : items_.front();

#ifdef BROKEN
        guard.unlock();
        guard.lock();
#endif
        if (!items_.empty())
            items_.pop_front();
        return item;
    }

private:
    std::mutex lock_;
    std::deque<long> items_;
};

typedef std::deque<long> model;

int main()
{
    mazurka::object<queue> object;
    mazurka::object<model> sequential;
    mazurka::scenario scenario;

    object
        .on("put", [](queue &q, long x) { q.put(x); }, mazurka::data())
        .on("take", [](queue &q) { return q.take(); });
    sequential
        .on("put", [](model &q, long x) { q.push_back(x); }, mazurka::data())
        .on("take", [](model &q) {
            long item = q.empty() ? -1 : q.front();

            if (!q.empty())
                q.pop_front();
            return item;
        });
    scenario.threads = 2;
    scenario.length = 2;
    return mazurka::linearizable(object, sequential, scenario);
}
