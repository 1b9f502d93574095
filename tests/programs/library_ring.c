/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
#include "assembly/ring.h"

#include <assert.h>
#include <pthread.h>

static struct ring ring;

static void *produce(void *item)
{
    ring_enqueue(&ring, (int)(long)item);
    return NULL;
}

static void *consume(void *unused)
{
    int item;

    if (ring_dequeue(&ring, &item))
        assert(item == 1 || item == 2);
    return unused;
}

int main(void)
{
    pthread_t others[3];
    int item, left = 0;

    ring_init(&ring);
    pthread_create(&others[0], NULL, produce, (void *)1);
    pthread_create(&others[1], NULL, produce, (void *)2);
    pthread_create(&others[2], NULL, consume, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(others[i], NULL);
    while (ring_dequeue(&ring, &item))
        left++;
    assert(left == 1 || left == 2);
    return 0;
}
