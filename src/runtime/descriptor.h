/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptors as objects: which operations on what they lead to are visible,
 * and which of these have to wait. Contents are the kernel's, and so is what an
 * operation does; here is what is to be known of its order.
 *
 *   table         of descriptors: who opens one gets the lowest free number, so
 *                 that opening and closing depend on one another
 *   number        what it is just now: each operation looks there first, which
 *                 is an event of its own, since what the operation is about
 *                 depends on it
 *   description   an open file description, which several numbers may share
 *                 (dup): its position, its flags
 *   file          what it contains, whoever has it open
 *   pipe          a pipe, socketpair, eventfd, timerfd: with both ends one
 *                 object, whose state tells which operations would not have to
 *                 wait (op/file.h)
 *   names         which files there are
 *
 * What a thread does that is alone (turn.h) is no event.
 */
#ifndef MZ_RUNTIME_DESCRIPTOR_H
#define MZ_RUNTIME_DESCRIPTOR_H

#include <stdio.h>

#include "runtime/runtime.h"
#include "runtime/stream_input.h"

/* What a call does with what a descriptor leads to. */
enum mz_io_use {
    MZ_IO_LOOKS,     /* at the file: its size, its flags */
    MZ_IO_READS,     /* at the position, which moves */
    MZ_IO_READS_AT,  /* elsewhere in the file */
    MZ_IO_WRITES,    /* at the position, or at the end */
    MZ_IO_WRITES_AT, /* elsewhere */
    MZ_IO_MOVES,     /* the position, depending on the file */
    MZ_IO_AWAITS,    /* until it need not wait to do what `ways` says */
    MZ_IO_CHANGES,   /* anything */
};

struct mz_io {
    int fd;
    enum mz_io_use use;
    bool never_waits; /* whatever the descriptor's flags are */
    bool asks;        /* whether a timer has expired: of a look or a change */
    bool is_undone;   /* whatever it leads to: a stream's buffer, flags */
    bool knows_signals; /* the caller knows of EINTR: */
    bool is_left;     /* a signal has ended the wait */
    bool is_put_off;  /* it might have */
    bool may_fail;    /* a read that fails where there is nothing to be had, and
                         changes nothing then: */
    uint8_t ways;     /* a bit each: enum mz_file_way */
    uint8_t expires;  /* how often a timer will have, in its turn */
    int besides;      /* another descriptor that it is given: plus one, or 0 */
    uint64_t pc;      /* a return address */
};

/*
 * Before the call, and before anything else is done for it: waits until it is
 * its turn, and until it need not wait any more. False: the number is none of a
 * descriptor (EBADF), whatever the kernel would say, or `is_left`. `fd` becomes
 * another one where the number has been given to something else meanwhile.
 *
 * With --plain=interleave an atomic block may be open then, so that the call is
 * one event with what it accesses: mz_io_end closes it.
 */
bool mz_io_begin(struct mz_io *);

/* The turn of a look or a change, and no more. The number by which to go on, or
 * -1: there is none. */
int mz_io_turn(int fd, enum mz_io_use, uint64_t pc);

/* May the read fail so: does it not wait, and is it one of a pipe or socket? */
bool mz_io_may_fail(const struct mz_io *);

/* Has it failed? Of one that may, in its turn. */
bool mz_io_is_in_vain(const struct mz_io *);

/* The same of a call with two descriptors, as one event of both. Refuses it, by
 * its name, where it may have to wait. */
bool mz_io_begin_both(const struct mz_io[2], const char *name);
void mz_io_end(void);

/* The same of a stream from which so much is to be read, or to which is
 * written. False: it is not there, or has no descriptor. */
bool mz_io_stream(FILE *, struct mz_wanted, uint64_t pc);
bool mz_io_stream_is_pipe(const FILE *);

/* Refuses to write by a stream where libc would be sent SIGPIPE, which the
 * process ignores. `writes`: more than what is in its buffer. */
void mz_io_check_stream(const FILE *, bool writes);

/* The same of all streams: they are about to write what their buffers hold. */
void mz_io_check_streams(void);

/* Writes what all streams have left, beside other threads: an operation of each
 * stream, and one that finds which there are. */
void mz_io_flush_streams(uint64_t pc);

/* Its file is mapped with MAP_SHARED, in this execution. */
void mz_io_note_mapping(int fd);

/* Can others of the program end a wait for it? */
bool mz_io_is_pipe(int fd);

/* Is it a socket? There may be room that poll does not tell of. */
bool mz_io_is_socket(int fd);

/* Is it a timer, armed, that has not expired? Time alone may end a wait. */
bool mz_io_may_expire(int fd);

bool mz_io_is_timer(int fd);

/* Looks at several descriptors as one event, which mz_io_end ends: at each
 * number, in turn; then all together. */
void mz_io_looks_up(int fd);
void mz_io_begin_looks(void);
void mz_io_adds_look(int fd, uint64_t pc);

/* What is in an epoll set: put there, taken from there, when that was done. */
void mz_io_watch(int set, int fd);
void mz_io_unwatch(int set, int fd);

/* Before a look at all that is in a set, which is one event (with
 * --plain=interleave mz_io_end ends it). False: as above.
 * `all_pipes`: others of the program may change that; `may_expire`: a timer. */
