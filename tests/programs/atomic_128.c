/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 * naive: 2
 */
/* 128-bit atomics, where the compiler makes them without libatomic. */
#include <assert.h>
#include <pthread.h>

#if defined __SIZEOF_INT128__ && !defined __clang__ || \
    defined __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif

static wide x;

static void *add(void *unused)
{
    __atomic_fetch_add(&x, (wide)1 << (sizeof x * 4 + 3), __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == (wide)1
                                                        << (sizeof x * 4 + 4));
    return 0;
}
