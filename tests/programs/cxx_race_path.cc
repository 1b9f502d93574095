/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: error
 * error: data-race
 */
/* libstdc++ appends to a path that it looks up in another thread. */
#include <filesystem>
#include <thread>

static std::filesystem::path path = "/";

int main()
{
    std::thread other([] { path /= "none"; });

    std::filesystem::status(path);
    other.join();
}
