/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Other processes that the program starts and waits for. What it asks for is
 * done by a copy of the process, which begins as this one is now, calls libc in
 * earnest, and ends with what came of it. Meanwhile nothing else happens: for
 * the program it is one step, an update of all names of files, since what other
 * programs read is not known.
 *
 * Nothing that these processes do may outlast them, or be seen by another
 * execution. They may read files, compute, write to what they have inherited;
 * the kernel asks us before each system call that does more (child_filter.h),
 * and such a process is refused by name. That they do the same each time is
 * compared, by their result.
 */
#ifndef MZ_RUNTIME_CHILD_H
#define MZ_RUNTIME_CHILD_H

#include "base/arena.h"
#include "runtime/runtime.h"

struct mz_child_result {
    int64_t value; /* of the call */
    int error;     /* errno */
    int status;    /* as wait has it */
    bool is_copy;  /* of fork: who runs is the copy */
};

struct mz_child {
    const char *name;   /* of the call, for messages */
    const char *text;   /* what is run, for messages */
    char *const *arguments;   /* or NULL */
    char *const *environment;
    int input, output;  /* are 0 and 1 there; -1: as they are here */
    bool has_actions;   /* of posix_spawn, which pass on any descriptor */
    /* In the copy; NULL: it goes on with the program, as by fork. */
    void (*run)(void *argument, struct mz_child_result *);
    void *argument;
    unsigned number; /* of fork: so many have been before */
};

/* Does all that. On a fiber; may refuse. */
struct mz_child_result mz_child_run(const struct mz_child *, uint64_t pc);

/* Is this descriptor that of a stream of popen (libc_children.c)? */
bool mz_children_have_stream(int fd);

/* The running thread reads standard input, beside others. */
void mz_child_meets_input(uint64_t pc);

/* The same by fork, for libc_fork.c: `value` is the number of the process, and
 * 0 in the copy. */
struct mz_child_result mz_children_copy(const char *name, uint64_t pc);

/* The program that is to be run, its arguments, its environment are read. */
void mz_children_read(const char *path, char *const *arguments,
                      char *const *environment, uint64_t pc);

/* In this call not all was explored. */
void mz_child_note(const char *name, enum mz_unseen_reason, uint64_t pc);

/* ---- SIGCHLD: nobody sends it (libc_children.c) -------------------------- */

/* Something else is to be done at it. Refused after a child was started. */
void mz_children_have_action(void);

/* A signal is ignored, or no longer: what children inherit. Refused beside
 * other threads, if a child is started beside others. */
void mz_children_inherit(void);

/* It is waited for, or blocks what wait() would tell: refused with children. */
void mz_children_have_signal(void);

#endif
