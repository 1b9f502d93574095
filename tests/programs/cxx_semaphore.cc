/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* What is released is acquired after that. */
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> semaphore{0};
static int data;

int main()
{
    std::thread thread([] {
        data = 1;
        semaphore.release();
    });

    semaphore.acquire();
    assert(data == 1);
    assert(!semaphore.try_acquire());
    thread.join();
}
