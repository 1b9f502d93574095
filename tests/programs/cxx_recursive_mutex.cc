/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Two threads, each of which locks the mutex twice: who comes first is all that
 * can differ. */
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int counter;

static void count(int depth)
{
    std::lock_guard<std::recursive_mutex> lock(m);

    counter++;
    if (depth)
        count(depth - 1);
}

int main()
{
    std::thread thread(count, 1);

    count(1);
    thread.join();
    assert(counter == 4);
}
