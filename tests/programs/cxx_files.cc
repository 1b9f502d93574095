/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17 --dependence=rw
 * verdict: safe
 * executions: 2
 */
// Streams and std::filesystem, in both orders of two additions: the second
// execution finds nothing that the first has left.
#include <atomic>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static std::atomic<int> x;

static std::string content(const fs::path &path)
{
    std::ifstream file(path);
    std::string text;

    std::getline(file, text);
    return text;
}

int main()
{
    std::thread thread([] { x++; });

    x++;
    assert(!fs::exists("cxx_files"));
    assert(fs::create_directories("cxx_files/a/b"));
    std::ofstream("cxx_files/a/one") << "text";
    assert(content("cxx_files/a/one") == "text");
    fs::copy_file("cxx_files/a/one", "cxx_files/a/b/two");
    fs::rename("cxx_files/a/b/two", "cxx_files/three");
    assert(fs::file_size("cxx_files/three") == 4);
    std::ofstream("cxx_files/three", std::ios::app) << "+";
    assert(content("cxx_files/three") == "text+");
    int entries = 0;
    for (const auto &entry : fs::recursive_directory_iterator("cxx_files"))
        entries += entry.path().has_filename();
    assert(entries == 4); // a, a/b, a/one, three
    assert(fs::remove_all("cxx_files/a") == 3);
    assert(!fs::exists("cxx_files/a/one"));
    thread.join();
}
