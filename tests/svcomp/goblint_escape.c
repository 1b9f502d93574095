/* SPDX-License-Identifier: Apache-2.0 */
/* The address of a local variable goes to a thread, while its owner goes on
 * using it. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

void *add(void *at)
{
    ++*(int *)at;
    return 0;
}

int main()
{
    pthread_t a;
    int local = 0;

    pthread_create(&a, 0, add, &local);
    local++;
    pthread_join(a, 0);
    __VERIFIER_assert(local == 2);
    return 0;
}
