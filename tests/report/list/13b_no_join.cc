/* SPDX-License-Identifier: Apache-2.0 */
#include <thread>
#include <atomic>
std::atomic<int> n;
int main()
{
    std::thread t([] { n++; });
    if (n == 1)
        t.join();
}                                   // std::terminate if not joined
