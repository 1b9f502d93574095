/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of descriptors (descriptor.h): numbers, the open file
 * descriptions that they are, and pipes. An object is known by the address that
 * it has here. For those files only that make descriptors what they are.
 */
#ifndef MZ_RUNTIME_DESCRIPTION_H
#define MZ_RUNTIME_DESCRIPTION_H

#include "race/detector.h"
#include "runtime/descriptor.h"

enum {
    MZ_NUMBERS = 1024,
    MZ_DESCRIPTIONS = 512,
    MZ_PIPES = 256,
    MZ_INHERITED = 0, /* the description of all that nobody has seen opened */
};

struct mz_descriptor_number {
    uint16_t description;
    uint8_t users;         /* threads in the midst of an operation by it */
    bool is_taken : 1;     /* as the table has it */
    bool is_installed : 1; /* as other threads see it, which comes later */
    bool is_changed : 1;   /* it is not what it was at the start */
    uint32_t unused;
};

struct mz_description {
    uint16_t references; /* numbers that are it */
    uint16_t pipe;
    uint8_t kind; /* enum mz_descriptor_kind */
    uint8_t end;  /* of its pipe */
    uint8_t lock; /* enum mz_file_lock */
    bool locks_records; /* it has asked for some (record_lock.c) */
    bool is_terminal; /* a pseudo-terminal's end */
    bool is_shared;   /* several threads have used it */
    uint16_t user;    /* who was the first to, a thread + 1 */
    uint16_t settler; /* who has said whether it waits, beside others, last; a
                         thread + 1, */
    uint64_t settled_at; /* at this point of its (race/detector.h) */
    uint64_t *file;
};

struct mz_pipe {
    uint16_t ends;     /* descriptions that there are of it, or will be */
    uint16_t listener; /* it is the queue of this socket: a description */
    uint16_t next;     /* in a queue of connections: a pipe */
    bool is_pending;   /* a connection that was not accepted yet */
    bool is_closed;    /* it was a queue */
} __attribute__((aligned(8)));

extern uint64_t mz_descriptor_table;
extern struct mz_descriptor_number mz_numbers[MZ_NUMBERS];
extern struct mz_description mz_descriptions[MZ_DESCRIPTIONS];
extern struct mz_pipe mz_pipes[MZ_PIPES];
extern unsigned mz_number_count; /* those from there on are as at the start */

/* What each thread is in the midst of using. */
struct mz_descriptor_use {
    int fd;      /* plus one */
    int instead; /* where that has got another description: the old one */
} __attribute__((aligned(8)));
extern struct mz_descriptor_use mz_descriptor_uses[MZ_MAX_THREADS];

static inline bool mz_has_number(int fd)
{
    return fd >= 0 && fd < MZ_NUMBERS;
}

static inline struct mz_description *mz_description_of(int fd)
{
    return &mz_descriptions[mz_has_number(fd) ? mz_numbers[fd].description
                                              : MZ_INHERITED];
}

static inline bool mz_is_pipe(const struct mz_description *d)
{
    return d->kind >= MZ_DESCRIPTOR_PIPE;
}

/* Output that goes where it always goes: in which order is nobody's concern,
 * unless it is compared (expected.h). */
static inline bool mz_is_plain_output(int fd)
{
    return (fd == 2 || (fd == 1 && !mz_rt.region->settings.expect_output)) &&
           !mz_numbers[fd].is_changed;
}

/* A number that is taken, and leads to nothing yet, as that of a call that has
 * still to wait; or an error. It is given back, or gets what another number
 * is, which is no more, and is then installed. */
int mz_descriptor_reserve(int like);
void mz_descriptor_give_back(int fd);
void mz_descriptor_gets(int fd, int taken, unsigned description, bool closes);
void mz_descriptor_got(int fd, uint64_t pc);

/* The number, which may change. */
struct mz_descriptor_number *mz_number_at(int fd);

/* Any number of the description; -1: there is none. */
int mz_number_of(const struct mz_description *);

/* What is done at one end, and reaches the other, or comes from there: its
 * clock, for the race detector. */
static inline uint64_t mz_pipe_clock(const struct mz_pipe *pipe, unsigned from)
{
    return (uint64_t)pipe + from;
}

static inline uint64_t mz_description_clock(const struct mz_description *d,
                                            bool is_output)
{
    bool is_one =
        d->kind == MZ_DESCRIPTOR_EVENT || d->kind == MZ_DESCRIPTOR_TIMER;

    return mz_pipe_clock(&mz_pipes[d->pipe],
                         is_one || is_output ? d->end : !d->end);
}

/* The index of one that nobody has. */
unsigned mz_description_new(enum mz_descriptor_kind);
unsigned mz_pipe_new(unsigned ends);

/* The state of the lock of a file, which is an object of its own (flock.c). */
bool mz_file_lock_state(uint64_t object, uint64_t *state);

/* What was done before its lock was given back happens before what is done
 * with it. */
void mz_file_lock_orders(const struct mz_description *, enum mz_sync);

/* It is no more: it is in no set of epoll (epoll_set.c). */
void mz_io_forget_watches(int description);

#endif
