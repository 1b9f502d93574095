/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17 -O2
 * verdict: safe
 * compilers: differ
 */
/* Two threads have vectors in one pool. */
#include <cassert>
#include <memory_resource>
#include <thread>
#include <vector>

int main()
{
    std::pmr::synchronized_pool_resource pool;
    std::thread thread([&pool] {
        std::pmr::vector<int> v({1, 2, 3}, &pool);

        assert(v[2] == 3);
    });
    {
        std::pmr::vector<int> v({4, 5}, &pool);

        assert(v[1] == 5);
    }
    thread.join();
}
