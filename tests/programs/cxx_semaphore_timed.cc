/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * executions: 70
 */
/* Two try to take what there is but once, for some time. One of them may be too
 * late, and never are both within. */
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::binary_semaphore semaphore(1);
static int within;
static bool took[2];

static void work(int self)
{
    if (!semaphore.try_acquire_for(std::chrono::milliseconds(10)))
        return;
    took[self] = true;
    assert(++within == 1);
    within--;
    semaphore.release();
}

int main()
{
    std::thread other(work, 1);

    work(0);
    other.join();
    assert(took[0] || took[1]);
    assert(semaphore.try_acquire());
}
