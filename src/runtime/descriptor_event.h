/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations on descriptors as events: of one object, or of several, which are
 * one atomic block. And which number an operation is by, from its look at the
 * number on.
 */
#ifndef MZ_RUNTIME_DESCRIPTOR_EVENT_H
#define MZ_RUNTIME_DESCRIPTOR_EVENT_H

#include "runtime/description.h"
#include "runtime/visible.h"

struct mz_io_access {
    const void *object;
    enum mz_op kind;
};

/* No operation that may wait is in an atomic block of the program's. */
void mz_io_check_block(void);

/* The turn of one event of so many accesses, and that event. */
void mz_io_touch(const struct mz_io_access *, unsigned count);

/* Are so many of the one and the other about the same objects? */
bool mz_io_is_same(const struct mz_io_access *, const struct mz_io_access *,
                   unsigned count);

/* Records one, which has found nothing and changes nothing. */
void mz_io_record_in_vain(const struct mz_io_access *);
void mz_io_touch_one(const void *object, enum mz_op kind);

/* Its accesses, whose turn has come; more than one are gathered. */
struct mz_visible mz_io_event_of(const struct mz_io_access *);
void mz_io_gather(const struct mz_io_access *, unsigned count);
/* The first of which finds nothing, perhaps (op/file.h). */
void mz_io_gather_first(const struct mz_io_access *, unsigned count,
                        bool is_in_vain);

/*
 * The beginning of an event to which the accesses of a call to memory are
 * added. There may be none, and a pipe's state is told only by an event of one
 * access or of several; so it has two, one of which is the thread's own.
 */
void mz_io_begin_together(void);

/* The turn of a call that libc or the kernel carries out after it. What it does
 * is done once, so with --plain=interleave the event stays open for its
 * accesses to memory, until mz_io_end. */
void mz_io_touch_as_call(const struct mz_io_access *, unsigned count);

/* A change of each set of epoll that has it: how many these are. */
enum { MZ_SETS_OF_ONE = 8 };
unsigned mz_epoll_sets_of(const struct mz_description *,
                          struct mz_io_access[MZ_SETS_OF_ONE]);

/* ---- by a number --------------------------------------------------------- */

/* Is the number that of a descriptor, for other threads? One that is taken and
 * not installed is not; of what we do not know the kernel will say. */
bool mz_io_look_up(int fd);

/* Between look and use, whatever others do to the number. The second one says
 * by which number to go on. */
void mz_io_begin_to_use(int fd);
int mz_io_end_to_use(int fd);

/* A thread that uses a number is about to wait there: does a signal end that? A
 * handler may have run, and the number is not used any more, but where the
 * thread waits. It is left by a handler of any kind if something was done
 * before, else by one without SA_RESTART. */
enum mz_io_wait { MZ_IO_WAITS, MZ_IO_BEGINS_AGAIN, MZ_IO_IS_LEFT };
enum mz_io_wait mz_io_meets_signal(struct mz_io *, bool after_some);

/* The operation itself, once it is known what the number is. With
 * --plain=interleave it leaves an atomic block open. */
void mz_io_operate(const struct mz_io *);

/* Who learns from a pipe that nothing more will be sent, knows what was done
 * before the number was closed, or shut down. */
void mz_descriptor_orders(int fd);

/* Accounts tell that something was done to the number. */
void mz_descriptor_tell(int fd, enum mz_action, uint64_t pc);

#endif
