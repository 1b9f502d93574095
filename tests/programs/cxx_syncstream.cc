/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * executions: 2
 */
/* What goes to one stream through two others comes in either order. */
#include <iostream>
#include <syncstream>
#include <thread>

static void print(int number)
{
    std::osyncstream(std::cout) << "number " << number << '\n';
}

int main()
{
    std::thread one(print, 1), two(print, 2);

    one.join();
    two.join();
}
