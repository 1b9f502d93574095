/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Semaphores with a name. Names belong to an execution: at its start there are
 * none, whatever other processes have made, and at its end they are gone.
 *
 * A name is looked up, made and removed in one visible operation, on the list
 * of all names that have the same hash; so the order of those is explored.
 * Nobody acquires anything by it: to open a semaphore orders no accesses.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>

#include "runtime/parts.h"
#include "runtime/checkpoint.h"
#include "runtime/semaphore.h"
#include "runtime/state.h"
#include "runtime/use.h"

enum {
    MAX_NAMED = 64,  /* different ones in an execution */
    MAX_OPENED = 256, /* as often one can be opened that nobody has open */
    LISTS = 16,
    MAX_NAME = 64,
};

struct name {
    char text[MAX_NAME];
    uint32_t references; /* open, and not closed */
    uint32_t count;      /* while nobody has it open */
    bool is_linked;      /* it can be opened by its name */
    sem_t *semaphore;    /* while somebody has */
};

static struct name names[MAX_NAMED];
static unsigned name_count;

/* Where they are while they are open; none is used twice, so that a use of one
 * that was closed is known. Reports call them by this name. */
static sem_t named_semaphores[MAX_OPENED];
static struct name *name_of[MAX_OPENED];
static unsigned opened;

static uint64_t lists[LISTS]; /* objects: that of a hash */

void mz_semaphore_named_reset(void)
{
    if (!name_count)
        return;
    mz_fill(names, 0, name_count * sizeof *names);
    mz_fill(named_semaphores, 0, opened * sizeof *named_semaphores);
    name_count = opened = 0;
}

void mz_semaphore_named_checkpoint(void)
{
    mz_checkpoint_need(!name_count);
}

void mz_semaphore_named_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, names, name_count * sizeof *names);
    mz_state_add(f, named_semaphores, opened * sizeof *named_semaphores);
}

/* ---- names --------------------------------------------------------------- */

/* As glibc has it: slashes before it do not count, and there are no others.
 * Returns its length with the 0; 0: it is none. */
static size_t read_name(const char **name, uint64_t pc)
{
    size_t length = 0;

    while ((*name)[length])
        length++;
    mz_plain_read(*name, length + 1, (void *)pc);
    while (**name == '/') {
        ++*name;
        length--;
    }
    for (size_t i = 0; i < length; i++)
        if ((*name)[i] == '/')
            return 0;
    if (length >= MAX_NAME)
        mz_unsupported(SEMAPHORE_LONG_NAME);
    return length ? length + 1 : 0;
}

static uint64_t *list_of(const char *name)
{
    uint64_t hash = 0;

    for (; *name; name++)
        hash = mz_hash_word(hash, (unsigned char)*name);
    return &lists[hash % LISTS];
}

/* The turn of an operation on all names of a list. */
MZ_INLINED void take_turn(const uint64_t *list, enum mz_action action,
                          uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_RMW,
        .object = mz_object_of_lock(list),
        .mask = 0xff,
        .action = action,
        .pc = pc,
    };

    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    mz_visible_end(&v, MZ_RMW, 0, 0);
    mz_effect_note();
}

static bool is_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static struct name *find(const char *text)
{
    for (unsigned i = 0; i < name_count; i++)
        if (names[i].is_linked && is_equal(names[i].text, text))
            return &names[i];
    return NULL;
}

/* Of one that is open, or was. */
static struct name *find_opened(const sem_t *semaphore)
{
    for (unsigned i = 0; i < opened; i++)
        if (&named_semaphores[i] == semaphore)
            return name_of[i];
    return NULL;
}

static struct name *make(const char *text, size_t size, unsigned count)
{
    struct name *n = &names[name_count];

    if (name_count == MAX_NAMED)
        mz_unsupported(SEMAPHORES_NAMED);
    name_count++;
    mz_copy(n->text, text, size);
    n->is_linked = true;
    n->count = count;
    return n;
}

/* ---- open and closed ----------------------------------------------------- */

static sem_t *open_it(struct name *n, uint64_t pc)
{
    if (!n->references++) {
        if (opened == MAX_OPENED)
            mz_unsupported(SEMAPHORE_ANEW);
        name_of[opened] = n;
        n->semaphore = &named_semaphores[opened++];
        mz_semaphore_make(n->semaphore, n->count);
    }
    mz_use_tell((struct mz_use){n->semaphore, sizeof *n->semaphore,
                                MZ_ACTION_SEM_OPEN, pc});
    return n->semaphore;
}

static sem_t *failed(int error)
{
    errno = error;
    return SEM_FAILED;
}

static sem_t *open_named(const char *text, size_t size, int flags,
                         unsigned count, uint64_t pc)
{
    struct name *n = find(text);

    if (n && flags & O_CREAT && flags & O_EXCL)
        return failed(EEXIST);
    if (!n && !(flags & O_CREAT))
        return failed(ENOENT);
    if (!n && count > SEM_VALUE_MAX)
        return failed(EINVAL);
    return open_it(n ? n : make(text, size, count), pc);
}

/* Those of before main would be shared with other processes. */
static void refuse_before_main(void)
{
    if (mz_rt.supervised)
        mz_unsupported(SEMAPHORE_NAMED_BEFORE_MAIN);
}

MZ_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
    unsigned mode = 0, count = 0;
    va_list more;
    size_t size;

    va_start(more, flags);
    if (flags & O_CREAT) {
        mode = va_arg(more, unsigned);
        count = va_arg(more, unsigned);
    }
    va_end(more);
    if (MZ_RUNS_NATIVELY) {
        refuse_before_main();
        return MZ_REAL(sem_open)(name, flags, mode, count);
    }
    size = read_name(&name, MZ_PC);
    if (!size)
        return failed(EINVAL);
    take_turn(list_of(name), MZ_ACTION_SEM_OPEN, MZ_PC);
    return open_named(name, size, flags, count, MZ_PC);
}

/* The last close is an end of the semaphore, as sem_destroy is. */
MZ_EXPORT int sem_close(sem_t *semaphore)
{
    struct name *n;

    if (MZ_RUNS_NATIVELY)
        return MZ_REAL(sem_close)(semaphore);
    n = find_opened(semaphore);
    if (n) {
        mz_use_reads(semaphore, (const uint32_t *)semaphore);
        take_turn(list_of(n->text), MZ_ACTION_SEM_CLOSE, MZ_PC);
    }
    if (!n || !n->references || n->semaphore != semaphore) {
        errno = EINVAL;
        return -1;
    }
    mz_use_tell((struct mz_use){semaphore, sizeof *semaphore,
                                MZ_ACTION_SEM_CLOSE, MZ_PC});
    if (!--n->references)
        n->count = mz_semaphore_close(semaphore, MZ_PC);
    return 0;
}

MZ_EXPORT int sem_unlink(const char *name)
{
    struct name *n;

    if (MZ_RUNS_NATIVELY) {
        refuse_before_main();
        return MZ_REAL(sem_unlink)(name);
    }
    if (!read_name(&name, MZ_PC)) {
        errno = ENOENT;
        return -1;
    }
    take_turn(list_of(name), MZ_ACTION_SEM_UNLINK, MZ_PC);
    n = find(name);
    if (!n) {
        errno = ENOENT;
        return -1;
    }
    n->is_linked = false;
    return 0;
}
