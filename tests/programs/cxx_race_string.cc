/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Two threads append to a string: libstdc++ has that function ready, and it is
 * not instrumented there. */
#include <string>
#include <thread>

static std::string text;

int main()
{
    std::thread other([] { text.append("x"); });

    text += "y";
    other.join();
}
