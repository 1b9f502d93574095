/* SPDX-License-Identifier: Apache-2.0 */
/* A flag without a lock: interleaved, the data is there; but it is a race. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

int data, ready;

void *writer(void *unused)
{
    data = 42;
    ready = 1;
    return 0;
}

void *reader(void *unused)
{
    while (!ready)
        ;
    if (data != 42)
        reach_error();
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
