/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* How numbers are printed is read by who prints one, also to std::cout. */
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout << std::hex << 10; });

    std::cout << 10;
    other.join();
    return 0;
}
