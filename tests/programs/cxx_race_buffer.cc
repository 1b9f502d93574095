/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --audit=off
 * verdict: error
 * error: data-race
 */
/* Two threads write to the buffer of a stream by functions that are inline,
 * and call virtual ones of libstdc++. */
#include <sstream>
#include <thread>

static std::stringbuf buffer;

int main()
{
    std::thread other([] { buffer.sputn("other", 5); });

    buffer.sputn("main", 4);
    other.join();
}
