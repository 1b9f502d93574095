/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Double-checked locking, broken in the classical way: the first check reads
 * the pointer without the lock, while another thread may be writing it. That
 * it mostly works is no comfort; it is a data race, and the second thread may
 * see the pointer before the object it points to.
 *
 *     $ mazurka check examples/double_checked.cc
 *     examples/double_checked.cc:42: error: data race on instance: write ...
 *       write by thread main.1 at examples/double_checked.cc:42 in get
 *         instance = new settings;
 *       read by thread main.2 at examples/double_checked.cc:38 in get, ...
 *         if (!instance) {
 *
 *     interleaving ...
 *     ...
 *         6                                  read instance is NULL ...
 *     ...
 *
 * The remedy: std::atomic<settings *>, loaded with acquire and stored with
 * release; or simply a static local variable.
 */
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

struct settings {
    std::string name = "a name too long for the small string buffer";
    int level = 3;
};

static std::mutex lock;
static settings *instance;

static settings &get()
{
    if (!instance) {
        std::lock_guard<std::mutex> guard(lock);

        if (!instance)
            instance = new settings;
    }
    return *instance;
}

int main()
{
    std::thread a([] { assert(get().level == 3); });
    std::thread b([] { assert(get().level == 3); });

    a.join();
    b.join();
    delete instance;
}
