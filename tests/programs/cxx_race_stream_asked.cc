/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Whether it is good depends on who is first. */
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout.clear(); });
    bool is_good = std::cout.good();

    other.join();
    return !is_good;
}
