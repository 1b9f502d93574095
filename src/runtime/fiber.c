/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/fiber.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h> /* strerror */
#include <sys/mman.h>

#include <linux/futex.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/heap.h"
#include "runtime/parts.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/zones.h"

enum {
    AT_FIRST = 4,          /* fibers: most programs have no more threads */
    FACTOR = 2,
    STACK_SIZE = 8 << 20,  /* the usual limit; address space until touched */
    PARKED_STACK = 64 << 10,
    TLS_SURPLUS = 16 << 10,
    LEAST_DESCRIPTOR = 2304, /* bytes of what libc has of a thread, at its
                                thread pointer, where it does not say */
    PARK_SIZE = 256,       /* bytes of code, at most */
    /* Stacks begin at different offsets in a page; else the tops of all of them
     * would share a few sets of the first-level cache. */
    COLOUR = 256,
    COLOURS = MZ_PAGE / COLOUR,
    /* Stacks with their guard pages have whole pages of shadow (zones.h). */
    SHADOWED = MZ_ZONE_GRANULE * MZ_PAGE,
};

/* Just below the heap: see mz_plain_check. */
#define STACKS_END 0x530000000000u

struct mz_fiber mz_fibers[MZ_MAX_THREADS];
uint32_t mz_fiber_count, mz_fiber_wanted;
bool mz_fiber_sets_tp;
uint64_t mz_fiber_lowest = UINT64_MAX, mz_fiber_highest;

/* Of the static TLS of all modules, which each thread has a copy of. */
static size_t tls_size;
static char *tls_images[MZ_MAX_THREADS];

/* Of what libc has of a thread; and where in it pointers are that functions
 * change, which make a text for a number that has no name. 0: there is none. */
static size_t descriptor_size = LEAST_DESCRIPTOR;
enum { TEXTS = 2 }; /* strerror, strsignal */
static size_t texts_at[TEXTS];
static void *main_texts[TEXTS];

static int errno_before;
/* Where the loader keeps which thread has which part of other storage, that of
 * libraries which were opened; it allocates a part when it is first used. */
static struct vector {
    char *start, *image;
    size_t size;
} vectors[MZ_MAX_THREADS];
static bool has_vectors;

void mz_fiber_set_tp_by_call(uint64_t tp)
{
    mz_thread_pointer_set_by_call(tp);
}

int mz_fiber_rights = PROT_READ | PROT_WRITE;

static int ask_for_rights(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_STACK &&
            info->dlpi_phdr[i].p_flags & PF_X)
            mz_fiber_rights |= PROT_EXEC;
    return 0;
}

static void *take_pages(void *at, size_t size, int rights, int flags)
{
    void *memory = mmap(at, size, rights, MAP_PRIVATE | MAP_ANONYMOUS | flags,
                        -1, 0);

    if (memory == MAP_FAILED)
        mz_give_up("no memory for %lu bytes of stack or TLS", size);
    return memory;
}

/* A kernel thread that lends its TLS and does nothing else, ever. */
static void *park(void *argument)
{
    struct mz_fiber *fiber = argument;
    static uint32_t never;

    __atomic_store_n(&fiber->tp, mz_thread_pointer(), __ATOMIC_RELEASE);
    MZ_SYSTEM(futex, &fiber->tp, FUTEX_WAKE, 1);
    for (;;)
        MZ_SYSTEM(futex, &never, FUTEX_WAIT, 0);
    return NULL;
}

static void create_parked(struct mz_fiber *fiber)
{
    pthread_attr_t attributes;
    pthread_t thread;

    fiber->tp = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, fiber->stack + fiber->stack_size,
                          fiber->owned_size - fiber->stack_size);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (MZ_REAL(pthread_create)(&thread, &attributes, park, fiber))
        mz_give_up("cannot create the threads that lend their TLS");
    pthread_attr_destroy(&attributes);
}

static void await_parked(const struct mz_fiber *fiber)
{
    while (!__atomic_load_n(&fiber->tp, __ATOMIC_ACQUIRE))
        MZ_SYSTEM(futex, &fiber->tp, FUTEX_WAIT, 0);
}

/* A guard page, the stack, and the stack of the kernel thread, at the top of
 * which libc puts the storage that it lends. */
static size_t parked_size(void)
{
    size_t most = PARKED_STACK + tls_size + MZ_PAGE;

    return ((most + SHADOWED - 1) & -(size_t)SHADOWED) - MZ_PAGE;
}

static size_t whole_size(void)
{
    return MZ_PAGE + STACK_SIZE + parked_size();
}

