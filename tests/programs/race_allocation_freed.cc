/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: unordered with the allocation of its block
 */
/* A thread frees what it has not seen to be allocated. */
#include <atomic>
#include <pthread.h>

static std::atomic<char *> shared;

static void *release(void *unused)
{
    delete[] shared.exchange(nullptr, std::memory_order_relaxed);
    return unused;
}

int main()
{
    pthread_t thread;

    pthread_create(&thread, nullptr, release, nullptr);
    shared.store(new char[40], std::memory_order_relaxed);
    pthread_join(thread, nullptr);
    return 0;
}
