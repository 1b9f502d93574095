/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 */
/* A static local variable is initialised once, by whoever comes first. */
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static int initialised;
std::atomic<int> x{0};

static std::string make()
{
    initialised++;
    return "made when it was needed, and only once";
}

static const std::string &text()
{
    static const std::string it = make();

    return it;
}

static void use()
{
    assert(text().size() == 38);
    x.fetch_add(1);
}

int main()
{
    assert(initialised == 0);
    std::thread a(use), b(use);

    a.join();
    b.join();
    assert(initialised == 1);
}
