/* SPDX-License-Identifier: Apache-2.0 */
#include <thread>
#include <vector>

int main()
{
    std::vector<int> results;
    auto work = [&results](int n) {
        for (int i = 0; i < n; i++)
            results.push_back(i);
    };
    std::thread a(work, 2), b(work, 2);
    a.join();
    b.join();
    return results.size() == 4 ? 0 : 1;
}
