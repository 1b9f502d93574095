/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 90
 */
/* Exceptions are thrown and caught in three threads, across visible
 * operations, in 6!/(2! 2! 2!) executions. */
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<std::string> log;

static void append(int id)
{
    std::lock_guard<std::mutex> guard(m);

    log.push_back("thread number " + std::to_string(id) + " was here");
    if (log.size() % 2)
        throw std::runtime_error(log.back());
}

static void run(int id)
{
    for (int i = 0; i < 2; i++) {
        try {
            append(id);
        } catch (const std::runtime_error &error) {
            assert(std::string(error.what()).find("number") == 7);
        }
    }
}

int main()
{
    assert(log.empty());
    std::thread a(run, 1), b(run, 2), c(run, 3);

    a.join();
    b.join();
    c.join();
    assert(log.size() == 6);
    assert(std::uncaught_exceptions() == 0);
}
