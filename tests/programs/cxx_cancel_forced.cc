/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What ends a thread has a name of its own, by which it can be caught and
 * thrown on; handlers of other exceptions do not see it. */
#include <cassert>
#include <cxxabi.h>
#include <exception>
#include <pthread.h>

static int caught;

static void *work(void *unused)
{
    try {
        try {
            pthread_testcancel();
        } catch (const std::exception &) {
            assert(!"caught");
        }
    } catch (const abi::__forced_unwind &) {
        caught++;
        throw;
    }
    return unused;
}

int main()
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, nullptr, work, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(caught == (result == PTHREAD_CANCELED));
}
