/* SPDX-License-Identifier: Apache-2.0 */
/* The same, but readers do not look for a writer. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

extern void __VERIFIER_assume(int);

static int writing, readers;
static int x, y;

void __VERIFIER_atomic_take_write(void)
{
    __VERIFIER_assume(!writing && !readers);
    writing = 1;
}

void __VERIFIER_atomic_take_read(void)
{
    __VERIFIER_assume(1);
    readers++;
}

void __VERIFIER_atomic_give_read(void)
{
    readers--;
}

void __VERIFIER_atomic_give_write(void)
{
    writing = 0;
}

static void *write(void *unused)
{
    __VERIFIER_atomic_take_write();
    x = 3;
    __VERIFIER_atomic_give_write();
    return unused;
}

static void *read(void *unused)
{
    __VERIFIER_atomic_take_read();
    y = x;
    if (y != x)
        reach_error();
    __VERIFIER_atomic_give_read();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, write, 0);
    pthread_create(&b, 0, read, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
