/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A task that a thread runs, and whose result two threads ask for. */
#include <cassert>
#include <future>
#include <thread>

int main()
{
    std::packaged_task<int(int)> task([](int n) { return 2 * n; });
    std::shared_future<int> result = task.get_future().share();
    std::thread worker(std::move(task), 21);
    std::thread other([result] { assert(result.get() == 42); });

    assert(result.get() == 42);
    other.join();
    worker.join();
}
