/* SPDX-License-Identifier: Apache-2.0 */
// A cache under a shared_mutex: get() inserts a default under the shared lock.
#include <map>
#include <shared_mutex>
#include <string>
#include <thread>
#include <mutex>

class Cache {
public:
    int get(const std::string& key) {
        std::shared_lock lock(mutex_);
        return values_[key];            // operator[] inserts
    }
    void put(const std::string& key, int value) {
        std::unique_lock lock(mutex_);
        values_[key] = value;
    }
private:
    std::shared_mutex mutex_;
    std::map<std::string, int> values_;
};

int main() {
    Cache cache;
    cache.put("one", 1);
    std::thread a([&] { cache.get("two"); });
    std::thread b([&] { cache.get("three"); });
    a.join();
    b.join();
}
