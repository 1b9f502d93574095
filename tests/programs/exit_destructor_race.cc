/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A thread that main has left behind uses a global that is being destroyed. */
#include <pthread.h>
#include <stdlib.h>

struct Counter {
    int *count = static_cast<int *>(calloc(1, sizeof(int)));
    ~Counter()
    {
        free(count);
    }
};

static Counter counter;

static void *increment(void *unused)
{
    ++*counter.count;
    return unused;
}

int main()
{
    pthread_t thread;

    pthread_create(&thread, nullptr, increment, nullptr);
    pthread_detach(thread);
    return 0;
}
