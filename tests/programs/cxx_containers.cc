/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 20
 */
/* Containers, strings and streams in each thread, the same in every one. */
#include <algorithm>
#include <atomic>
#include <cassert>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::map<std::string, int> global = {{"one", 1}, {"two", 2}};
std::atomic<int> x{0};

static void use()
{
    std::unordered_map<std::string, std::vector<int>> map;
    std::ostringstream stream;

    for (int i = 0; i < 3; i++) {
        map["key" + std::to_string(i % 2)].push_back(10 - i);
        x.fetch_add(1);
    }
    std::sort(map["key0"].begin(), map["key0"].end());
    stream << map["key0"][0] << ' ' << map["key1"].size() << ' ' << 0.5;
    assert(stream.str() == "8 1 0.5");
}

int main()
{
    assert(global.size() == 2);
    global["three"] = 3;
    global.erase("one");
    std::thread a(use), b(use);

    a.join();
    b.join();
    assert(global.size() == 2);
}
