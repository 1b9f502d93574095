/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A std::vector is appended to by two threads without a lock. */
#include <thread>
#include <vector>

int main()
{
    std::vector<int> numbers;

    numbers.reserve(10);
    std::thread a([&] { numbers.push_back(1); });
    std::thread b([&] { numbers.push_back(2); });
    a.join();
    b.join();
}
