/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* Two phases, of which each thread needs what the other one has made of the one
 * before. */
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier barrier(2);
static int cells[3][2] = {{1, 2}};

static void work(int self)
{
    for (int phase = 0; phase < 2; phase++) {
        cells[phase + 1][self] = cells[phase][0] + cells[phase][1];
        barrier.arrive_and_wait();
    }
}

int main()
{
    std::thread other(work, 1);

    work(0);
    assert(cells[2][0] == 6 && cells[2][1] == 6);
    other.join();
}
