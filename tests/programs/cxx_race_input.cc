/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A number is read from a stream to where another thread looks. */
#include <sstream>
#include <thread>

static int number;

int main()
{
    std::thread other([] { std::istringstream("5") >> number; });
    int seen = number;

    other.join();
    return seen && !number;
}
