/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue for one writer and one reader, a local variable of the reader's: what
 * the writer leaves in it while the reader waits is none of the reader's own
 * state, by which its rounds are known again. The counts are those of a queue
 * that is a global variable.
 *
 * mazurka: --algorithm=pop --memory-model=sc
 * verdict: safe
 * compilers: differ
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { ROOM = 3, VALUES = 3 };

struct queue {
    atomic_uint written, read;
    int values[ROOM];
};

static bool put(struct queue *q, int value)
{
    unsigned at = atomic_load(&q->written), next = (at + 1) % ROOM;

    if (next == atomic_load(&q->read))
        return false;
    q->values[at] = value;
    atomic_store(&q->written, next);
    return true;
}

static bool get(struct queue *q, int *value)
{
    unsigned end = atomic_load(&q->written), at = atomic_load(&q->read);

    if (at == end)
        return false;
    *value = q->values[at];
    atomic_store(&q->read, (at + 1) % ROOM);
    return true;
}

static void *write_all(void *queue)
{
    for (int i = 1; i <= VALUES; i++)
        while (!put(queue, i))
            ;
    return 0;
}

int main(void)
{
    struct queue queue = {0};
    pthread_t writer;
    int value;

    pthread_create(&writer, 0, write_all, &queue);
    for (int i = 1; i <= VALUES; i++) {
        while (!get(&queue, &value))
            ;
        assert(value == i);
    }
    pthread_join(writer, 0);
}
