/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Both may find the end of std::cin, and change its state: they are for all
 * threads. */
#include <iostream>
#include <string>
#include <thread>

int main()
{
    std::thread other([] {
        int n;

        std::cin >> n;
    });
    std::string word;

    std::cin >> word;
    other.join();
    return 0;
}
