/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: data-race
 */
/* Who loads the pointer has the object, whoever stores another. But libstdc++'s
 * own load reads the pointer under a lock that it gives back by a relaxed store:
 * nothing orders that read before the write of who stores the next. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static int deleted;

struct object {
    int value;
    explicit object(int v) : value(v) {}
    ~object() { deleted++; }
};

static void replace_and_read()
{
    std::atomic<std::shared_ptr<object>> pointer(std::make_shared<object>(1));
    std::thread thread([&pointer] {
        std::shared_ptr<object> copy = pointer.load();

        assert(copy->value == 1 || copy->value == 2);
    });

    pointer.store(std::make_shared<object>(2));
    thread.join();
}

int main()
{
    replace_and_read();
    assert(deleted == 2);
}
