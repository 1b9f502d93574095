/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A logger swaps its two buffers, finds nothing in the one that it has got, and
 * swaps them back. In the midst something may come to the other one. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buffers[2], *front = &buffers[0], *back = &buffers[1];

static void swap(void)
{
    int *other = front;

    pthread_mutex_lock(&m);
    front = back;
    back = other;
    pthread_mutex_unlock(&m);
}

static void *write_out(void *unused)
{
    for (;;) {
        swap();
        if (*back)
            break;
        swap();
#ifndef BROKEN
        if (*back)
            break;
#endif
    }
    assert(*back == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write_out, NULL);
    pthread_mutex_lock(&m);
    *front = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
