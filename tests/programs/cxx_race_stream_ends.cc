/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Input changes the state of std::cin where there is no more. */
#include <iostream>
#include <thread>

int main()
{
    bool ends = false;
    std::thread other([&] { ends = std::cin.eof(); });

    std::cin.get();
    other.join();
    return ends;
}
