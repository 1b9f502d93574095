/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Input changes the state of std::cin where there is no more, though it ends by
 * an exception. */
#include <iostream>
#include <thread>

#ifndef WITH_STDIO
#define WITH_STDIO true
#endif

int main()
{
    bool ends = false;

    std::ios::sync_with_stdio(WITH_STDIO);
    std::cin.exceptions(std::ios::badbit | std::ios::eofbit);
    std::thread other([&] { ends = std::cin.eof(); });

    try {
        std::cin.get();
    } catch (const std::ios::failure &) {
    }
    other.join();
    return ends;
}
