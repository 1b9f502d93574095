/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: abort
 */
/* Which handler is called where there is no memory depends on whether the other
 * thread has set its own by then. */
#include <cstddef>
#include <cstdlib>
#include <new>
#include <thread>

static void fail()
{
    throw std::bad_alloc();
}

static void give_up()
{
    std::abort();
}

int main()
{
    volatile std::size_t much = std::size_t(1) << 60;

    std::set_new_handler(fail);
    std::thread other([] { std::set_new_handler(give_up); });
    try {
        operator delete(operator new(much));
    } catch (const std::bad_alloc &) {
    }
    other.join();
    return 0;
}
