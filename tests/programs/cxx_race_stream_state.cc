/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Threads may print to std::cout at once, but not while one changes its state. */
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout.setstate(std::ios::badbit); });

    std::cout << "printed, or not\n";
    other.join();
    return 0;
}
