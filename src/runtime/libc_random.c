/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Randomness from outside of the program: a fixed stream for each thread, so
 * that what a thread draws does not depend on the others. rand(), random() and
 * their kin draw from one state of libc's, which is rolled back with the rest
 * of memory: who draws first is explored.
 *
 * Not here: the instructions rdrand and rdseed in the program's own code.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/random.h"
#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/state.h"

enum {
    DEVICE_SIZE = 1 << 20, /* bytes that /dev/urandom has */
    GETENTROPY_LIMIT = 256,
};

static struct mz_random streams[MZ_MAX_THREADS];
static mz_tset drawn_from; /* streams that have begun */

void mz_libc_random_snapshot(void)
{
}

void mz_libc_random_rollback(void)
{
    drawn_from = MZ_TSET_EMPTY;
}

void mz_libc_random_checkpoint(void)
{
    if (!mz_tset_some(drawn_from))
        return;
    mz_checkpoint_keep(streams, mz_checkpoint_threads() * sizeof *streams);
    mz_checkpoint_keep(&drawn_from, sizeof drawn_from);
}

static uint64_t next(void)
{
    struct mz_random *stream = &streams[mz_rt.self];

    if (!mz_tset_has(drawn_from, mz_rt.self)) {
        mz_tset_add(&drawn_from, mz_rt.self);
        mz_random_seed(stream, mz_rt.self);
    }
    return mz_random_word(stream);
}

void mz_libc_random_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, &drawn_from, sizeof drawn_from);
    mz_state_add(f, streams, sizeof streams);
}

void mz_random_fill(void *out, size_t size)
{
    char *to = out;

    while (size > 0) {
        uint64_t word = next();
        size_t part = size < sizeof word ? size : sizeof word;

        mz_copy(to, &word, part);
        to += part;
        size -= part;
    }
}

MZ_EXPORT ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getrandom)(out, size, flags);
    MZ_ANNOUNCE(getrandom, out, size, flags);
    mz_random_fill(out, size);
    return size;
}

MZ_EXPORT int getentropy(void *out, size_t size)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getentropy)(out, size);
    MZ_ANNOUNCE(getentropy, out, size);
    if (size > GETENTROPY_LIMIT) {
        errno = EIO;
        return -1;
    }
    mz_random_fill(out, size);
    return 0;
}

MZ_EXPORT uint32_t arc4random(void)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(arc4random)();
    return next() >> 32;
}

MZ_EXPORT void arc4random_buf(void *out, size_t size)
{
    if (!MZ_PROGRAM_CALLS) {
        MZ_REAL(arc4random_buf)(out, size);
        return;
    }
    MZ_ANNOUNCE(arc4random_buf, out, size);
    mz_random_fill(out, size);
}

MZ_EXPORT uint32_t arc4random_uniform(uint32_t bound)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(arc4random_uniform)(bound);
    return bound ? (next() >> 32) * bound >> 32 : 0;
}

/* std::random_device, which would ask the processor. */
MZ_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *device);
MZ_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *device)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(_ZNSt13random_device9_M_getvalEv)(device);
    return next() >> 32;
}

/* ---- numbers of libc's one state ---------------------------------------- */

static uint64_t numbers; /* only its address matters */

/* A block of the program depends on all that others do. */
static void take_turn(enum mz_action action, uint64_t pc)
{
    if (mz_rt.weak && !mz_turn_is_alone())
        mz_unsupported(RANDOM_SHARED);
    if (mz_turns.atomic != mz_rt.self)
        mz_io_touch_one(&numbers, MZ_FILE_CHANGE);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, 0, 0, 0, 0, 0, pc);
}

#define NUMBERS(name, action)                                              \
    static void turn_of_##name(struct mz_call *call,                       \
                               const struct mz_forward *row)               \
    {                                                                      \
        (void)row;                                                         \
        take_turn(MZ_ACTION_##action, call->caller);                       \
    }                                                                      \
    MZ_FORWARD_IN_TURN(name, turn_of_##name, NULL, NULL)
NUMBERS(rand, RAND)
NUMBERS(srand, SRAND)
NUMBERS(random, RANDOM)
NUMBERS(srandom, SRANDOM)
NUMBERS(initstate, INITSTATE)
NUMBERS(setstate, SETSTATE)

/* ---- /dev/urandom ------------------------------------------------------- */

static const char *fill_device(char path[], size_t size)
{
    int fd = MZ_SYSTEM(memfd_create, "random", MFD_CLOEXEC);
    struct mz_random stream;
    uint64_t words[512];

    if (fd < 0)
        mz_give_up("cannot make a /dev/urandom: error %d", -fd);
    fd = mz_descriptor_hide(fd);
    mz_random_seed(&stream, MZ_NO_THREAD);
    for (unsigned done = 0; done < DEVICE_SIZE; done += sizeof words) {
        for (unsigned i = 0; i < MZ_COUNT(words); i++)
            words[i] = mz_random_word(&stream);
        if (MZ_SYSTEM(write, fd, words, sizeof words) != sizeof words)
            mz_give_up("cannot fill a /dev/urandom");
    }
    mz_format(path, size, "/proc/self/fd/%d", fd);
    return path;
}

static char device[32];

/* Each opening begins at the same first byte. */
const char *mz_random_device(void)
{
    return device[0] ? device : fill_device(device, sizeof device);
}

bool mz_random_is_device(const char *path)
{
    return path == device;
}
