/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * compilers: differ
 */
/* A thread waits for what never comes, or until it is asked to stop. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any comes;
static bool has_come;

int main()
{
    std::jthread thread([](std::stop_token token) {
        std::unique_lock<std::mutex> lock(m);

        assert(!comes.wait(lock, token, [] { return has_come; }));
    });
}
