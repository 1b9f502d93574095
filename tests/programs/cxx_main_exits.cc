/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* After pthread_exit in main the last thread's end is the process's: destructors
 * of globals run then. */
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> x;

struct Last {
    ~Last()
    {
        assert(x == 0);
    }
};

static Last last;

static void *store(void *unused)
{
    x = 1;
    return unused;
}

int main()
{
    pthread_t thread;

    pthread_create(&thread, nullptr, store, nullptr);
    pthread_exit(nullptr);
}
