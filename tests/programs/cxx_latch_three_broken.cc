/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: data-race
 */
/* Who comes first to a latch for three counts itself as having come before its
 * work is done. */
#include <latch>
#include <thread>

static std::latch latch(3);
static int done[3];

static void work(int self)
{
    if (self == 1)
        latch.count_down();
    done[self] = 1;
    if (self != 1)
        latch.count_down();
    latch.wait();
}

int main()
{
    std::thread a(work, 1), b(work, 2);

    work(0);
    int all = done[1] && done[2];
    a.join();
    b.join();
    return !all;
}
