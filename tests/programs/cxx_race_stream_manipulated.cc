/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A manipulator sets how numbers are printed, in the library or in the program,
 * as the compiler has it. */
#include <iomanip>
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout << std::setprecision(3); });

    std::cout << 1.5;
    other.join();
    return 0;
}
