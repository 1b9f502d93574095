/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: error
 * error: data-race
 */
/* A pool that is for one thread at a time: its virtual functions are in
 * libstdc++. */
#include <memory_resource>
#include <thread>

static std::pmr::unsynchronized_pool_resource pool;

int main()
{
    std::thread other([] { pool.deallocate(pool.allocate(8), 8); });

    pool.deallocate(pool.allocate(8), 8);
    other.join();
}
