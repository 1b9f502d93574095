/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: abort
 */
/* An exception that nobody catches ends in std::terminate. */
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<bool> ready{false};

int main()
{
    std::thread a([] {
        if (ready)
            throw std::runtime_error("nobody listens");
    });

    ready = true;
    a.join();
}