/* Room for those up to `count`, without rights, at the usual place if nothing
 * else is there; its end. */
static char *reserve(uint32_t count)
{
    uint64_t end = STACKS_END - mz_fiber_count * whole_size();
    size_t size = (count - mz_fiber_count) * whole_size();

    return (char *)take_pages((void *)(end - size), size, PROT_NONE, 0) + size;
}

/* The audit takes a stack's rights away and gives them back, again and again:
 * that is cheap while the stack is one area for the kernel. Memory for which
 * none is reserved is never put together with its neighbours. */
static void create_stack(struct mz_fiber *fiber, char *end)
{
    size_t parked = fiber == mz_fibers ? 0 : parked_size(); /* main's own */

    fiber->stack = end - parked - STACK_SIZE;
    fiber->stack_size = STACK_SIZE;
    fiber->first = (uint64_t)fiber->stack + STACK_SIZE;
    fiber->owned_size = STACK_SIZE + parked;
    take_pages(fiber->stack, STACK_SIZE, mz_fiber_rights,
               MAP_FIXED | MAP_NORESERVE);
    if (parked && mprotect(end - parked, parked, mz_fiber_rights))
        mz_give_up("no memory for the threads that lend their TLS");
    if ((uint64_t)fiber->stack < mz_fiber_lowest)
        mz_fiber_lowest = (uint64_t)fiber->stack;
    if ((uint64_t)fiber->stack + fiber->owned_size > mz_fiber_highest)
        mz_fiber_highest = (uint64_t)fiber->stack + fiber->owned_size;
}

/* More than all static TLS together can be. */
static int bound_tls(struct dl_phdr_info *info, size_t size, void *argument)
{
    size_t *bound = argument;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *bound += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 0;
}

struct tls_place {
    uint64_t tp;
    size_t bound;
};

static int measure_tls(struct dl_phdr_info *info, size_t size, void *argument)
{
    const struct tls_place *place = argument;
    size_t all = mz_static_tls_size(place->tp, info->dlpi_tls_data);

    (void)size;
    /* Blocks elsewhere (dlopen) are not static; these are not lent. */
    if (info->dlpi_tls_data && all <= place->bound && all > tls_size)
        tls_size = all;
    if (info->dlpi_tls_modid && (!info->dlpi_tls_data || all > place->bound))
        has_vectors = true;
    return 0;
}

static void measure_all_tls(uint64_t tp)
{
    struct tls_place place = {.tp = tp, .bound = TLS_SURPLUS};

    dl_iterate_phdr(bound_tls, &place.bound);
    dl_iterate_phdr(measure_tls, &place);
}

/* Its pages, with what libc keeps of the thread behind it. No page more: the
 * next one may be the program's. */
struct mz_span mz_fiber_storage_of_now(void)
{
    uint64_t tp = mz_thread_pointer();
    uint64_t end = tp + descriptor_size;

    measure_all_tls(tp);
    return (struct mz_span){mz_page_down(tp - tls_size), mz_page_up(end)};
}

static void **text_of(mz_tid t, unsigned i)
{
    return (void **)(mz_fibers[t].tp + texts_at[i]);
}

static size_t find_text(void *text)
{
    uint64_t tp = mz_thread_pointer();

    for (size_t at = 0; at < descriptor_size; at += sizeof text)
        if (*(void **)(tp + at) == text) {
            *(void **)(tp + at) = NULL;
            free(text);
            return at;
        }
    return 0;
}

void mz_fiber_free_texts(uint64_t pc)
{
    for (unsigned i = 0; i < TEXTS; i++)
        if (texts_at[i] && *text_of(mz_rt.self, i)) {
            mz_heap_free(*text_of(mz_rt.self, i), MZ_HEAP_OF_MALLOC, pc);
            *text_of(mz_rt.self, i) = NULL;
        }
}

void mz_fiber_remember_errno(void)
{
    errno_before = errno;
}

void mz_fiber_learn_descriptor(void)
{
    const uint32_t *size = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
    int before = errno;

    if (size && *size > LEAST_DESCRIPTOR && *size < 2 * LEAST_DESCRIPTOR)
        descriptor_size = *size;
    texts_at[0] = find_text(strerror(INT_MAX));
    texts_at[1] = find_text(strsignal(INT_MAX));
    errno = before;
}

