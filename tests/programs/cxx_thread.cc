/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 * naive: 6
 */
/* std::thread with lambdas and arguments, std::atomic. */
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

int main()
{
    std::atomic<int> x{0};
    int seen = 0;

    std::thread a([&] { x += 1; });
    std::thread b([&x](int n) { x.fetch_add(n); }, 2);
    std::thread c([&x](int &out) { out = ++x; }, std::ref(seen));
    a.join();
    b.join();
    c.join();
    assert(x == 4 && (seen == 1 || seen == 2 || seen == 3 || seen == 4));
}
