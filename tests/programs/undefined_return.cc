/* SPDX-License-Identifier: Apache-2.0 */
/* A function ends without its value in one order.
 *
 * mazurka: -fsanitize=return,shift
 * verdict: error
 * error: undefined-behaviour
 * message: the end of a function that returns a value is reached
 */
#include <atomic>
#include <thread>

std::atomic<int> state;

static int look()
{
    switch (state.load()) {
    case 0:
        return 1 << state.load();
    case 1:
        return 2;
    }
}

int main()
{
    std::thread thread([] {
        state = 1;
        state = 2;
    });
    int seen = look();

    thread.join();
    return seen == 0;
}
