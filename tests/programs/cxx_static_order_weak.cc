/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=trust --memory-model=rc11
 * verdict: error
 * error: assertion
 */
/* Two threads come to local static variables. What is made last is destroyed
 * first, and in one order of the two that is what the other one needs. */
#include <cassert>
#include <thread>

static bool is_open;

struct log {
    log()
    {
        is_open = true;
    }
    ~log()
    {
        is_open = false;
    }
};

struct user {
    ~user()
    {
        assert(is_open);
    }
};

static void open_log()
{
    static log made;
}

static void use_it()
{
    static user made;
}

int main()
{
    std::thread thread(use_it);

    open_log();
    thread.join();
}
