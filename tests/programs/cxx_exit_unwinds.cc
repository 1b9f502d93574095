/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* pthread_exit destroys what is in the frames that it leaves, then what is the
 * thread's own. */
#include <cassert>
#include <pthread.h>

static int order;

struct note {
    int digit;
    ~note()
    {
        order = 10 * order + digit;
    }
};

static thread_local note own{9};

static void leave()
{
    note first{1}, second{2};

    try {
        pthread_exit(&order);
    } catch (...) {
        order = 10 * order + 3;
        throw;
    }
}

static void *work(void *unused)
{
    note outer{4};

    own.digit = 5;
    leave();
    return unused;
}

int main()
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, nullptr, work, nullptr);
    pthread_join(thread, &result);
    assert(result == &order && order == 32145);
}
