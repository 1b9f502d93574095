/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: memory
 */
/* The memory that a thread was given as its stack is freed by another one,
 * which may come before its end. */
#include <pthread.h>
#include <stdlib.h>

static void *stack;

static void *run(void *unused)
{
    return unused;
}

static void *drop(void *unused)
{
    free(stack);
    return unused;
}

int main(void)
{
    enum { SIZE = 1 << 14 };
    pthread_attr_t attributes;
    pthread_t thread, dropper;

    if (posix_memalign(&stack, 4096, SIZE))
        return 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, SIZE);
    pthread_create(&thread, &attributes, run, NULL);
    pthread_create(&dropper, NULL, drop, NULL);
    pthread_join(thread, NULL);
    pthread_join(dropper, NULL);
    return 0;
}
