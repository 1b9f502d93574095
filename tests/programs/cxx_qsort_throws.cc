/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What libc calls back is the program's own: it may synchronise, throw, and end
 * its thread. */
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static std::atomic<int> compared;

static int throws(const void *, const void *)
{
    throw ++compared;
}

static int ends(const void *, const void *)
{
    pthread_exit(nullptr);
}

static void *run(void *)
{
    int numbers[2] = {2, 1};

    try {
        qsort(numbers, 2, sizeof *numbers, throws);
        assert(false);
    } catch (int count) {
        assert(count == 1 || count == 2);
    }
    qsort(numbers, 2, sizeof *numbers, ends);
    assert(false);
    return nullptr;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, nullptr, run, nullptr);
    pthread_create(&b, nullptr, run, nullptr);
    pthread_join(a, nullptr);
    pthread_join(b, nullptr);
    return 0;
}
