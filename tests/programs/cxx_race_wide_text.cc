/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A text of wide characters is printed while it is changed. */
#include <iostream>
#include <thread>

static wchar_t text[] = L"text";

int main()
{
    std::thread other([] { text[3] = L's'; });

    std::wcout << text;
    other.join();
}
