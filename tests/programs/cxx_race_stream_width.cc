/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The width is that of what is printed next, whoever prints it. */
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout.width(9); });

    std::cout << "text";
    other.join();
    return 0;
}
