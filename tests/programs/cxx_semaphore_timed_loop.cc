/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: incomplete
 */
/* Each try reckons its limit anew, as in cxx_timed_mutex_loop. Before and after
 * it sleeps it looks sixteen times, of which one is enough: else there were
 * thousands of executions. */
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> semaphore(1);
static int x;

static void work()
{
    while (!semaphore.try_acquire_for(std::chrono::milliseconds(10)))
        ;
    x++;
    semaphore.release();
}

int main()
{
    std::thread a(work), b(work);

    a.join();
    b.join();
    return x != 2;
}
