/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20 -D_MAZURKA_BARRIER_OF_ANY
 * verdict: safe
 * executions: 4
 */
/* Another thread arrives in each phase: which one it is in is told by the order
 * of arrivals. */
#include <barrier>
#include <thread>

static std::barrier meet(2);

int main()
{
    for (int i = 0; i < 2; i++) {
        std::thread thread([] { meet.arrive_and_wait(); });

        meet.arrive_and_wait();
        thread.join();
    }
}
