/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * executions: 27
 */
/* Each of three threads finds the flag set, or waits and is notified before it
 * has looked, or after. What does not fit a futex waits for a version. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> flag;
static int data;

static void work()
{
    flag.wait(false);
    assert(data == 1);
}

int main()
{
    std::thread a(work), b(work), c(work);

    data = 1;
    flag = true;
    flag.notify_all();
    a.join();
    b.join();
    c.join();
}
