/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: safe
 */
/* What libstdc++ keeps, and what statics own, is not lost. */
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static std::map<std::string, std::vector<int>> table;
static std::string *kept = new std::string(100, 'x');
static thread_local std::string own;
static std::mutex mutex;

static int work(int n)
{
    own = std::string(50, 'a' + n);
    std::ostringstream text;
    text << "item " << n << ' ' << own;
    std::lock_guard<std::mutex> lock(mutex);
    table[text.str()].push_back(n);
    if (n)
        throw std::runtime_error(text.str());
    return n;
}

int main()
{
    auto failing = std::async(std::launch::async, work, 1);
    std::thread other(work, 0);

    try {
        failing.get();
    } catch (const std::exception &e) {
        std::cout << e.what() << ' ' << *kept << std::endl;
    }
    other.join();
    return table.size() != 2;
}
