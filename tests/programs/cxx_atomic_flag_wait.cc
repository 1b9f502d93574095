/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* A flag of one byte: libstdc++ sleeps at a word of its own. */
#include <atomic>
#include <thread>

static std::atomic_flag flag;

int main()
{
    std::thread thread([] {
        flag.test_and_set();
        flag.notify_all();
    });

    flag.wait(false);
    thread.join();
}
