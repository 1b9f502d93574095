/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20 --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* Two threads add to one number: who comes first is all that can differ. */
#include <atomic>
#include <cassert>
#include <thread>

static int number;

static void add()
{
    std::atomic_ref<int>(number).fetch_add(1);
}

int main()
{
    std::thread thread(add);

    add();
    thread.join();
    assert(number == 2);
}
