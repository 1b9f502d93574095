/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* A thread_local object is made on first use and destroyed with its thread. */
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::atomic<int> made{0}, destroyed{0};
static int order[2];

struct diary {
    std::string text = "a text too long for the small string buffer";
    diary() { order[0] = 1; }
    ~diary() { destroyed.fetch_add(1); }
};

static thread_local diary own;

static void use()
{
    assert(own.text[0] == 'a');
    own.text[0] = 'A';
}

int main()
{
    std::thread a(use);
    a.join();
    assert(destroyed.load() == 1);

    std::thread b(use), c([] { made.fetch_add(1); }), d([] { made += 1; });
    b.join();
    c.join();
    d.join();
    assert(destroyed.load() == 2 && order[0] == 1);
}
