/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

struct queue {
    int head, tail;
    int items[8];
};

static struct queue *queue_new(void)
{
    return calloc(1, sizeof(struct queue));
}

static void enqueue(struct queue *q, int v)
{
    q->items[q->tail % 8] = v;
    q->tail++;
}

static void *producer(void *arg)
{
    struct queue *q = arg;
    enqueue(q, 1);
    return NULL;
}

int main(void)
{
    struct queue *q = queue_new();
    pthread_t x, y;
    pthread_create(&x, NULL, producer, q);
    pthread_create(&y, NULL, producer, q);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    free(q);
    return 0;
}
