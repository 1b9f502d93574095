/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The nodes of a list are linked by libstdc++: only so is the second thread's
 * read of the first node's address in conflict. */
#include <list>
#include <thread>

static std::list<int> list;

int main()
{
    std::thread other([] { list.push_back(1); });
    bool is_there = list.begin() != list.end();

    other.join();
    return is_there && list.empty();
}
