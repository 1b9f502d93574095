/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* Three threads meet twice, and once a completion is run by any of them; but who
 * came before whom nobody can tell. */
#include <barrier>
#include <cassert>
#include <thread>

static int cells[3], sum;

static void add() noexcept
{
    sum = cells[0] + cells[1] + cells[2];
}

static std::barrier<void (*)() noexcept> meet(3, add);
static std::barrier<> leave(3);

static void work(int self)
{
    cells[self] = 1;
    meet.arrive_and_wait();
    assert(sum == 3);
    leave.arrive_and_wait();
    cells[self] = 2;
}

int main()
{
    std::thread a(work, 1), b(work, 2);

    work(0);
    a.join();
    b.join();
}
