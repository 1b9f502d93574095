/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* An order that no compiler can see is believed when it is told as
 * ThreadSanitizer has it; what is told of the lock itself needs nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sanitizer/tsan_interface.h>

void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void AnnotateThreadName(const char *, int, const char *);

static atomic_int flag;
static int data, other;

static void *write(void *unused)
{
    AnnotateThreadName(__FILE__, __LINE__, "writer");
    data = 1;
    other = 1;
    AnnotateHappensBefore(__FILE__, __LINE__, &data);
    __tsan_release(&other);
    __tsan_mutex_pre_unlock(&flag, 0);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    __tsan_mutex_post_unlock(&flag, 0);
    return unused;
}

int main(void)
{
    pthread_t t;

    __tsan_mutex_create(&flag, __tsan_mutex_linker_init);
    pthread_create(&t, NULL, write, NULL);
    __tsan_mutex_pre_lock(&flag, __tsan_mutex_try_lock);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        __tsan_mutex_post_lock(&flag, __tsan_mutex_try_lock, 1);
        AnnotateHappensAfter(__FILE__, __LINE__, &data);
        assert(data == 1);
        __tsan_acquire(&other);
        assert(other == 1);
    }
    pthread_join(t, NULL);
    __tsan_mutex_destroy(&flag, __tsan_mutex_linker_init);
    return 0;
}
