/* SPDX-License-Identifier: Apache-2.0 */
// An exception leaves a function before its std::thread is joined.
#include <stdexcept>
#include <thread>
#include <vector>
#include <atomic>

static std::atomic<int> processed;

static void check_size(const std::vector<int> &v)
{
    if (v.size() > 2)
        throw std::length_error("too many items");
}

static void process(const std::vector<int> &v)
{
    std::thread worker([&v] {
        for (int x : v)
            processed += x;
    });
    check_size(v);
    worker.join();
}

int main()
{
    std::vector<int> v{1, 2, 3};
    try {
        process(v);
    } catch (const std::length_error &) {
        return 0;
    }
    return 0;
}
