/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* Three threads arrive at a latch and wait for one another. Before it sleeps
 * each looks several times, of which one is enough. */
#include <cassert>
#include <latch>
#include <thread>

static std::latch latch(3);
static int done[3];

static void work(int self)
{
    done[self] = 1;
    latch.arrive_and_wait();
    assert(done[0] && done[1] && done[2]);
}

int main()
{
    std::thread a(work, 1), b(work, 2);

    work(0);
    a.join();
    b.join();
}
