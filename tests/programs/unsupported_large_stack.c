/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a thread that uses more than 8388608 bytes of stack
 */
/* A thread that has asked for a large stack uses it. */
#include <pthread.h>

enum { MANY = 20 << 20 };

static volatile int lowest;

static void *run(void *unused)
{
    volatile char large[MANY];

    large[lowest] = 1;
    return large[lowest] ? unused : NULL;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 * MANY);
    pthread_create(&thread, &attributes, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
