/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thread-specific data: pthread_key_create, tss_create and kin. Keys and values
 * lie in a table of our own, which rollback restores as it does memory of the
 * program, so that what was made before main is there in each execution.
 *
 * To make a key, or to delete one, is an update of the table, whose order is
 * explored: a key has the least number that is free. Values are their threads'.
 * Where memory is weak it is a relaxed one: POSIX does not say that it orders
 * anything. Updates read from one another in the order in which they are
 * executed, so that the table is as that order has it.
 */
#define _GNU_SOURCE
#include "runtime/specific.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/audit.h"
#include "runtime/parts.h"
#include "runtime/weak.h"

/* Smaller numbers are those of libraries that came first, and libc's. */
enum { FIRST = 256, COUNT = PTHREAD_KEYS_MAX - FIRST };

typedef void (*destructor)(void *);

static struct table {
    uint64_t changes; /* the object of the operations: how many there were */
    unsigned end;     /* no key from here on was ever used */
    bool used[COUNT];
    destructor destroy[COUNT];
    void *values[MZ_MAX_THREADS][COUNT];
} __attribute__((aligned(MZ_PAGE))) table;

int __pthread_key_create(pthread_key_t *, destructor);

void mz_specific_init(void)
{
    mz_snapshot_add(&table, sizeof table);
}

void mz_specific_born_again(mz_tid t)
{
    MZ_AUDIT_OWN_WORK;

    for (unsigned k = 0; k < table.end; k++)
        if (table.values[t][k])
            table.values[t][k] = NULL;
}

/* Keys that libc has given out before the search took the process over: to
 * constructors of libraries that run before ours, or before a call of mz_check.
 * With the destructor, while the program runs natively; then as one of ours,
 * since what libc keeps under them is not rolled back. */
static struct {
    destructor destroy;
    bool is_used;
    uint16_t as; /* from FIRST on */
} native[FIRST];

static bool native_are_many; /* more than these */

static int note_native(int status, const unsigned *key, destructor destroy)
{
    if (status)
        return status;
    if (*key >= FIRST) {
        native_are_many = true;
        return 0;
    }
    native[*key].destroy = destroy;
    native[*key].is_used = true;
    return 0;
}

static void forget_native(unsigned key)
{
    if (key < FIRST)
        native[key].is_used = false;
}

static void take_native(unsigned key)
{
    unsigned k = table.end++;

    table.used[k] = true;
    table.destroy[k] = native[key].destroy;
    table.values[0][k] = MZ_REAL(pthread_getspecific)(key);
    native[key].as = FIRST + k;
}

void mz_specific_take_over(void)
{
    if (native_are_many)
        mz_unsupported(KEYS);
    for (unsigned key = 0; key < FIRST; key++)
        if (native[key].is_used)
            take_native(key);
}

/* Its place in the table. */
static bool is_ours(unsigned key, unsigned *k)
{
    if (key < FIRST && native[key].as)
        key = native[key].as;
    *k = key - FIRST;
    return *k < COUNT && mz_rt.supervised;
}

/* An update of the table, if others may make one, too. `about` is what steps
 * tell of it. */
static void take_turn(enum mz_action action, const void *about, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_RMW,
        .object = mz_object_of_memory((uint64_t)&table.changes),
        .mask = 0xff,
        .action = action,
        .pc = pc,
    };

    if (mz_rt.active && MZ_UNLIKELY(mz_rt.weak)) {
        mz_weak_count(&v, &table.changes, about, sizeof(pthread_key_t));
        return;
    }
    if (mz_rt.active) {
        mz_visible_begin(&v);
        mz_visible_end(&v, MZ_RMW, table.changes, 0);
    }
    mz_effect_note();
    table.changes++;
}

static int create(unsigned *key, destructor destroy, uint64_t pc)
{
    unsigned k = 0;
    MZ_AUDIT_OWN_WORK;

    take_turn(MZ_ACTION_KEY_CREATE, key, pc);
    while (k < COUNT && table.used[k])
        k++;
    if (k == COUNT)
        return EAGAIN;
    table.used[k] = true;
    if (table.end <= k)
        table.end = k + 1;
    table.destroy[k] = destroy;
    if (mz_rt.active) {
        mz_plain_forget_unsafe(&table.destroy[k]);
        mz_plain_write(key, sizeof *key, (void *)pc);
    }
    *key = FIRST + k;
    return 0;
}

