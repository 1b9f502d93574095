/* SPDX-License-Identifier: Apache-2.0 */
// word count: each thread counts its part into one shared unordered_map without a lock
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
static std::unordered_map<std::string, int> counts;
static void count(const std::vector<std::string>& words) {
    for (const auto& w : words)
        counts[w]++;
}
int main() {
    counts["the"] = 0;
    counts["cat"] = 0;
    std::vector<std::string> a{"the"}, b{"the"};
    std::thread t(count, std::cref(a)), u(count, std::cref(b));
    t.join(); u.join();
    return counts["the"] == 2 ? 0 : 1;
}
