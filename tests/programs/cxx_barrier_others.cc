/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: unsupported
 * message: -D_MAZURKA_BARRIER_OF_ANY
 */
/* In the second phase another thread arrives than in the first: who belongs to
 * which would be told by the order of arrivals. */
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
