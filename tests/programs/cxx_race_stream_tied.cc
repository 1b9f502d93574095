/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* std::cin is tied to std::cout, which is flushed before anything is read,
 * whether there is anything in its buffer or not. */
#include <iostream>
#include <thread>

int main()
{
    std::ios::sync_with_stdio(false);
    std::thread other([] { std::cin.get(); });

    std::cout << "one\n";
    other.join();
    return 0;
}
