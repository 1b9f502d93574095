/* SPDX-License-Identifier: Apache-2.0 */
/* liburcu: a reader, and a writer that frees what it has replaced after a grace
 * period. FLAVOUR is a header of liburcu's; -DNO_GRACE: it does not wait. */
#define URCU_API_MAP
#include FLAVOUR

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/pointer.h>

struct point {
    int x, y;
};

static struct point *shared;

static void *look(void *unused)
{
    struct point *p;

    rcu_register_thread();
    rcu_read_lock();
    p = rcu_dereference(shared);
    assert(p->x == p->y);
    rcu_read_unlock();
    rcu_unregister_thread();
    return unused;
}

static struct point *at(int both)
{
    struct point *p = malloc(sizeof *p);

    *p = (struct point){both, both};
    return p;
}

int main(void)
{
    struct point *old, *new = at(2);
    pthread_t t;

    shared = at(1);
    pthread_create(&t, NULL, look, NULL);
    old = rcu_xchg_pointer(&shared, new);
#ifndef NO_GRACE
    synchronize_rcu();
#endif
    old->x = 0;
    free(old);
    pthread_join(t, NULL);
    free(new);
    return 0;
}
