/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: use of a stack frame that was left: read of 4 bytes
 */
/* A function returns the address of its own variable, unless the other thread
 * has shown where to put the value. */
#include <pthread.h>
#include <stdatomic.h>

static int kept;
static _Atomic(int *) place;

static void *show(void *unused)
{
    atomic_store(&place, &kept);
    return unused;
}

__attribute__((noinline)) static int *put(int *at)
{
    *at = 1;
    return at;
}

__attribute__((noinline)) static int *find(void)
{
    int own, *shown = atomic_load(&place);

    return put(shown ? shown : &own);
}

int main(void)
{
    pthread_t thread;
    int result;

    pthread_create(&thread, NULL, show, NULL);
    result = *find();
    pthread_join(thread, NULL);
    return result - 1;
}
