/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* More threads than a word has bits for; and then who has had a read lock, and
 * asks for it again, waits as others do; and a barrier that is where another one
 * was is waited for by others. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 70 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int data;

static void *nothing(void *unused)
{
    return unused;
}

static void *write(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    data++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *meet(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

static void run(unsigned count, void *(*routine)(void *))
{
    pthread_t threads[THREADS];

    for (unsigned i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, routine, NULL);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

/* Threads whose numbers are those of none before. */
static void meet_anew(unsigned first)
{
    pthread_t before[THREADS];

    pthread_barrier_init(&barrier, NULL, 1);
    for (unsigned i = 0; i < first; i++)
        pthread_create(&before[i], NULL, i + 1 < first ? nothing : meet, NULL);
    for (unsigned i = 0; i < first; i++)
        pthread_join(before[i], NULL);
    pthread_barrier_destroy(&barrier);
}

int main(void)
{
    pthread_t writer;

    run(THREADS, nothing);
    meet_anew(1);
    meet_anew(2);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_create(&writer, NULL, write, NULL);
    pthread_rwlock_rdlock(&lock);
    assert(data <= 1);
    pthread_rwlock_unlock(&lock);
    pthread_join(writer, NULL);
    assert(data == 1);
    return 0;
}
