/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* Input changes the state of std::cin where there is no more. */
#include <cassert>
#include <iostream>
#include <thread>

int main()
{
    bool ends = false;
    std::thread other([&] { ends = std::cin.eof(); });
    int got = std::cin.get();

    other.join();
    assert(got >= 0 || !ends);
    return 0;
}
