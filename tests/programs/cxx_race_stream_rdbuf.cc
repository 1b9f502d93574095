/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What is printed to std::cout goes to a string, which has no lock. */
#include <iostream>
#include <sstream>
#include <thread>

int main()
{
    std::ostringstream text("some", std::ios::ate);
    std::streambuf *before = std::cout.rdbuf(text.rdbuf());
    std::cout << "thing";
    std::thread other([] { std::cout << "1"; });

    std::cout << "2";
    other.join();
    std::cout.rdbuf(before);
    return 0;
}