static void create(uint32_t count)
{
    char *end = reserve(count);
    sigset_t all, old;

    mz_zones_stacks((uint64_t)end -
                        (count - mz_fiber_count) * whole_size(),
                    (uint64_t)end);
    sigfillset(&all);
    MZ_REAL(pthread_sigmask)(SIG_SETMASK, &all, &old);
    for (uint32_t t = mz_fiber_count; t < count; t++) {
        create_stack(&mz_fibers[t], end - (t - mz_fiber_count) * whole_size());
        if (t > 0)
            create_parked(&mz_fibers[t]);
        mz_rt.region->stacks[t] = (uint64_t)mz_fibers[t].stack;
    }
    for (uint32_t t = mz_fiber_count; t < count; t++) { /* all have begun */
        await_parked(&mz_fibers[t]);
        mz_rt.region->thread_pointers[t] = mz_fibers[t].tp;
    }
    MZ_REAL(pthread_sigmask)(SIG_SETMASK, &old, NULL);
    mz_fiber_count = count;
}

/* On the first thread. */
void mz_fiber_init(void)
{
    uint64_t tp = mz_thread_pointer();

    mz_fiber_sets_tp = mz_thread_pointer_is_settable();
    dl_iterate_phdr(ask_for_rights, NULL);
    measure_all_tls(tp);
    mz_fibers[0].tp = tp;
    create(AT_FIRST);
    mz_rt.region->stack_size = STACK_SIZE;
    mz_rt.region->storage_size = tls_size;
}

uint64_t mz_fiber_usual_modes;

static void save_vector(mz_tid t)
{
    struct vector *v = &vectors[t];

    v->start = mz_thread_vector(mz_fibers[t].tp, &v->size);
    v->image = mz_snapshot_reserve(v->size);
    mz_copy(v->image, v->start, v->size);
}

/* Saves what thread-local storage contains now, to be given to each fiber when
 * it is prepared. */
static void save_tls(mz_tid first)
{
    uint32_t count = mz_fiber_count - first;
    char *images;

    for (uint32_t i = first; has_vectors && i < mz_fiber_count; i++)
        save_vector(i);
    if (!tls_size)
        return;
    images = take_pages(NULL, tls_size * count, PROT_READ | PROT_WRITE,
                        MAP_NORESERVE);
    for (uint32_t i = 0; i < count; i++) {
        tls_images[first + i] = images + i * tls_size;
        mz_copy(tls_images[first + i],
                mz_static_tls(mz_fibers[first + i].tp, tls_size), tls_size);
    }
}

void mz_fiber_snapshot(void)
{
    mz_fiber_usual_modes = mz_fiber_modes();
    errno = errno_before;
    save_tls(0);
    for (unsigned i = 0; i < TEXTS; i++)
        main_texts[i] = texts_at[i] ? *text_of(0, i) : NULL;
}

/* What libc allocates for them is in the last thread's arena: the program's
 * blocks lie where they do without. */
void mz_fiber_add(void)
{
    uint32_t count = mz_fiber_count, before = mz_fiber_count;
    mz_tid self = mz_rt.self;

    mz_storage_fetch(); /* signals are blocked */
    while (count < mz_fiber_wanted)
        count *= FACTOR; /* each time an execution is begun anew */
    mz_rt.self = MZ_MAX_THREADS - 1;
    create(count < MZ_MAX_THREADS ? count : MZ_MAX_THREADS);
    mz_rt.self = self;
    save_tls(before);
}

void mz_fiber_prepare(mz_tid t, void (*function)(void *), void *argument)
{
    struct mz_fiber *fiber = &mz_fibers[t];

    fiber->top = (uint64_t)fiber->stack + fiber->owned_size;
    fiber->first =
        (uint64_t)fiber->stack + fiber->stack_size - t % COLOURS * COLOUR;
    fiber->left = mz_switch_fresh(fiber->first, function, argument);
    mz_copy(mz_static_tls(fiber->tp, tls_size), tls_images[t], tls_size);
    for (unsigned i = 0; i < TEXTS; i++)
        if (texts_at[i])
            *text_of(t, i) = t ? NULL : main_texts[i];
    if (MZ_UNLIKELY(has_vectors))
        mz_copy(vectors[t].start, vectors[t].image, vectors[t].size);
}

void mz_fiber_leave_frames(void (*function)(void *), void *argument)
{
    struct mz_fiber *fiber = &mz_fibers[mz_rt.self];

    fiber->top = (uint64_t)mz_fiber_after_leaving(fiber);
    mz_switch_begin((void *)fiber->top, function, argument);
}

void mz_fiber_tell_parked(uint64_t *code, uint64_t *size)
{
    *code = (uint64_t)park;
    *size = PARK_SIZE;
}

