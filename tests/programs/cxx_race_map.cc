/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A tree is kept in balance by libstdc++: only so is the second thread's look
 * at the first node in conflict. */
#include <map>
#include <thread>

static std::map<int, int> map;

int main()
{
    std::thread other([] { map[1] = 1; });
    bool is_there = map.begin() != map.end();

    other.join();
    return is_there && map.empty();
}
