/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The first call throws: the flag is as it was, and the other thread, which may
 * have waited, calls again. Whichever of the two is the first. */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int tries, done;

static void prepare()
{
    if (++tries == 1)
        throw tries;
    done = 1;
}

static void use()
{
    try {
        std::call_once(flag, prepare);
        assert(done == 1 && tries == 2);
    } catch (int number) {
        assert(number == 1);
    }
}

int main()
{
    std::thread a(use), b(use);

    a.join();
    b.join();
    assert(done == 1);
}
