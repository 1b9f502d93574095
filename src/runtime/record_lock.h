/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks of parts of a file, which fcntl and lockf take: of an open file
 * description each (F_OFD_SETLK), so that threads wait for one another which
 * have opened the file for themselves; or of the process, which keep none of
 * its threads out.
 */
#ifndef MZ_RUNTIME_RECORD_LOCK_H
#define MZ_RUNTIME_RECORD_LOCK_H

#include <fcntl.h>

#include "runtime/description.h"

/* Is that command of fcntl about locks? */
bool mz_record_is_command(int command);

/* What is asked for there. False: the kernel cannot read it either. */
bool mz_record_read(uint64_t address, struct flock *);

/*
 * Before fcntl: waits for its turn, and for the lock, whose struct flock is at
 * `address`. `command` becomes one that does not wait: the call is to go on to
 * the kernel before anything else happens. Returns the number to go on with;
 * -1: `fd` is none of a descriptor.
 */
int mz_record_begin(int fd, uint64_t *command, uint64_t address, uint64_t pc);

/* The same of a lock of the process, counted from there. */
int mz_record_process(int fd, short whence);

/* For who waits: the state of the locks of a file (mz_file_records_of). */
bool mz_record_state(uint64_t object, uint64_t *state);

/* In the event by which a number is closed: the description's locks are given
 * back with its last one. */
void mz_record_closes(const struct mz_description *, int fd);

/* Before another description takes the place of that of the number: the kernel
 * would forget its locks. */
void mz_record_check_replaced(int fd);

#endif
