/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Copies of a std::shared_ptr in two threads; the last one deletes. */
#include <cassert>
#include <memory>
#include <thread>

static int deleted;

struct object {
    int value = 42;
    ~object() { deleted++; }
};

int main()
{
    auto pointer = std::make_shared<object>();
    std::thread a([copy = pointer] { assert(copy->value == 42); });
    std::thread b([copy = pointer] { assert(copy->value == 42); });

    pointer.reset();
    a.join();
    b.join();
    assert(deleted == 1);
}
