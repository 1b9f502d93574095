/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_check: a function of a program that runs natively is explored. Each search
 * is a process of its own, a copy of the program as it was at the call, which
 * is taken over there instead of before main.
 *
 *     the program        mz_check: forks, and waits for the command's status
 *         mazurka check  the supervisor
 *             server     forks at the supervisor's word (function_server)
 *             search     such a fork: the checked process
 *
 * Or, with MZ_FUNCTION_VARIABLE in the environment, the supervisor has started
 * the program anew: the call that it means takes over in the process itself,
 * the others return at once. So a report is replayed, by itself or in gdb.
 */
#ifndef MZ_RUNTIME_CHECKED_FUNCTION_H
#define MZ_RUNTIME_CHECKED_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

enum { MZ_MOST_POSITIONS = 1024 };

/* Where descriptors are in files that they only read, and O_NONBLOCK and its
 * like of all: copies of a process have that in common. */
struct mz_positions {
    long at[MZ_MOST_POSITIONS]; /* negative: there is none */
    long flags[MZ_MOST_POSITIONS];
};
void mz_positions_note(struct mz_positions *positions);
void mz_positions_restore(const struct mz_positions *positions);

/* Serves the supervisor at that socket until it is gone; in a process with one
 * thread. Returns in each process that is to search, with the descriptor of the
 * region. */
int mz_function_serve(int socket);

/* The process becomes a checked one, as if this function were its main; it
 * ends with the search. `failed` is asked after it; NULL: nobody is. */
_Noreturn void mz_function_take_over(int region, void (*function)(void *),
                                     void *argument, int (*failed)(void));

/* At the end of an execution, however it comes, when no thread goes on: does
 * `failed` say that it has failed? Returns if not. */
void mz_function_ask(void);

/* Is it being asked? What it would wait for will not come. */
bool mz_function_is_asked(void);

/* What becomes of a child that ends. As the kernel has it: handler, flags,
 * restorer, mask. */
struct mz_child_action {
    uint64_t words[4];
};

/* For the time of a call the program neither has a handler that waits for our
 * child, nor ignores its end. Then it has again what it had. */
void mz_function_take_children(struct mz_child_action *before);
void mz_function_set_child_action(const struct mz_child_action *);

/* Will the next call of mz_check search, in this process or another? */
bool mz_function_is_wanted(void);

/* As mz_check does, as the same call as the one before: with other options. */
struct mz_options;
int mz_function_check_again(void (*function)(void *), void *argument,
                            const struct mz_options *);

/* Do the options, or the environment, say which --seed? */
bool mz_function_names_seed(const struct mz_options *);

/* The program was started for one of its calls: with this --seed. */
bool mz_function_is_given_seed(unsigned long *seed);

/* What mz_report is to return from now on. */
void mz_function_set_report(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* A call that cannot be made is told as the command would tell it. Returns the
 * status. */
int mz_function_refuse(int status, const char *function, const char *why);

/* Is this address on the stack from which the function was called? An execution
 * has no frame there: who jumps there leaves it. */
bool mz_function_is_outside(uint64_t address);

#endif
