/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: delete[] of a block of 8 bytes that malloc has allocated
 * isolation: process
 */
#include <cstdlib>
#include <thread>

int main()
{
    char *volatile text = static_cast<char *>(std::malloc(8));

    std::thread([text] { delete[] text; }).join();
    return 0;
}
