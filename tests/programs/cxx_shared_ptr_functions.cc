/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The functions that load and store a shared_ptr atomically lock a mutex of
 * libstdc++'s. */
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> pointer = std::make_shared<int>(1);

int main()
{
    std::thread thread([] {
        std::shared_ptr<int> copy = std::atomic_load(&pointer);

        assert(*copy == 1 || *copy == 2);
    });

    std::atomic_store(&pointer, std::make_shared<int>(2));
    thread.join();
    assert(*pointer == 2);
}
