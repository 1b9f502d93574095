/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: error
 * error: memory
 * message: memory leak
 */
/* Two objects that share one another, if the second thread comes first: then
 * nobody ends the first one's life. */
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct node {
    std::shared_ptr<node> other;
    std::vector<std::string> names{"a name that is longer than fits"};
};

static std::atomic<bool> linked;

int main()
{
    auto a = std::make_shared<node>(), b = std::make_shared<node>();

    a->other = b;
    std::thread first([a] {
        if (linked)
            return;
        a->other.reset();
    });
    std::thread second([a, b] {
        if (linked.exchange(true) || a == b)
            return;
        b->names.clear();
    });

    first.join();
    second.join();
    if (a->other)
        b->other = a;
}
