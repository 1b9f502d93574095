/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: not thread-safe: a stream of C++
 */
/* A file is closed while another thread reads lines of it. */
#include <fstream>
#include <string>
#include <thread>

int main()
{
    std::ifstream file("/dev/null");
    std::thread reader([&] {
        std::string line;
        std::getline(file, line);
    });

    file.close();
    reader.join();
}
