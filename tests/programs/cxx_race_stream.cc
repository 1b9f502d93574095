/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: not thread-safe: a stream of C++
 */
/* Two threads write to one string stream. All that they do to it, they do in
 * libstdc++. */
#include <sstream>
#include <thread>

static std::ostringstream out;

int main()
{
    std::thread one([] { out << "one" << 1; });
    std::thread two([] { out << 2.0; });

    one.join();
    two.join();
}
