/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 3
 */
/* An await on std::atomic, by the type of what is in it. */
#include <atomic>
#include <cassert>
#include <cstdint>
#include <mazurka.h>
#include <thread>

enum class state : signed char { broken = -1, idle, busy };

static std::atomic<state> phase{state::idle};
static std::atomic<std::uint8_t> byte{200};
static std::atomic<int *> pointer{nullptr};
static int data;
static volatile bool plain = true;

int main()
{
    std::thread thread([] {
        data = 42;
        phase = state::busy;
        pointer = &data;
    });

    assert(mz_await(phase, >, state::idle) == state::busy);
    assert(data == 42);
    assert(mz_await(byte, >, 100) == 200);
    assert(*mz_await(pointer, !=, nullptr) == 42);
    assert(mz_await(plain, ==, true));
    thread.join();
    return 0;
}
