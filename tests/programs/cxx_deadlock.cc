/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Two std::mutexes in opposite orders. */
#include <mutex>
#include <thread>

static std::mutex m, n;

static void lock_both(std::mutex &first, std::mutex &second)
{
    std::lock_guard<std::mutex> outer(first);
    std::lock_guard<std::mutex> inner(second);
}

int main()
{
    std::thread a([] { lock_both(m, n); }), b([] { lock_both(n, m); });

    a.join();
    b.join();
}
