/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* std::cout with a buffer of its own, and not that of stdio, is not for all
 * threads. */
#include <iostream>
#include <thread>

int main()
{
    std::ios::sync_with_stdio(false);
    std::thread other([] { std::cout << "one\n"; });

    std::cout << "two\n";
    other.join();
    return 0;
}
