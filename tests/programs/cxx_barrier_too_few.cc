/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a condition to hold
 */
/* A barrier for three at which two arrive. */
#include <barrier>
#include <thread>

static std::barrier meet(3);

int main()
{
    std::thread thread([] { meet.arrive_and_wait(); });

    meet.arrive_and_wait();
    thread.join();
}
