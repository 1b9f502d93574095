/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* std::mutex, std::lock_guard, std::unique_lock. */
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<int> order;

static void append(int id)
{
    {
        std::lock_guard<std::mutex> guard(m);
        order.push_back(id);
    }
    std::unique_lock<std::mutex> guard(m);
    order.push_back(id);
}

int main()
{
    std::thread a(append, 1), b(append, 2);

    a.join();
    b.join();
    assert(order.size() == 4);
    assert(order[0] + order[1] + order[2] + order[3] == 6);
}
