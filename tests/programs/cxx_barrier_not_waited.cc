/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: data-race
 */
/* Who has arrived reads what the other one writes before it arrives, and has not
 * waited for that. */
#include <barrier>
#include <thread>

static std::barrier meet(2);
static int data;

int main()
{
    std::thread thread([] {
        data = 1;
        meet.arrive_and_wait();
    });

    auto token = meet.arrive();
    int seen = data;
    meet.wait(std::move(token));
    thread.join();
    return seen > 1;
}
