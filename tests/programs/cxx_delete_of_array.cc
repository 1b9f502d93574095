/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: delete of a block of 16 bytes that new[] has allocated
 */
/* Whoever comes last deletes what was made as an array, as if it was none. */
#include <atomic>
#include <thread>

static std::atomic<int> users{2};
static int *shared;

static void leave()
{
    if (users.fetch_sub(1) == 1)
        delete shared;
}

int main()
{
    shared = new int[4]();
    std::thread other(leave);
    leave();
    other.join();
    return 0;
}
