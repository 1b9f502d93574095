/* SPDX-License-Identifier: Apache-2.0 */
/* A reader of what an updater replaces: it is given away when the counter of
 * readers that came before is zero. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t updating = PTHREAD_MUTEX_INITIALIZER;
int idx, readers[2] = {1, 0};
int current, valid[2] = {1, 1};

int __VERIFIER_atomic_idx()
{
    return idx;
}

int __VERIFIER_atomic_use(int i)
{
    if (readers[i] == 0)
        return 0;
    readers[i]++;
    return 1;
}

void __VERIFIER_atomic_leave(int i)
{
    readers[i]--;
}

void __VERIFIER_atomic_flip()
{
    readers[1 - idx]++;
    idx = 1 - idx;
}

int __VERIFIER_atomic_count(int i)
{
    return readers[i];
}

int __VERIFIER_atomic_get()
{
    return current;
}

void __VERIFIER_atomic_set(int version)
{
    current = version;
}

void *reader(void *unused)
{
    int i;

    do
        i = __VERIFIER_atomic_idx();
    while (!__VERIFIER_atomic_use(i));
    if (!valid[__VERIFIER_atomic_get()])
        reach_error();
    __VERIFIER_atomic_leave(i);
    return 0;
}

void *updater(void *unused)
{
    __VERIFIER_atomic_set(1);
    pthread_mutex_lock(&updating);
    int i = __VERIFIER_atomic_idx();

    __VERIFIER_atomic_flip();
    __VERIFIER_atomic_leave(i);
    __VERIFIER_assume(__VERIFIER_atomic_count(i) == 0);
    pthread_mutex_unlock(&updating);
    valid[0] = 0;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, updater, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
