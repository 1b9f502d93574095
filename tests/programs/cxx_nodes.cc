/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Lists and trees are what they should be, whatever is done to them: what
 * libstdc++ does to their nodes is done by the checker. */
#include <algorithm>
#include <cassert>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <vector>

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

static unsigned state = 1;

static int random_below(int bound)
{
    state = state * 1103515245 + 12345;
    return state / 65536 % bound;
}

static void verify(const Tree &tree, std::vector<int> &expected)
{
    std::sort(expected.begin(), expected.end());
    assert(tree.__rb_verify());
    assert(std::equal(tree.begin(), tree.end(), expected.begin(),
                      expected.end()));
    assert(std::equal(tree.rbegin(), tree.rend(), expected.rbegin(),
                      expected.rend()));
}

static void change(Tree &tree, std::vector<int> &expected)
{
    int value = random_below(40);

    if (random_below(2)) {
        if (tree._M_insert_unique(value).second)
            expected.push_back(value);
    } else if (tree.erase(value)) {
        expected.erase(std::find(expected.begin(), expected.end(), value));
    }
}

static void try_trees()
{
    Tree tree;
    std::vector<int> expected;

    for (int i = 0; i < 300; i++) {
        change(tree, expected);
        verify(tree, expected);
    }
    while (!tree.empty()) {
        expected.erase(expected.begin() + random_below(expected.size()));
        for (int value : std::vector<int>(tree.begin(), tree.end()))
            if (!std::count(expected.begin(), expected.end(), value))
                tree.erase(value);
        verify(tree, expected);
    }
}

static bool is(const std::list<int> &list, std::vector<int> expected)
{
    return std::equal(list.begin(), list.end(), expected.begin(),
                      expected.end()) &&
           std::equal(list.rbegin(), list.rend(), expected.rbegin(),
                      expected.rend());
}

static void try_lists()
{
    std::list<int> a = {1, 2, 3}, b = {4, 5}, empty;

    a.swap(b);
    assert(is(a, {4, 5}) && is(b, {1, 2, 3}));
    a.swap(empty);
    assert(is(a, {}) && is(empty, {4, 5}));
    a.swap(empty);
    assert(is(a, {4, 5}) && is(empty, {}));
    empty.swap(empty);
    a.splice(std::next(a.begin()), b);
    assert(is(a, {4, 1, 2, 3, 5}) && is(b, {}));
    a.splice(a.begin(), a, std::next(a.begin(), 2), a.end());
    assert(is(a, {2, 3, 5, 4, 1}));
    a.splice(a.end(), a, a.begin());
    assert(is(a, {3, 5, 4, 1, 2}));
    a.reverse();
    assert(is(a, {2, 1, 4, 5, 3}));
    empty.reverse();
    a.sort();
    assert(is(a, {1, 2, 3, 4, 5}));
    a.remove_if([](int i) { return i % 2; });
    assert(is(a, {2, 4}));
    a.splice(a.begin(), a, a.begin());
    assert(is(a, {2, 4}));
}

static bool once = (try_trees(), try_lists(), true); /* before an execution */

int main()
{
    try_trees();
    try_lists();
    return !once;
}
