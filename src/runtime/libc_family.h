/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the families of interposed libc calls know of one another, and how each
 * of them tells whether it is to do anything but what libc does.
 */
#ifndef MZ_RUNTIME_LIBC_FAMILY_H
#define MZ_RUNTIME_LIBC_FAMILY_H

#include "runtime/libc.h"
#include "runtime/parts.h"

struct dl_phdr_info;
struct mz_span;
struct timespec;

/* In an interposed function: does the program call it, in an execution? */
/* Our own code calls interposed names, too (mmap, write, ...): for it, and
 * outside of executions, they are libc's. */
#define MZ_PROGRAM_CALLS (MZ_PROGRAM_RESTS && (mz_effect_note(), true))

/* The same for one that does nothing but let time pass, or tell the time. */
#define MZ_PROGRAM_RESTS (MZ_UNLIKELY(mz_rt.active) && !mz_is_ours(MZ_PC))

/* ---- descriptors (libc_descriptors.c) ----------------------------------- */

/* Set by calls that open descriptors, and by those that move, change or close
 * one: rollback looks at no others. Bit fd; the last one for all from there. */
extern bool mz_descriptors_opened;
extern uint64_t mz_descriptors_moved;

static inline void mz_descriptor_moves(int fd)
{
    mz_descriptors_moved |= (uint64_t)1 << ((unsigned)fd < 63 ? fd : 63);
}

static inline bool mz_descriptor_has_moved(int fd)
{
    return mz_descriptors_moved >> ((unsigned)fd < 63 ? fd : 63) & 1;
}

/* Moves a descriptor of ours to a number that no program uses, where neither
 * the program nor rollback closes it. */
int mz_descriptor_hide(int fd);

bool mz_descriptor_is_hidden(int fd);

/* Before the next execution `fd` is what the hidden descriptor `as` is, at
 * whatever offset. */
void mz_descriptor_restore_as(int fd, int as);

/* An inherited descriptor becomes what `other` is, for good. */
void mz_descriptor_becomes(int fd, int other);

/* For each that is open, hidden ones, too. */
void mz_descriptors_each(void (*take)(int fd));

bool mz_descriptor_is_terminal(int fd);

/* Do they lead to the same file, pipe, socket ...? */
bool mz_descriptors_are_same(int a, int b);

/* Closes what the program asks for, except what is hidden. */
long mz_descriptors_close(unsigned first, unsigned last, int flags);

/* The program is about to read here: makes stdin repeatable; refuses `name` if
 * it would wait, since no other thread could go on. */
void mz_descriptor_before_read(int fd, const char *name);

/* It was open at the start, or leads to what was. Does what is read from it, or
 * what is written, stay so in the next execution? */
bool mz_descriptor_keeps(int fd, bool is_read);

/* Pipes and the like, besides standard input, that were open at the start. */
bool mz_descriptors_have_lasting(void);
bool mz_descriptor_is_lasting(uint64_t device, uint64_t inode);

/* Is it where output of the program goes? */
bool mz_libc_is_output(int fd);

/* The program is about to change O_NONBLOCK or its like, of what the descriptor
 * leads to: refused, if that is common to several workers. */
void mz_descriptor_before_flags(int fd);

/* What is to be read there is the same in the next execution. Before the turn
 * of who reads: an event tells what is there then. */
void mz_descriptor_make_repeatable(int fd);

/* The program makes a second descriptor of this one, or watches it. */
void mz_descriptor_before_dup(int fd);

/* ---- others ------------------------------------------------------------- */

/* The clock of the running thread goes on by this much; others first. */
void mz_time_sleep(uint64_t nanoseconds);

/* Do waits go by this clock? */
bool mz_time_is_clock_of_waits(int clock);

/* Can a wait end then? */
bool mz_time_is_limit(int clock, const struct timespec *end);

/* The same, of a call of the program's, which reads it. (Mutexes look at it
 * only if they are not to be had, as glibc's do.) */
bool mz_time_reads_limit(int clock, const struct timespec *end, uint64_t pc);

/* The clock goes on until then: a wait has come to its end. */
void mz_time_sleep_until(int clock, const struct timespec *end);

/* How late it is for the running thread by a clock of waits; and how often it
 * has read any clock: in between it was told nothing of the time. */
uint64_t mz_time_at(int clock);
uint64_t mz_time_looks(void);

bool mz_time_get(int clock, struct timespec *); /* false: no such clock */

/* How far the clock of the running thread has come, which then goes on a bit;
 * how far it has at a time by that clock. And it comes so far, at least. */
uint64_t mz_time_elapsed(void);
uint64_t mz_time_now(void); /* the same, and no time goes by */
uint64_t mz_time_elapsed_at(int clock, uint64_t nanoseconds);
void mz_time_reaches(uint64_t elapsed);

void mz_random_fill(void *, size_t size); /* from the thread's stream */

/* A path to read deterministic bytes from, in place of /dev/urandom. */
const char *mz_random_device(void);

/* Is it what mz_random_device has given, that very text? */
bool mz_random_is_device(const char *path);

int mz_identity_pid(void); /* that of the process at the snapshot */
int mz_identity_tid(void); /* of the running thread, a pretended one */

/* The running thread sends itself a signal. */
void mz_signal_raise(int signal, uint64_t pc);
/* The same from abort(): runs a handler, if there is one. */
void mz_signal_before_abort(void);

/* The private, writable mappings that the program made before main. */
void mz_libc_mappings_early(void (*take)(uint64_t start, uint64_t end));
bool mz_libc_mappings_is_early(uint64_t address);

/* libc is called, which may map files and keep them. */
void mz_libc_mappings_may_be(void);

/* Is there memory that other processes write to, or a child of fork would? */
bool mz_libc_mappings_are_shared(void);

/* A thread is created: pages must not lie at two places from now on. */
void mz_libc_mappings_come_beside(void);

/* All that the program has mapped, before main and since. */
void mz_libc_mappings_all(void (*take)(uint64_t start, uint64_t end));

/* Those of a process that is taken over in the midst of main, as the kernel has
 * them: all but modules, what libc keeps of the running thread, and `ours`.
 * The one that is the stack of now is told. */
void mz_libc_mappings_survey(const struct mz_span *ours,
                             struct mz_span *stack);

_Noreturn void mz_exit_at_once(int status, uint64_t pc); /* as _exit() */

/* Main, which is there, has returned. */
_Noreturn void mz_exit_by_return(int status, uint64_t pc);

/* Of the program and each of its own libraries: all modules but ours and the
 * system's. */
/* Is this a library that libmazurka.so loads for itself? */
bool mz_modules_is_part(const char *path);
void mz_modules_own(void (*take)(const struct dl_phdr_info *));

#endif
