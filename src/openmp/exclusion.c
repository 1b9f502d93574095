/* SPDX-License-Identifier: Apache-2.0 */
/* critical, atomic where there is no instruction for it, locks. */
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t omp_critical = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t omp_atomic = PTHREAD_MUTEX_INITIALIZER;

void GOMP_critical_start(void);
void GOMP_critical_end(void);
void GOMP_critical_name_start(void **);
void GOMP_critical_name_end(void **);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

void GOMP_critical_start(void)
{
    pthread_mutex_lock(&omp_critical);
}

void GOMP_critical_end(void)
{
    pthread_mutex_unlock(&omp_critical);
}

/* `name` is a word of zeros at first. */
static pthread_mutex_t *mutex_of(void **name)
{
    void *found = __atomic_load_n(name, __ATOMIC_ACQUIRE);
    pthread_mutex_t *made;

    if (found)
        return found;
    made = malloc(sizeof *made);
    if (!made || pthread_mutex_init(made, NULL))
        abort();
    if (__atomic_compare_exchange_n(name, &found, made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return made;
    pthread_mutex_destroy(made);
    free(made);
    return found;
}

void GOMP_critical_name_start(void **name)
{
    pthread_mutex_lock(mutex_of(name));
}

void GOMP_critical_name_end(void **name)
{
    pthread_mutex_unlock(mutex_of(name));
}

void GOMP_atomic_start(void)
{
    pthread_mutex_lock(&omp_atomic);
}

void GOMP_atomic_end(void)
{
    pthread_mutex_unlock(&omp_atomic);
}

/* ---- locks --------------------------------------------------------------- */

/* An omp_lock_t has room for a number, from 1 on. */
enum { MOST = 256 };

static struct lock {
    pthread_mutex_t mutex;
    int depth; /* of a nestable one, while it is held */
} omp_locks[MOST];
static atomic_uint omp_lock_count;

static struct lock *lock_of(const void *lock)
{
    unsigned number = *(const unsigned *)lock;

    if (!number || number > MOST)
        abort(); /* not initialised */
    return &omp_locks[number - 1];
}

static void init(unsigned *lock, int type)
{
    unsigned number =
        atomic_fetch_add_explicit(&omp_lock_count, 1, memory_order_relaxed);
    pthread_mutexattr_t attributes;

    if (number >= MOST)
        abort();
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    pthread_mutex_init(&omp_locks[number].mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    *lock = number + 1;
}

static void destroy(unsigned *lock)
{
    pthread_mutex_destroy(&lock_of(lock)->mutex);
    *lock = 0;
}

void omp_init_lock(omp_lock_t *lock)
{
    init((unsigned *)lock, PTHREAD_MUTEX_NORMAL);
}

void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint)
{
    (void)hint;
    omp_init_lock(lock);
}

void omp_destroy_lock(omp_lock_t *lock)
{
    destroy((unsigned *)lock);
}

void omp_set_lock(omp_lock_t *lock)
{
    pthread_mutex_lock(&lock_of(lock)->mutex);
}

void omp_unset_lock(omp_lock_t *lock)
{
    pthread_mutex_unlock(&lock_of(lock)->mutex);
}

int omp_test_lock(omp_lock_t *lock)
{
    return pthread_mutex_trylock(&lock_of(lock)->mutex) == 0;
}

void omp_init_nest_lock(omp_nest_lock_t *lock)
{
    init((unsigned *)lock, PTHREAD_MUTEX_RECURSIVE);
}

void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint)
{
    (void)hint;
    omp_init_nest_lock(lock);
}

void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
    destroy((unsigned *)lock);
}

void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    pthread_mutex_lock(&lock_of(lock)->mutex);
    lock_of(lock)->depth++;
}

void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    lock_of(lock)->depth--;
    pthread_mutex_unlock(&lock_of(lock)->mutex);
}

int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    if (pthread_mutex_trylock(&lock_of(lock)->mutex))
        return 0;
    return ++lock_of(lock)->depth;
}
