/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20 -O2
 * verdict: safe
 * compilers: differ
 */
/* A thread that works until it is asked to stop, which its end asks for. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> rounds;

int main()
{
    {
        std::jthread worker([](std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            rounds = 1;
        });
    }
    assert(rounds == 1);
}
