/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A limit is the whole process's: whether the other thread has set it is a
 * matter of order. */
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static void *set(void *unused)
{
    struct rlimit limit;

    getrlimit(RLIMIT_MEMLOCK, &limit);
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_MEMLOCK, &limit);
    return unused;
}

int main(void)
{
    struct rlimit limit;
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    getrlimit(RLIMIT_MEMLOCK, &limit);
    pthread_join(thread, NULL);
    assert(limit.rlim_cur);
    return 0;
}
