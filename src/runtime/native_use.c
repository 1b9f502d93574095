/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/native_use.h"

#include <errno.h>
#include <pthread.h>
#include <sys/uio.h>

#include "base/system_call.h"
#include "runtime/runtime.h"

enum {
    MOST_USED = 4096,
    LONGEST = 56, /* bytes of an object, rwlocks have as many */
    HEAD = 16,    /* where libc leaves something, if anywhere */
};

static struct object {
    const void *address;
    size_t size;
    uint8_t left[LONGEST];
} objects[MOST_USED];
static uint32_t object_count; /* more than there is room for: all were */
static int held;              /* locks */
static int adding;            /* a spin lock */

uint32_t mz_native_left;

int mz_native_locks(int status)
{
    if (status == 0 || status == EOWNERDEAD)
        __atomic_add_fetch(&held, 1, __ATOMIC_RELAXED);
    return status;
}

int mz_native_unlocks(int status)
{
    if (status == 0)
        __atomic_sub_fetch(&held, 1, __ATOMIC_RELAXED);
    return status;
}

static struct object *find(const void *object)
{
    uint32_t count = object_count < MOST_USED ? object_count : MOST_USED;

    for (uint32_t i = count; i-- > 0;)
        if (objects[i].address == object)
            return &objects[i];
    return NULL;
}

void mz_native_uses(const void *object, size_t size)
{
    while (__atomic_exchange_n(&adding, 1, __ATOMIC_ACQUIRE))
        MZ_SYSTEM(sched_yield);
    if (!find(object)) {
        uint32_t i = object_count++;

        if (i < MOST_USED)
            objects[i] = (struct object){.address = object, .size = size};
    }
    __atomic_store_n(&adding, 0, __ATOMIC_RELEASE);
}

/* False: it is not there any more. */
static bool read(const struct object *object, uint8_t *bytes)
{
    struct iovec to = {bytes, object->size};
    struct iovec from = {(void *)object->address, object->size};

    long length = MZ_SYSTEM(process_vm_readv, MZ_SYSTEM(getpid), &to, 1, &from,
                            1, 0);

    if (length < 0 && length != -EFAULT)
        mz_unsupported(CHECK_KERNEL);
    return length == (long)object->size;
}

static bool has_something(const struct object *object)
{
    for (unsigned i = 0; i < HEAD; i++)
        if (object->left[i])
            return true;
    return false;
}

/* glibc's struct __pthread_rwlock_arch_t. Who writes to it leaves it in the
 * phase of writers, for which there is one bit, and one futex. */
struct libcs_rwlock {
    uint32_t readers, writers, phase_futex, writers_futex;
};

void mz_native_renew_rwlocks(void)
{
    enum { WRITERS_PHASE = 1 };
    uint32_t count = object_count < MOST_USED ? object_count : MOST_USED;

    for (uint32_t i = 0; i < count; i++) {
        struct libcs_rwlock *l = (struct libcs_rwlock *)objects[i].address;

        if (objects[i].size == sizeof(pthread_rwlock_t) &&
            read(&objects[i], objects[i].left) &&
            l->readers == WRITERS_PHASE && !l->writers)
            *l = (struct libcs_rwlock){0};
    }
}

void mz_native_use_ends(void)
{
    if (held)
        mz_unsupported(CHECK_LOCKED);
    if (object_count > MOST_USED)
        mz_unsupported(CHECK_USED);
    for (uint32_t i = 0; i < object_count; i++)
        if (read(&objects[i], objects[i].left) && has_something(&objects[i]))
            objects[mz_native_left++] = objects[i];
    object_count = mz_native_left;
}

/* What the test has initialised anew is something else. */
void mz_native_refuse(const void *address)
{
    const struct object *object = find(address);

    if (object && !mz_compare(object->left, address, object->size))
        mz_unsupported(CHECK_OBJECT);
}
