/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Waits in a loop for what it reads in an atomic block, which writes that back
 * as it was, and to the stack. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int flag, data;

static int __VERIFIER_atomic_is_set(int *variable, int *out)
{
    *out = *variable;
    *variable = *out; /* as it was */
    return *out;
}

static void *wait(void *unused)
{
    int found;

    while (!__VERIFIER_atomic_is_set(&flag, &found))
        ;
    assert(found && data == 42);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait, NULL);
    data = 42;
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
