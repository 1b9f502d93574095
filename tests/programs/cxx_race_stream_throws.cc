/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Input changes the state of std::cin where there is no more, though it ends by
 * an exception. */
#include <iostream>
#include <thread>

int main()
{
    bool ends = false;

    std::cin.exceptions(std::ios::badbit | std::ios::eofbit);
    std::thread other([&] { ends = std::cin.eof(); });

    try {
        std::cin.get();
    } catch (const std::ios::failure &) {
    }
    other.join();
    return ends;
}
