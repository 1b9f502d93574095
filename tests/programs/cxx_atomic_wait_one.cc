/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: deadlock
 */
/* Two threads wait, and only one of them is woken up. */
#include <atomic>
#include <thread>

static std::atomic<int> number;

int main()
{
    std::thread a([] { number.wait(0); }), b([] { number.wait(0); });

    number = 1;
    number.notify_one();
    a.join();
    b.join();
}
