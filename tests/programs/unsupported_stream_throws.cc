/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: a standard stream of C++ that fails, with --plain=interleave
 */
/* What is read where std::cin does without stdio is another event, also where
 * the call ends by an exception. */
#include <iostream>
#include <thread>

int main()
{
    bool ends = false;

    std::ios::sync_with_stdio(false);
    std::cin.exceptions(std::ios::badbit | std::ios::eofbit);
    std::thread other([&] { ends = std::cin.eof(); });

    try {
        std::cin.get();
    } catch (const std::ios::failure &) {
    }
    other.join();
    return ends;
}
