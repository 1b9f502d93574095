/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --uninitialised -ftrivial-auto-var-init=pattern
 * verdict: safe
 */
/* What libstdc++'s containers do with members that nobody has set. */
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct item {
    item(int key) : key(key)
    {
    }

    int key, unset;
    long more[3];
    bool flag : 1, other : 1;
};

static bool by_key(const item &a, const item &b)
{
    return a.key < b.key;
}

struct perhaps {
    bool is_set;
    int value;
};

static int swapped()
{
    perhaps none;

    none.is_set = false;
    std::pair<int, perhaps> a{1, none}, b = a;
    std::swap(a, b);
    return a.second.is_set ? a.second.value : b.first;
}

static int work()
{
    std::vector<item> items;
    std::deque<item> queue;
    std::map<std::string, item> table;
    auto kept = std::make_unique<item>(3);
    std::pair<int, item> pair(1, 2), other(2, 1);
    std::ostringstream text;

    for (int i = 0; i < 20; i++)
        items.emplace_back(i * 7 % 20);
    std::sort(items.begin(), items.end(), by_key);
    std::rotate(items.begin(), items.begin() + 5, items.end());
    for (const item &each : items)
        queue.push_front(each);
    table.emplace("a key that does not fit", queue.back());
    table.insert({"b", *kept});
    pair = other;
    std::swap(items[0], items[1]);
    kept->flag = true;
    text << pair.second.key << table.begin()->second.key << kept->flag;
    std::vector<std::array<char, 100>> blank(3);
    std::string line(30, '\xbe');
    return text.str().size() + swapped() + blank[1][2] + (line[3] == '\xbe');
}

int main()
{
    std::thread other(work);
    int n = work();

    other.join();
    return n < 3;
}
