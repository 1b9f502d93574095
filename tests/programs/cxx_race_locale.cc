/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A locale is copied while another thread assigns to it, both in libstdc++. */
#include <locale>
#include <thread>

static std::locale shared;

int main()
{
    std::thread other([] { shared = std::locale::classic(); });
    std::locale copy(shared);

    other.join();
}
