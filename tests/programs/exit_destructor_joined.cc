/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What is joined has ended before globals are destroyed. */
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
    pthread_join(thread, nullptr);
    return 0;
}
