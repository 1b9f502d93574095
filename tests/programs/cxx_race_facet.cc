/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A virtual function of a facet, which libstdc++ has, changes a text of the
 * program's. */
#include <locale>
#include <thread>

static char text[] = "TEXT";

int main()
{
    std::thread other([] { text[3] = 's'; });
    const auto &facet =
        std::use_facet<std::ctype<char>>(std::locale::classic());

    facet.tolower(text, text + 4);
    other.join();
}
