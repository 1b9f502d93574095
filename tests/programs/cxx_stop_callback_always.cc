/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: error
 * error: assertion
 */
/* A callback does not run if it is gone by the time that stopping is asked
 * for. */
#include <cassert>
#include <stop_token>
#include <thread>

static int calls;

int main()
{
    std::stop_source source;
    std::thread thread([token = source.get_token()] {
        std::stop_callback callback(token, [] { calls++; });
    });

    source.request_stop();
    thread.join();
    assert(calls == 1);
}
