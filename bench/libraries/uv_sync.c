/* SPDX-License-Identifier: Apache-2.0 */
/* libuv: its once, mutex, condition variable, lock of readers and writers,
 * semaphore and barrier. */
#include <assert.h>
#include <uv.h>

static uv_once_t once = UV_ONCE_INIT;
static uv_mutex_t mutex;
static uv_cond_t condition;
static uv_rwlock_t lock;
static uv_sem_t semaphore;
static uv_barrier_t barrier;
static int times, ready, value;

static void first(void)
{
    times++;
}

static void meet(void)
{
    if (uv_barrier_wait(&barrier) > 0)
        uv_barrier_destroy(&barrier);
}

static void side(void *unused)
{
    (void)unused;
    uv_once(&once, first);
    uv_mutex_lock(&mutex);
    ready = 1;
    uv_cond_signal(&condition);
    uv_mutex_unlock(&mutex);
    uv_rwlock_wrlock(&lock);
    value++;
    uv_rwlock_wrunlock(&lock);
    uv_sem_post(&semaphore);
    meet();
}

int main(void)
{
    uv_thread_t t;

    assert(!uv_mutex_init(&mutex) && !uv_cond_init(&condition));
    assert(!uv_rwlock_init(&lock) && !uv_sem_init(&semaphore, 0));
    assert(!uv_barrier_init(&barrier, 2));
    assert(!uv_thread_create(&t, side, NULL));
    uv_once(&once, first);
    uv_mutex_lock(&mutex);
    while (!ready)
        uv_cond_wait(&condition, &mutex);
    uv_mutex_unlock(&mutex);
    uv_rwlock_rdlock(&lock);
    assert(value <= 1);
    uv_rwlock_rdunlock(&lock);
    uv_sem_wait(&semaphore);
    meet();
    assert(!uv_thread_join(&t) && times == 1 && value == 1);
    return 0;
}
