/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 */
/* The flag is set before the thread looks, while it looks, or while it sleeps: and
 * then it is woken up. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> flag;
static int data;

int main()
{
    std::thread thread([] {
        data = 1;
        flag = 1;
        flag.notify_one();
    });

    flag.wait(0);
    assert(data == 1);
    thread.join();
}