bool mz_io_epoll(int set, bool *all_pipes, bool *may_expire);

/* Different descriptors: the first ones, and how many there are. */
struct mz_descriptors {
    uint32_t count;
    int first[1 + MZ_MAX_ALSO];
};

/* Adds one, unless it is among the first ones. */
void mz_descriptors_add(struct mz_descriptors *, int fd);

/* Adds those that are in a set of epoll, by any of their numbers. */
void mz_io_watched(int set, struct mz_descriptors *);

/* Said of each that is used: refuses one of which another thread has said
 * whether it waits (O_NONBLOCK), and that is not known to be before. To say so
 * beside other threads; false: they may use it. */
void mz_io_note_user(int fd);
bool mz_io_settle(int fd);

/* May it wait? Would it now? */
bool mz_io_may_wait(const struct mz_io *);
bool mz_io_waits(const struct mz_io *);

/* Writes what there is room for, which may be nothing, as mz_system_call has
 * it. It need not have been all; then it may begin to wait again, unless a
 * signal ends that: false. */
long mz_io_write_now(int fd, const void *bytes, size_t size);
bool mz_io_again(struct mz_io *, bool after_some);

/* Refuses a call that might find no room for all that it writes. */
void mz_io_check_room(const struct mz_io *, uint64_t size, const char *name);

/* The state of a pipe or the like, for who waits for it. */
bool mz_pipe_state(uint64_t pipe, uint64_t *state);

/* ---- the table of descriptors -------------------------------------------- */

enum mz_descriptor_kind {
    MZ_DESCRIPTOR_OTHER, /* nobody waits for it, or the call is refused */
    MZ_DESCRIPTOR_FILE,  /* a regular one */
    MZ_DESCRIPTOR_PIPE,
    MZ_DESCRIPTOR_SOCKET,
    MZ_DESCRIPTOR_EVENT,
    MZ_DESCRIPTOR_TIMER, /* timerfd.h */
};

/* Before a call that opens descriptors, and after: the numbers it has got, -1
 * of none. Those of a pair are two ends of one pipe. */
void mz_descriptor_before_open(void);
void mz_descriptor_before_call_opens(void); /* until mz_io_end, as mz_io_path */
void mz_descriptor_opens(int fd, enum mz_descriptor_kind, uint64_t pc);
void mz_descriptor_opens_pair(const int fds[2], enum mz_descriptor_kind,
                              uint64_t pc);

/* Before descriptor `fd` is duplicated, and after. */
bool mz_descriptor_before_copy(int fd);
void mz_descriptor_copied(int fd, int copy, uint64_t pc);

/* Before `fd` is closed, or replaced. False: as above. */
bool mz_descriptor_closes(int fd, uint64_t pc);

/* The same for a call that closes it after it has accessed memory: until
 * mz_io_end, as mz_io_path. */
void mz_descriptor_call_closes(int fd, uint64_t pc);

/* Before `fd` is put in the place of another, and after, if it was. */
bool mz_descriptor_before_replace(int fd, int place);
void mz_descriptor_replaced(int fd, int place);

/* Before a call that opens or closes many. */
void mz_descriptor_closes_many(const char *name);

/* ---- locks of files (flock) ---------------------------------------------- */

enum mz_file_lock { MZ_FILE_UNLOCKED, MZ_FILE_SHARED, MZ_FILE_EXCLUSIVE };

/* What flock returns, or a negative errno. A descriptor that has another lock
 * gives that back first, as in the kernel. */
int mz_file_locks(int fd, enum mz_file_lock, bool waits, uint64_t pc);

/* ---- files (descriptor_files.c) ------------------------------------------ */

/* What a descriptor, or a path, leads to contains: its object; NULL: none. */
uint64_t *mz_file_of_descriptor(int fd);
uint64_t *mz_file_of_path(int folder, const char *path, bool follows);

/* Its lock: another object. */
uint64_t *mz_file_lock_of(const uint64_t *file);
bool mz_file_is_lock(uint64_t object);

/* The locks of its parts: one more. */
uint64_t *mz_file_records_of(const uint64_t *file);
bool mz_file_is_records(uint64_t object);

/* Before files get other names: those that are open stay what they are. */
void mz_file_keep(int fd, const uint64_t *file);

/* Which names there are. */
extern uint64_t mz_file_names;

/* ---- paths --------------------------------------------------------------- */

/* What a call does with the file that a path leads to. */
struct mz_io_path {
    int folder;
    const char *path;
    bool follows; /* the last link */
    bool changes_names;
    bool opens;    /* and gets a number */
    bool has_file; /* it does this with what the file contains: */
    enum mz_io_use file;
    int numbers[2]; /* descriptors that it is given: each plus one, or 0 */
};

/* Before the call; and before one that gives files other names. With
 * --plain=interleave the event stays open for the memory that the call
 * accesses, until mz_io_end. */
void mz_io_path(const struct mz_io_path *);
extern const struct mz_io_path mz_io_names; /* looks at them, and no more */
void mz_io_renames(const struct mz_io_path *);

/* Before a call to which it matters only whether there is the descriptor. The
 * event stays open in the same way. */
void mz_io_number(int fd);

#endif
