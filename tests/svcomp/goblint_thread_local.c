/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread has its own counter. */
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

__thread int counter;

void *add(void *unused)
{
    counter++;
    __VERIFIER_assert(counter == 1);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(counter == 0);
    return 0;
}
