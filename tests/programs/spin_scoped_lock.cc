/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -std=c++17
 * verdict: safe
 * compilers: differ
 */
/* std::lock takes one lock, tries the other, and gives the first back if it is
 * not to be had: two threads that do so the other way round can go on like that
 * as long as they are in step. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right;
static int counter;

int main()
{
    std::thread thread([] {
        std::scoped_lock both(left, right);
        counter++;
    });

    {
        std::scoped_lock both(right, left);
        counter++;
    }
    thread.join();
    assert(counter == 2);
    return 0;
}
