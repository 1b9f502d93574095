/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++20
 * verdict: safe
 * compilers: differ
 */
/* A callback runs once: in the thread that asks to stop, or at once if that was
 * asked for already. When it is gone it does not run any more. */
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
    assert(calls <= 1);
}
