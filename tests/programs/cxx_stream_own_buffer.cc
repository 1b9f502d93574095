/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A buffer of the program's own, with a lock, may take the place of the one that
 * std::cout has: two prints have two orders. */
#include <cassert>
#include <iostream>
#include <mutex>
#include <streambuf>
#include <thread>

class locked : public std::streambuf {
public:
    int count = 0;

protected:
    std::streamsize xsputn(const char *, std::streamsize size) override
    {
        std::lock_guard<std::mutex> guard(lock);

        count++;
        return size;
    }

private:
    std::mutex lock;
};

int main()
{
    locked own;
    std::streambuf *before = std::cout.rdbuf(&own);
    std::thread other([] { std::cout << "one\n"; });

    std::cout << "two\n";
    other.join();
    std::cout.rdbuf(before);
    assert(own.count == 2);
    return 0;
}