mz_tid mz_fiber_guard(uint64_t address)
{
    for (uint32_t t = 0; t < mz_fiber_count; t++)
        if (address - ((uint64_t)mz_fibers[t].stack - MZ_PAGE) < MZ_PAGE)
            return t;
    return MZ_NO_THREAD;
}

void mz_fiber_inherit_modes(struct mz_fiber *fiber)
{
    fiber->modes = mz_fiber_modes();
}

/* Main has the environment of the snapshot, whatever runs now. */
void mz_fiber_reset(void)
{
    mz_fibers[0].modes = mz_fiber_usual_modes;
    if (mz_fiber_modes() != mz_fiber_usual_modes)
        mz_float_modes_set(mz_fiber_usual_modes);
}

/* Below which all frames lie that have not been left. */
static uint64_t frames_end(const struct mz_fiber *fiber)
{
    return fiber->top < fiber->first ? fiber->top : fiber->first;
}

struct mz_fiber_part mz_fiber_storage(mz_tid t)
{
    uint64_t tp = mz_fibers[t].tp;

    return (struct mz_fiber_part){(uint64_t)mz_static_tls(tp, tls_size),
                                  tp + descriptor_size};
}

struct mz_fiber_part mz_fiber_frames(mz_tid t)
{
    const struct mz_fiber *fiber = &mz_fibers[t];
    uint64_t top = frames_end(fiber);
    uint64_t from = fiber->left.sp - MZ_RED_ZONE;

    if (top <= from)
        top = fiber->first;
    return mz_fiber_owns(t, from) && from < top
               ? (struct mz_fiber_part){from, top}
               : (struct mz_fiber_part){0, 0};
}

/* A thread's storage, and what is in use of its stack. */
static void keep(mz_tid t)
{
    struct mz_fiber_part frames = mz_fiber_frames(t);

    mz_checkpoint_need(frames.from < frames.to);
    if (frames.from == frames.to)
        return;
    mz_checkpoint_keep(mz_static_tls(mz_fibers[t].tp, tls_size), tls_size);
    for (unsigned i = 0; i < TEXTS; i++)
        if (texts_at[i])
            mz_checkpoint_keep(text_of(t, i), sizeof(void *));
    if (has_vectors)
        mz_checkpoint_keep(vectors[t].start, vectors[t].size);
    mz_checkpoint_keep_stack((void *)frames.from, frames.to - frames.from);
}

/* Those that live; and who has just ended, and is about to let others run. */
void mz_fiber_checkpoint(void)
{
    mz_tset all = mz_turns.live;

    mz_tset_add(&all, mz_rt.self);
    mz_checkpoint_need(mz_fiber_modes() == mz_fiber_usual_modes);
    if (mz_checkpoint_is_waypoint()) {
        mz_checkpoint_keep(mz_fibers,
                           mz_checkpoint_threads() * sizeof *mz_fibers);
    } else { /* who stands nowhere: main's floor is that of an earlier one */
        mz_checkpoint_keep(&mz_fibers[0].left, sizeof mz_fibers[0].left);
        mz_checkpoint_keep(&mz_fibers[0].top, sizeof mz_fibers[0].top);
    }
    MZ_EACH(rest, all)
        keep(mz_tset_first(rest));
}

void mz_fiber_fingerprint(struct mz_fingerprint *f)
{
    for (uint32_t t = 0; t < mz_fiber_count; t++) {
        const struct mz_fiber *fiber = &mz_fibers[t];
        uint64_t end = (uint64_t)fiber->stack + fiber->stack_size;
        uint64_t from = f->live->from[t], top = frames_end(fiber);

        if (!from)
            continue;
        mz_state_add_word(f, from);
        if (from == fiber->left.sp)
            mz_state_add_word(f, fiber->left.frame);
        if (top > from && top < fiber->first) { /* what is between was left */
            mz_state_add(f, (void *)from, top - from);
            from = fiber->first;
        }
        mz_state_add(f, (void *)from, end - from);
        mz_state_add(f, mz_static_tls(fiber->tp, tls_size), tls_size);
        for (unsigned i = 0; i < TEXTS; i++)
            if (texts_at[i])
                mz_state_add_word(f, (uint64_t)*text_of(t, i));
        if (has_vectors)
            mz_state_add(f, vectors[t].start, vectors[t].size);
    }
}

struct mz_fiber_own mz_fiber_own(uint64_t from)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];
    uint64_t tls = (uint64_t)mz_static_tls(fiber->tp, tls_size);

    return (struct mz_fiber_own){from & -8ull, frames_end(fiber), tls & -8ull,
                                 tls + tls_size};
}
