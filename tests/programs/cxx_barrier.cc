/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* The completion runs once, when both have come, before any goes on. */
#include <barrier>
#include <cassert>
#include <thread>

static int data[2], sum;

static void complete() noexcept
{
    sum = data[0] + data[1];
}

static std::barrier meet{2, complete};

int main()
{
    std::thread thread([] {
        data[1] = 2;
        meet.arrive_and_wait();
        assert(sum == 3);
    });

    data[0] = 1;
    meet.arrive_and_wait();
    assert(sum == 3);
    thread.join();
}
