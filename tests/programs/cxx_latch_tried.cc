/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: data-race
 */
/* Who does not wait for the latch, and finds in one interleaving that it is not
 * open, reads nonetheless. */
#include <latch>
#include <thread>

static std::latch latch(2);
static int data[2];

int main()
{
    std::thread a([] { data[0] = 1; latch.count_down(); });
    std::thread b([] { data[1] = 1; latch.count_down(); });

    int sum = latch.try_wait() ? data[0] + data[1] : data[0];
    a.join();
    b.join();
    return sum > 2;
}
