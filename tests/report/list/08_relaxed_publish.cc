/* SPDX-License-Identifier: Apache-2.0 */
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

struct Config {
    int port = 0;
    std::string host;
};

static Config config;
static std::atomic<bool> ready{false};

int main()
{
    std::thread writer([] {
        config.port = 8080;
        config.host = "localhost";
        ready.store(true, std::memory_order_relaxed);   // wants release
    });
    std::thread reader([] {
        if (ready.load(std::memory_order_relaxed)) {    // wants acquire
            assert(config.port == 8080);
        }
    });
    writer.join();
    reader.join();
}
