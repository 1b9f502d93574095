/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: mz_await in a program with atomic blocks
 */
/* The block comes after the await; the search begins anew when it is met. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

atomic_int flag;

static void *raise_flag(void *unused)
{
    atomic_store(&flag, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_flag, NULL);
    mz_await(flag, ==, 1);
    __VERIFIER_atomic_begin();
    atomic_store(&flag, 2);
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
