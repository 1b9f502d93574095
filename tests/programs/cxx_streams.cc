/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Streams as they may be used: the standard ones by all threads, one under a
 * lock, and by each thread its own. */
#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static std::stringstream shared;

static void work(int number)
{
    std::ostringstream own;

    own << "thread " << number;
    std::cout << own.str() << std::endl;
    std::cerr << number << '\n';
    std::lock_guard<std::mutex> guard(lock);
    shared << number << ' ';
}

int main()
{
    std::thread one(work, 1), two(work, 2);
    int a, b;

    one.join();
    two.join();
    shared >> a >> b;
    assert(a + b == 3);
    std::ostream also(std::cout.rdbuf());
    also << shared.str();
}
