/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: assertion
 */
/* Who has waited long enough takes it that what it waits for is there. */
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> items(0);
static int taken;

static void take()
{
    if (!items.try_acquire_for(std::chrono::milliseconds(10)))
        assert(items.try_acquire());
    taken++;
}

int main()
{
    std::thread other(take);

    items.release();
    other.join();
    return taken != 1;
}
