/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: deadlock
 */
/* The flag is set, and nobody is told. */
#include <atomic>
#include <thread>

static std::atomic<bool> flag;

int main()
{
    std::thread thread([] { flag.wait(false); });

    flag = true;
    thread.join();
}
