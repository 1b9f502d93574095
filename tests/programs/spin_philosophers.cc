/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17 --plain=ignore
 * verdict: safe
 * compilers: differ
 */
/* Three philosophers who give a fork back if the other is not to be had. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex forks[3];
static int meals[3];

static void eat(int n)
{
    std::scoped_lock both(forks[n], forks[(n + 1) % 3]);

    meals[n]++;
}

int main()
{
    std::thread first(eat, 0), second(eat, 1);

    eat(2);
    first.join();
    second.join();
    assert(meals[0] + meals[1] + meals[2] == 3);
    return 0;
}
