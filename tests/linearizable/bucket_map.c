/* SPDX-License-Identifier: Apache-2.0 */
/* A hash map with a lock for each bucket, which grows: who has all the locks
 * makes a larger table of it. Broken: which table there is is asked before the
 * lock is taken, and not again, so that what is put may be in the old one. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LOCKS = 2 };

struct node {
    long key, value;
    struct node *next;
};
struct table {
    unsigned size; /* LOCKS, or times that */
    struct node *buckets[];
};
struct map {
    pthread_mutex_t locks[LOCKS];
    struct table *_Atomic table;
};

static struct table *new_table(unsigned size)
{
    struct table *t = calloc(1, sizeof *t + size * sizeof *t->buckets);

    t->size = size;
    return t;
}

static void *create(void)
{
    struct map *m = calloc(1, sizeof *m);

    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&m->locks[i], NULL);
    m->table = new_table(LOCKS);
    return m;
}

/* The bucket of the key, whose lock is taken. */
static struct node **take(struct map *m, long key)
{
    pthread_mutex_t *lock = &m->locks[key % LOCKS];
#ifdef BROKEN
    struct table *t = m->table;

    pthread_mutex_lock(lock);
#else
    struct table *t;

    pthread_mutex_lock(lock);
    t = m->table;
#endif
    return &t->buckets[key % t->size];
}

static void give_back(struct map *m, long key)
{
    pthread_mutex_unlock(&m->locks[key % LOCKS]);
}

static struct node *find(struct node *node, long key)
{
    while (node && node->key != key)
        node = node->next;
    return node;
}

static void add(struct node **bucket, long key, long value)
{
    struct node *node = malloc(sizeof *node);

    *node = (struct node){key, value, *bucket};
    *bucket = node;
}

/* Both: what was there before; 0: nothing. */
static long put(void *object, long key, long value)
{
    struct node **bucket = take(object, key);
    struct node *node = find(*bucket, key);
    long before = node ? node->value : 0;

    if (node)
        node->value = value;
    else
        add(bucket, key, value);
    give_back(object, key);
    return before;
}

static long get(void *object, long key)
{
    struct node *node = find(*take(object, key), key);
    long value = node ? node->value : 0;

    give_back(object, key);
    return value;
}

static long grow(void *object)
{
    struct map *m = object;
    struct table *old, *new;

    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_lock(&m->locks[i]);
    old = m->table;
    new = new_table(2 * old->size);
    for (unsigned i = 0; i < old->size; i++)
        for (struct node *n = old->buckets[i]; n; n = n->next)
            add(&new->buckets[n->key % new->size], n->key, n->value);
    m->table = new;
    for (int i = LOCKS; i-- > 0;)
        pthread_mutex_unlock(&m->locks[i]);
    return 0;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .operations = {MZ_OP(put, MZ_RANGE(1, 2), MZ_DATA),
                           MZ_OP(get, MZ_RANGE(1, 2)), MZ_OP(grow)},
        },
        &(struct mz_scenario){.length = 2});
}