/* Who uses a key beside another thread that deletes it may be the later one. */
static void use(unsigned k, enum mz_op kind, const char *call, uint64_t pc)
{
    if (mz_rt.active)
        mz_plain_unsafe(kind, &table.destroy[k], call, pc);
}

static int delete(unsigned k, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    use(k, MZ_WRITE, "pthread_key_delete", pc);
    take_turn(MZ_ACTION_KEY_DELETE, &table.used[k], pc);
    if (!table.used[k])
        return EINVAL;
    table.used[k] = false;
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        if (table.values[t][k])
            table.values[t][k] = NULL;
    return 0;
}

static int set(unsigned k, const void *value, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    use(k, MZ_READ, "pthread_setspecific", pc);
    if (!table.used[k])
        return EINVAL;
    mz_effect_note();
    table.values[mz_self()][k] = (void *)value;
    return 0;
}

static void *get(unsigned k, uint64_t pc)
{
    MZ_AUDIT_OWN_WORK;

    use(k, MZ_READ, "pthread_getspecific", pc);
    return table.values[mz_self()][k];
}

/* Takes away what the running thread has under a key, and destroys it. */
static bool destroy_one(unsigned k)
{
    void *value = table.values[mz_self()][k];

    if (!value)
        return false;
    table.values[mz_self()][k] = NULL;
    if (!table.used[k] || !table.destroy[k])
        return false;
    table.destroy[k](value);
    return true;
}

void mz_specific_destroy(void)
{
    bool any = table.end;

    for (unsigned i = 0; any && i < PTHREAD_DESTRUCTOR_ITERATIONS; i++) {
        any = false;
        for (unsigned k = 0; k < table.end; k++)
            any |= destroy_one(k);
    }
}

void mz_specific_values(mz_tid t, void (*take)(uint64_t from, uint64_t to))
{
    take((uint64_t)table.values[t], (uint64_t)(table.values[t] + table.end));
}

MZ_EXPORT int pthread_key_create(pthread_key_t *key, destructor destroy)
{
    if (!mz_rt.supervised)
        return note_native(MZ_REAL(pthread_key_create)(key, destroy), key,
                           destroy);
    return create(key, destroy, MZ_PC);
}

MZ_EXPORT int __pthread_key_create(pthread_key_t *key, destructor destroy)
{
    if (!mz_rt.supervised)
        return note_native(MZ_REAL(pthread_key_create)(key, destroy), key,
                           destroy);
    return create(key, destroy, MZ_PC);
}

MZ_EXPORT int pthread_key_delete(pthread_key_t key)
{
    unsigned k;

    if (is_ours(key, &k))
        return delete(k, MZ_PC);
    forget_native(key);
    return MZ_REAL(pthread_key_delete)(key);
}

MZ_EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
    unsigned k;

    return is_ours(key, &k) ? set(k, value, MZ_PC)
                            : MZ_REAL(pthread_setspecific)(key, value);
}

MZ_EXPORT void *pthread_getspecific(pthread_key_t key)
{
    unsigned k;

    return is_ours(key, &k) ? get(k, MZ_PC) : MZ_REAL(pthread_getspecific)(key);
}

MZ_EXPORT int tss_create(tss_t *key, tss_dtor_t destroy)
{
    if (!mz_rt.supervised)
        return note_native(MZ_REAL(tss_create)(key, destroy), key, destroy);
    return create(key, destroy, MZ_PC) ? thrd_error : thrd_success;
}

MZ_EXPORT void tss_delete(tss_t key)
{
    unsigned k;

    if (is_ours(key, &k)) {
        delete(k, MZ_PC);
        return;
    }
    forget_native(key);
    MZ_REAL(tss_delete)(key);
}

MZ_EXPORT int tss_set(tss_t key, void *value)
{
    unsigned k;

    if (is_ours(key, &k))
        return set(k, value, MZ_PC) ? thrd_error : thrd_success;
    return MZ_REAL(tss_set)(key, value);
}

MZ_EXPORT void *tss_get(tss_t key)
{
    unsigned k;

    return is_ours(key, &k) ? get(k, MZ_PC) : MZ_REAL(tss_get)(key);
}
