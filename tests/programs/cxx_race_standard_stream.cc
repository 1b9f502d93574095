/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The flags of a standard stream are not for all threads, wherever it lies. */
#include <ios>
#include <iostream>
#include <thread>

int main()
{
    std::thread a([] { std::cout.setf(std::ios::hex); });

    std::cout.setf(std::ios::oct);
    a.join();
    return 0;
}
