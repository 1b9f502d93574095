/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The text of an exception is copied from a string by libstdc++. */
#include <stdexcept>
#include <string>
#include <thread>

static std::string text(100, '-');

int main()
{
    std::thread other([] { text[99] = '+'; });
    std::runtime_error copy(text);

    other.join();
}
