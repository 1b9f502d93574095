/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Copies of a shared_ptr may be used by several threads, but not itself. */
#include <memory>
#include <thread>

static std::shared_ptr<int> pointer = std::make_shared<int>(1);

int main()
{
    std::thread thread([] { std::shared_ptr<int> copy = pointer; });

    pointer = std::make_shared<int>(2);
    thread.join();
}
