/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Two threads may print text, characters and numbers to std::cout, each as it
 * was set before; and while one sets the precision another may print text. */
#include <iomanip>
#include <iostream>
#include <string>
#include <thread>

int main()
{
    std::cout << std::setfill('0') << std::hex << std::setprecision(4);
    std::thread other([] {
        std::cout << "text" << 'c' << std::string("more") << 1 << 1.5;
        std::cout << std::flush;
    });

    std::cout << "text" << 'c' << std::string("more") << 2 << 2.5 << std::endl;
    other.join();
    std::thread sets([] { std::cout << std::setprecision(3); });
    std::cout << "text" << 'c' << std::endl;
    sets.join();
    return 0;
}
