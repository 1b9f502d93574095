/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* gcc calls a nested function by code that it puts on the stack. (clang has no
 * nested functions.) */
#include <assert.h>
#include <pthread.h>

static int numbers[4];

static void *work(void *unused)
{
#ifndef __clang__
    int offset = 3;
    void set(int i)
    {
        numbers[i] = i + offset;
    }
    void (*volatile call)(int) = set;

    call(2);
#else
    numbers[2] = 5;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(numbers[2] == 5);
    return 0;
}
