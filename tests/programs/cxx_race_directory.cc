/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: error
 * error: data-race
 */
/* The entry that an iterator stands at is used after another thread may have
 * moved it on. */
#include <filesystem>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::filesystem::recursive_directory_iterator place("/proc/self/task");

static const std::filesystem::directory_entry &look()
{
    std::lock_guard<std::mutex> guard(lock);

    return *place;
}

int main()
{
    std::thread other([] {
        std::lock_guard<std::mutex> guard(lock);
        ++place;
    });
    std::filesystem::path copy(look().path());

    other.join();
}
