/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes that the commands start, and the signals they wait for. Each child
 * leads a process group of its own, so that Ctrl-C reaches the command alone,
 * and dies with the command.
 */
#ifndef MZ_CLI_PROCESS_H
#define MZ_CLI_PROCESS_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

struct mz_janitor;

/* Call first of all: from here on signals wait to be asked for. */
void mz_process_hold_signals(void);

/* From here on they do what they usually do; those that wait are forgotten. */
void mz_process_release_signals(void);

/* Waits for the death of a child (SIGCHLD) or a request to stop (SIGINT,
 * SIGTERM, SIGHUP) and returns its number; 0 when the time is over. */
int mz_process_wait_signal(double seconds);

bool mz_process_is_request_to_stop(int signal);

/* That signal has cut short what we do: the command that is done with it ends
 * by that signal, as who sent it expects, and a shell that runs a script. */
void mz_process_note_stop(int signal);

/* `status`, unless a signal was noted: then it does not return. */
int mz_process_end(int status);

struct mz_process_plan {
    char *const *argv;          /* the first is searched for in $PATH */
    struct mz_janitor *janitor; /* is told of the group */
    bool is_placed; /* libraries go where they go elsewhere: cli/placing.h */
    bool in_foreground;         /* stays in our group, for a debugger */
    int server; /* a socket: who is there makes the process (region/function.h),
                   with this descriptor; nothing is executed. 0: we do */
    int descriptor;
    /* In the child, before exec, and if exec fails; may be NULL. What they do
     * to memory, but for the environment, we have, too. */
    void (*prepare)(void *context);
    void (*refused)(void *context, int error);
    void *context;
};

/* The child, or -errno. */
pid_t mz_process_start(const struct mz_process_plan *);

/* Whether the child of that plan has ended; then what is left of its group is
 * killed, and what it used and how it ended is told. */
bool mz_process_reap(const struct mz_process_plan *, pid_t child, int *status,
                     struct rusage *);

/* Runs a command to its end and returns its wait status, or -errno. Signals to
 * stop end it: `*stopped_by` is the one, else 0. */
int mz_process_run(const struct mz_process_plan *, int *stopped_by);

/* Seconds on a clock that only goes forward. */
double mz_process_clock(void);

#endif
