/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: error
 * error: data-race
 */
/* What std::to_chars writes of a double is written by libstdc++. */
#include <charconv>
#include <thread>

static char text[32];

int main()
{
    std::thread other([] { std::to_chars(text, text + 32, 0.5); });

    std::to_chars(text, text + 32, 1.5);
    other.join();
}
