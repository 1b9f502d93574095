/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: error
 * error: data-race
 */
/* The memory that a thread was given as its stack is used by another one before
 * it has ended; main uses it in order. */
#include <pthread.h>
#include <string.h>

static char stack[1 << 16] __attribute__((aligned(4096)));

static void *run(void *unused)
{
    return unused;
}

static void *paint(void *unused)
{
    memset(stack, 0xee, 16);
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread, painter;

    memset(stack, 0xee, sizeof stack);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    pthread_create(&thread, &attributes, run, NULL);
    pthread_join(thread, NULL);
    memset(stack, 0xee, sizeof stack);
    pthread_create(&thread, &attributes, run, NULL);
    pthread_create(&painter, NULL, paint, NULL);
    pthread_join(painter, NULL);
    pthread_join(thread, NULL);
    return stack[0];
}
