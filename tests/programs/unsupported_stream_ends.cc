/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: a standard stream of C++ that fails, with --plain=interleave
 */
/* What is read where std::cin does without stdio is another event. */
#include <iostream>
#include <thread>

int main()
{
    bool ends = false;

    std::ios::sync_with_stdio(false);
    std::thread other([&] { ends = std::cin.eof(); });
    std::cin.get();
    other.join();
    return ends;
}
