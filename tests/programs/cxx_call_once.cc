/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* std::call_once with arguments: either of two threads is the first. */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int value;

static void use(int number)
{
    std::call_once(flag, [](int n) { value += n; }, number);
    assert(value == 1 || value == 2);
}

int main()
{
    std::thread a(use, 1), b(use, 2);

    a.join();
    b.join();
}
