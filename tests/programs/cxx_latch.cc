/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* Nobody passes before both have come. */
#include <cassert>
#include <latch>
#include <thread>

static std::latch both{2};
static int data[2];

int main()
{
    std::thread thread([] {
        data[1] = 1;
        both.arrive_and_wait();
        assert(data[0] == 1);
    });

    data[0] = 1;
    both.arrive_and_wait();
    assert(data[1] == 1);
    thread.join();
}
