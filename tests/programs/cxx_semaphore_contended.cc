/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* There is enough for both: who fails to take some, as the other one comes in
 * between, tries again, and does not go to sleep for that. */
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> semaphore(2);

static void work()
{
    semaphore.acquire();
    semaphore.release();
}

int main()
{
    std::thread other(work);

    work();
    other.join();
}
