/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: abort
 */
/* What becomes of an exception that nobody catches depends on whether main has
 * set its handler when it is thrown. */
#include <exception>
#include <thread>
#include <unistd.h>

static void leave()
{
    _exit(0);
}

int main()
{
    std::thread other([] { throw 1; });

    std::set_terminate(leave);
    other.join();
    return 0;
}
