/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The region: the one mapping that the supervisor and the checked process
 * share. The supervisor creates it (a memfd), writes the settings, and starts
 * the program with its descriptor in MAZURKA_REGION; libmazurka.so maps it at
 * the same address in each process, searches in it and writes its results.
 *
 * Flat data: no pointer in it is followed by the other side. The supervisor
 * never trusts what it reads here: counts are clamped, strings terminated.
 *
 * With workers (mz_workers) the checked process only looks after them. Each has
 * a struct mz_region of its own, to which it writes as if it were alone; these
 * follow the first one, which speaks for all:
 *
 *     region[0]  region[1] ... region[workers]  the memory of the search
 */
#ifndef MZ_REGION_REGION_H
#define MZ_REGION_REGION_H

#include "history/told.h"
#include "op/op.h"
#include "region/exchange.h"
#include "region/finding.h"
#include "region/gap.h"
#include "region/obstacle.h"
#include "region/shifts.h"
#include "region/sight.h"
#include "region/strength.h"
#include "region/suppressed.h"
#include "region/unseen.h"
#include "trace/event.h"
#include "trace/refusal.h"
#include "trace/statistics.h"
#include "trace/survey.h"
#include "trace/tally.h"

#define MZ_REGION_VARIABLE "MAZURKA_REGION" /* environment: descriptor number */
#define MZ_BIND_VARIABLE "LD_BIND_NOW"
#define MZ_BIND_VALUE "mazurka" /* any does; this one is hidden from programs */
/* What glibc's loader is to think of the processor: it allocates more where it
 * looks for libraries made for what that can do, and main's own storage lies
 * behind. Without POPCNT it is the least of x86-64. */
#define MZ_TUNABLES_VARIABLE "GLIBC_TUNABLES"
#define MZ_TUNABLES_VALUE "glibc.cpu.hwcaps=-POPCNT,-mazurka"
/* With settings.many_threads our folder comes first there: in it the library of
 * the wide build has the name that programs know. They do not see it. */
#define MZ_LIBRARIES_VARIABLE "LD_LIBRARY_PATH"
#define MZ_WIDE_FOLDER "mazurka-wide"
#define MZ_WATCHDOG_SIGNAL (34 + 5)       /* SIGRTMIN + 5: end this execution */
#define MZ_LOST_SIGNAL (34 + 6) /* the library ends the process by it where it
                                   cannot write to the region */
#define MZ_REGION_ADDRESS 0x180000000000u /* where each process maps it */

enum {
    MZ_MAX_FINDINGS = 64, /* with --keep-going */
    MZ_MAX_STEPS = 4096,  /* of a trace that are told; see steps_left_out */
    MZ_MAX_STACKS = MZ_WIDE_THREADS + 4, /* failure, ..., one per thread */
    MZ_MAX_DEPTH = 48,                   /* frames in a stack */
    MZ_MAX_MODULES = 256,
    MZ_MAX_MESSAGE = 512,
    MZ_MAX_PLAN = 1 << 20, /* steps of a plan that can be replayed */
    MZ_MAX_PLANS = 1 << 18, /* of all that are kept to be told later */
    MZ_MAX_OUTPUT = 1 << 20,
    MZ_MAX_PRINTED = 32 << 10, /* bytes of output in a report */
    MZ_MAX_PRINTED_PARTS = 1024,
    MZ_MAX_BLOCKS = 256,
    MZ_MAX_BEARERS = 4096,
    MZ_MAX_EXPECTED = 16, /* files that are compared, beside the output */
    MZ_MAX_EXPECTED_NAMES = 2048,
};

/* ---- what the supervisor asks ------------------------------------------- */

enum mz_plain {
    MZ_PLAIN_CHECK,      /* races between plain accesses are errors */
    MZ_PLAIN_INTERLEAVE, /* plain accesses are visible operations */
    MZ_PLAIN_IGNORE,     /* neither */
};

enum mz_isolation {
    MZ_ISOLATION_PROCESS, /* roll memory back */
    MZ_ISOLATION_FORK,    /* a forked child for each execution */
};

enum mz_mode {
    MZ_MODE_CHECK,
    MZ_MODE_REPLAY, /* run plan[] once, with the program's output */
    MZ_MODE_EXPLAIN, /* run plan[], in which findings[0] was found, and tell it
                        as a search would (runtime/explain.h) */
    MZ_MODE_CRITICAL, /* look where the error of plan[], findings[0], was to be
                         avoided (runtime/critical.h) */
};

enum mz_expect {
    MZ_EXPECT_NOTHING,
    MZ_EXPECT_SAME, /* output, and files, as in the reference execution */
    MZ_EXPECT_AS,   /* output as in a file */
};

enum mz_audit {
    MZ_AUDIT_OFF,
    MZ_AUDIT_FIRST, /* the first execution */
    MZ_AUDIT_ALL,   /* each */
};

/* The rounds of a loop that counts them, while it waits: which are explored? */
enum mz_counted {
    MZ_COUNTED_AUTO,  /* all; if that takes too long, as FIRST */
    MZ_COUNTED_ALL,
    MZ_COUNTED_FIRST, /* two */
};

/* Places in the code where loops wait: a return address each, see
 * runtime/loop.h. */
enum { MZ_MAX_LOOP_PLACES = 64, MZ_MAX_LENT = 64 };

struct mz_loop_place {
    uint32_t module; /* its number among mz_region.modules */
    uint32_t is_counted; /* its rounds differ in what the thread has to itself,
                            and of many the first ones are explored */
    uint64_t offset; /* from where it is loaded */
};

struct mz_loop_places {
    uint32_t count;
    uint32_t is_strict; /* no read is left out that may be a race of its own */
    uint32_t take_locks; /* and give them back, in a round */
    uint32_t orders_all; /* trust: rounds are left out by what happens before */
    uint32_t has_counted;
    uint32_t lent_count;
    uint32_t doublings; /* of the rounds of loops that count them in memory */
    struct mz_loop_place at[MZ_MAX_LOOP_PLACES];
    uint64_t lent[MZ_MAX_LENT]; /* what a thread reads that is on the stack of
                                   another: addresses of 8 aligned bytes */
};

/* Threads that are cancelled: a hash of how each came to be, see
 * runtime/cancel.h. And those that are sent signals, a hash of each pair. */
enum { MZ_MAX_CANCELLED = 1024 };

struct mz_cancelled {
    uint64_t births[MZ_MAX_CANCELLED];
    uint32_t count;
    uint32_t unused;
};

/* With which masks threads sleep at futexes, besides that of all bits: see
 * runtime/futex_queue.h. */
enum { MZ_MAX_MASKS = 7 };

struct mz_masks {
    uint32_t count;
    uint32_t of[MZ_MAX_MASKS];
};

/* Libraries that the program opens: of each a letter that tells how, its path,
 * a zero, the name by which the program asks for it, a zero. See
 * runtime/library.h. */
enum { MZ_MAX_LIBRARIES = 32, MZ_MAX_LIBRARY_NAMES = 4092 };

struct mz_libraries {
    uint32_t count;
    char names[MZ_MAX_LIBRARY_NAMES];
};

/*
 * With MZ_PLAIN_INTERLEAVE: memory that several threads use, by the names of
 * runtime/shared_places.h.
 */
enum { MZ_MAX_SHARED = 128 };

struct mz_shared_place {
    uint32_t module;  /* its number among mz_region.modules */
    uint32_t is_heap; /* in a block that is allocated at that code; else a
                         variable of the module */
    uint64_t offset;  /* of the code, from where the module is loaded; or 0 */
    uint64_t part;    /* of the block, of the module: which */
};

struct mz_shared {
    uint32_t count;
    uint16_t shift; /* parts have 1 << shift bytes; 0: nothing is known yet */
    uint16_t all;   /* all memory is shared: nothing else matters */
    struct mz_shared_place at[MZ_MAX_SHARED];
};

/* Choices of numbers that have too many values: see runtime/wide.h. */
enum { MZ_MAX_WIDE_CONSTANTS = 64 };

struct mz_wide {
    uint32_t width; /* each is one of so many values; 0: of all */
    uint32_t lane;  /* 0: all of these are explored; else it is a single one,
                       which depends on this number */
    uint64_t budget; /* executions of any kind after which it ends, if there
                        are such choices; 0: none */
    struct mz_tally before; /* what other lanes have counted */
    uint32_t is_unexpected; /* at the first of them the search begins anew
                               (MZ_STATUS_WIDE) */
    uint32_t count;
    uint64_t constants[MZ_MAX_WIDE_CONSTANTS]; /* of the program's text */
};

/* With MZ_PLAIN_INTERLEAVE: whether accesses to memory that is not shared are
 * no operations. */
enum mz_private {
    MZ_PRIVATE_OFF,
    MZ_PRIVATE_ON,
    MZ_PRIVATE_REDUCED, /* if the algorithm leaves anything out */
};

/* Whether executions go on from where main creates its first thread. */
enum mz_checkpoints {
    MZ_CHECKPOINTS_OFF,
    MZ_CHECKPOINTS_ON,     /* if it pays */
    MZ_CHECKPOINTS_ALWAYS, /* each second one, and it is compared: for tests */
};

/* What reads of bytes that nobody has written are (runtime/unwritten.h). */
enum mz_unwritten {
    MZ_UNWRITTEN_UNWATCHED,
    MZ_UNWRITTEN_FAILS,   /* an error */
    MZ_UNWRITTEN_DOUBTED, /* may give any value: the search is not `safe` */
};

/* Do calls of libraries without instrumentation order what threads do
 * (runtime/crossing.h)? */
struct mz_crossings {
    uint64_t count; /* they do, if not 0; then, if they have a pc: */
    struct mz_unseen accesses[2]; /* which may race, or be ordered so */
};

struct mz_settings {
    char algorithm[32];
    uint32_t relation;       /* enum mz_relation */
    uint32_t memory_model;   /* enum mz_memory_model */
    uint32_t plain;          /* enum mz_plain */
    uint32_t isolation;      /* enum mz_isolation */
    uint32_t mode;           /* enum mz_mode */
    uint8_t sleep_sets;      /* naive: with sleep sets */
    uint8_t keep_going;      /* continue after an error */
    uint8_t overflow_folded; /* no-overflow: not all operations are checked */
    uint8_t hides_locals;    /* code may not tell of its local variables */
    uint8_t statistics;      /* are wanted */
    uint8_t count_traces;    /* tell how many executions are not equivalent */
    uint8_t atomic_blocks;   /* set when started again for them */
    uint8_t ordered_additions; /* the same: their order matters; no more ADD */
    uint8_t clean_stacks;    /* the same: stacks begin as zeros */
    uint8_t ordered_exits;   /* the same: threads exit, or register handlers */
    uint8_t ordered_handlers; /* the same: of std::terminate, operator new */
    uint8_t locked_streams;  /* the same: a thread locks a stream (flockfile) */
    uint8_t ordered_ends;    /* the same: of threads whose stack is used */
    uint8_t many_threads;    /* the same: by the wide build (op/thread.h) */
    uint8_t race_sample;     /* percent of the executions, with PLAIN_CHECK */
    uint8_t counted;         /* enum mz_counted */
    uint8_t atomic_volatiles; /* volatile accesses are relaxed atomics */
    uint8_t suppresses;      /* races may be: see region/suppressed.h */
    uint8_t checkpoints;     /* enum mz_checkpoints */
    uint8_t private;         /* enum mz_private */
    uint8_t property;        /* enum mz_property */
    uint8_t leaks;           /* are errors */
    uint8_t uninitialised;   /* enum mz_unwritten: what reads of them are */
    uint8_t simplest; /* errors are told in executions that are easy to read */
    uint8_t critical; /* of errors the critical step is looked for */
    uint8_t stop_at_failure; /* replay: raise SIGTRAP at the failing step */
    uint32_t max_events;     /* in one execution */
    uint32_t first_bound;    /* nobody has named it: where it is met the search
                                begins anew (MZ_STATUS_LONG); else 0 */
    uint32_t turn_length;    /* so many events in a row, and others are to go
                                first; 0: any number */
    uint64_t events_when_cut; /* once an execution has met max_events, the
                                search ends when it has run so many; 0: never */
    uint64_t max_executions; /* 0: no limit */
    uint64_t most_runs;      /* the same, of blocked ones, too */
    uint64_t executions_before; /* which that has allowed to processes before */
    uint64_t stop_before;    /* replay: this step, from 1; 0: nowhere */
    uint32_t k;              /* qpor; 0: optimal */
    uint32_t spurious;       /* of each thread so many waits for condition
                                variables may end without a signal */
    uint64_t failing;        /* calls that may fail: a bit each, of
                                enum mz_failing */
    uint32_t failures;       /* of each thread at most so many */
    uint32_t preemptions;    /* at most so many in an execution */
    uint32_t context_switches; /* the same; MZ_NO_BOUND (explore/algorithm.h):
                                  any number */
    uint64_t seed;           /* random, pct, pos */
    uint32_t depth;          /* pct */
    uint32_t audit;          /* enum mz_audit */
    uint64_t audit_accesses; /* with MZ_AUDIT_FIRST: at most so many */
    uint32_t audit_foreign;  /* tell accesses of code, too, that is told as not
                                instrumented */
    uint32_t jobs;           /* workers */
    uint8_t puts_by; /* what is left when it is stopped: mz_region.rest */
    uint8_t in_ranks; /* it is one of several: see region/exchange.h */
    uint32_t function;       /* which call of mz_check is explored, from 1;
                                0: main */
    struct mz_loop_places loops; /* found, when started again for them */
    struct mz_masks masks;         /* the same */
    uint8_t lent_stacks[MZ_WIDE_THREADS]; /* with MZ_PLAIN_INTERLEAVE: is this
                                thread's used by others? Set when started again;
                                its own accesses to others are no operations */
    struct mz_shared shared; /* the same */
    struct mz_crossings crossings; /* the same */
    struct mz_wide wide;
    char folder[MZ_MAX_PATH]; /* for private files; empty: there is none */
    uint8_t share_files;     /* what is done to files is done for good */
    uint8_t keep_files;      /* replay: files of the execution are to be had */
    uint8_t expect_output;   /* enum mz_expect: runtime/expected.h */
    uint8_t expected_count;  /* of so many files, too; their names, a zero after
                                each (MZ_EXPECT_AS: that of what is expected) */
    struct mz_libraries libraries; /* found, when started again for them */
    char expected_files[MZ_MAX_EXPECTED_NAMES];
    struct mz_cancelled cancelled; /* as libraries are */
    struct mz_strengths strengths; /* those known; the search adds others */
};

/* Copies them to where there are zeros, which may be no memory yet: the long
 * lists, which come last, as far as there is anything in them. */
void mz_settings_copy(struct mz_settings *, const struct mz_settings *);

/* Whether some executions are not checked for data races, and others may be. */
static inline bool mz_samples_races(const struct mz_settings *settings)
{
    return settings->plain == MZ_PLAIN_CHECK && settings->race_sample < 100;
}

/* Thread t is the `child`-th (from 1) that `parent` created. main: parent t. */
struct mz_thread_name {
    _Alignas(4) uint16_t parent;
    uint16_t child;
    char name[16]; /* pthread_setname_np, or empty */
};

/* ---- what the checked process reports ----------------------------------- */

enum mz_status {
    MZ_STATUS_STARTED,     /* nothing yet: the library has not taken over */
    MZ_STATUS_RUNNING,     /* searching */
    MZ_STATUS_DONE,        /* all executions explored, or replay done */
    MZ_STATUS_ERROR,       /* stopped at the first error */
    MZ_STATUS_LIMIT,       /* stopped at a limit; see `limit` */
    MZ_STATUS_INTERRUPTED, /* stopped because `stop` was set */
    MZ_STATUS_UNSUPPORTED, /* `gap` tells it, unless there is a `message`; exit
                              status 2 */
    MZ_STATUS_FAILED,      /* our failure; `message` says what; exit status 1 */
    MZ_STATUS_ADDITIONS,   /* the order of additions matters: start again with
                              settings.relation rw */
    MZ_STATUS_BLOCKS,      /* atomic blocks are used: start again with
                              settings.atomic_blocks */
    MZ_STATUS_STACKS,      /* not deterministic: start again with
                              settings.clean_stacks */
    MZ_STATUS_EXITS,       /* several threads exit, or register exit handlers:
                              start again with settings.ordered_exits */
    MZ_STATUS_HANDLERS,    /* a thread changes what libstdc++ calls as it ends
                              the program, or finds no memory: start again
                              with settings.ordered_handlers */
    MZ_STATUS_STREAMS,     /* a thread locks a stream: start again with
                              settings.locked_streams */
    MZ_STATUS_ENDS,        /* a thread has ended, and no join orders what others
                              did on its stack before: start again with
                              settings.ordered_ends */
    MZ_STATUS_LENT,        /* a thread uses a stack that was taken to be private
                              to another: start again with the
                              settings.lent_stacks of this region */
    MZ_STATUS_CROSSINGS,   /* calls of libraries without instrumentation may
                              order what would be a data race: start again with
                              the settings.crossings of this region */
    MZ_STATUS_SHARED,      /* threads share memory that was taken to be private
                              to one: start again with the settings.shared of
                              this region */
    MZ_STATUS_LOOPS,       /* loops wait: start again with the settings.loops
                              of this region */
    MZ_STATUS_CANCELS,     /* a thread is cancelled, or sent a signal, that is
                              not known to be:
                              start again with the settings.cancelled of this
                              region */
    MZ_STATUS_MASKS,       /* a thread sleeps at a futex with a mask that is not
                              known: start again with the settings.masks of
                              this region */
    MZ_STATUS_LIBRARIES,   /* the program opens a library that is not known:
                              start again with the settings.libraries of this
                              region */
    MZ_STATUS_WIDE,        /* there are wide choices: start again with lanes */
    MZ_STATUS_LONG,        /* an execution has met a bound on events that nobody
                              has named: start again with a small one */
    MZ_STATUS_THREADS,     /* there are more than it has room for: start again
                              with settings.many_threads */
    MZ_STATUS_ALGORITHM,   /* the algorithm cannot treat what `refusal` names:
                              start again with another */
    MZ_STATUS_STALE,       /* replay: the plan does not fit the program */
};

/* Written by who searches with plain stores; read at any time. */
struct mz_progress {
    struct mz_tally tally;
    uint32_t running_pid; /* who executes the program now (fork: a child) */
    uint64_t heartbeat;   /* changes with every visible operation */
    uint64_t silent_at;   /* what runs is known to make no more operations after
                             silent_at - 1: it is told; 0: nothing is known */
    double explored;      /* estimated share explored, to 1; 0: not known */
};

/*
 * What a step did, a row each: the action; its name, as the source would say
 * it; the noun for it, where that is another; what kind of object it is done
 * to, where there is a word for that; what a thread that stands at it may wait
 * for, where the kind of operation (op/op.h) does not tell that; what it does
 * to its object (enum mz_does).
 */
#define MZ_ACTIONS(X)                                                          \
    X(NONE, "", "", "", "", OTHER)                                             \
    X(LOAD, "atomic load", "", "", "", READ)                                   \
    X(STORE, "atomic store", "", "", "", WRITE)                                \
    X(EXCHANGE, "atomic exchange", "", "", "", UPDATE)                         \
    X(FETCH_ADD, "atomic fetch_add", "", "", "", UPDATE)                       \
    X(FETCH_SUB, "atomic fetch_sub", "", "", "", UPDATE)                       \
    X(FETCH_AND, "atomic fetch_and", "", "", "", UPDATE)                       \
    X(FETCH_OR, "atomic fetch_or", "", "", "", UPDATE)                         \
    X(FETCH_XOR, "atomic fetch_xor", "", "", "", UPDATE)                       \
    X(FETCH_NAND, "atomic fetch_nand", "", "", "", UPDATE)                     \
    X(COMPARE_EXCHANGE, "atomic compare_exchange", "", "", "", UPDATE)         \
    X(COMPARE_EXCHANGE_FAIL, "atomic compare_exchange (fails)", "", "", "",    \
      READ)                                                                    \
    X(UPDATE, "atomic update", "", "", "", UPDATE)                             \
    X(FENCE, "atomic fence", "", "", "", OTHER)                                \
    X(READ, "read", "", "", "", READ)                                          \
    X(WRITE, "write", "", "", "", WRITE)                                       \
    X(MUTEX_LOCK, "pthread_mutex_lock", "lock", "mutex", "", TAKE)             \
    X(MUTEX_TRYLOCK, "pthread_mutex_trylock", "trylock", "mutex", "", TAKE)    \
    X(MUTEX_TRYLOCK_FAIL, "pthread_mutex_trylock (busy)", "", "mutex", "",     \
      OTHER)                                                                   \
    X(MUTEX_TIMEDLOCK, "pthread_mutex_timedlock", "timed lock", "mutex", "",   \
      TAKE)                                                                    \
    X(MUTEX_TIMEDLOCK_FAIL, "pthread_mutex_timedlock (timed out)", "",         \
      "mutex", "", OTHER)                                                      \
    X(MUTEX_LOCK_INHERITED, "pthread_mutex_lock (owner dead)", "", "mutex",    \
      "", TAKE)                                                                \
    X(MUTEX_LOCK_LOST, "pthread_mutex_lock (not recoverable)", "", "mutex",    \
      "", OTHER)                                                               \
    X(MUTEX_LOCK_OWN, "pthread_mutex_lock (fails: EDEADLK)", "",               \
      "mutex", "", OTHER)                                                      \
    X(MUTEX_OWNER_END, "thread exit", "end of the owner", "mutex", "", OTHER)  \
    X(MUTEX_CONSISTENT, "pthread_mutex_consistent", "", "mutex", "", OTHER)    \
    X(MUTEX_GETPRIOCEILING, "pthread_mutex_getprioceiling", "", "mutex", "",   \
      OTHER)                                                                   \
    X(MUTEX_SETPRIOCEILING, "pthread_mutex_setprioceiling", "", "mutex", "",   \
      OTHER)                                                                   \
    X(MUTEX_UNLOCK, "pthread_mutex_unlock", "unlock", "mutex", "", GIVE)       \
    X(MUTEX_UNLOCK_FAIL, "pthread_mutex_unlock (fails: EPERM)", "",            \
      "mutex", "", OTHER)                                                      \
    X(MUTEX_INIT, "pthread_mutex_init", "initialisation", "mutex", "", MAKE)   \
    X(MUTEX_DESTROY, "pthread_mutex_destroy", "destroy", "mutex", "", OTHER)   \
    X(AWAIT, "mz_await", "", "", "", READ)                                     \
    X(SPIN_LOCK, "pthread_spin_lock", "lock", "spin lock", "", TAKE)           \
    X(SPIN_TRYLOCK, "pthread_spin_trylock", "trylock", "spin lock", "", TAKE)  \
    X(SPIN_TRYLOCK_FAIL, "pthread_spin_trylock (busy)", "", "spin lock", "",   \
      OTHER)                                                                   \
    X(SPIN_UNLOCK, "pthread_spin_unlock", "unlock", "spin lock", "", GIVE)     \
    X(SPIN_INIT, "pthread_spin_init", "initialisation", "spin lock", "", MAKE) \
    X(SPIN_DESTROY, "pthread_spin_destroy", "destroy", "spin lock", "", OTHER) \
    X(SEM_WAIT, "sem_wait", "", "semaphore", "", DRAW)                         \
    X(SEM_TRYWAIT, "sem_trywait", "", "semaphore", "", DRAW)                   \
    X(SEM_TRYWAIT_FAIL, "sem_trywait (fails)", "", "semaphore", "", OTHER)     \
    X(SEM_TIMEDWAIT, "sem_timedwait", "", "semaphore", "", DRAW)               \
    X(SEM_TIMEDWAIT_FAIL, "sem_timedwait (timed out)", "", "semaphore", "",    \
      OTHER)                                                                   \
    X(SEM_POST, "sem_post", "", "semaphore", "", PUT)                          \
    X(SEM_POST_FAIL, "sem_post (fails)", "", "semaphore", "", OTHER)           \
    X(SEM_GETVALUE, "sem_getvalue", "", "semaphore", "", LOOK)                 \
    X(SEM_INIT, "sem_init", "", "semaphore", "", SET)                          \
    X(SEM_OPEN, "sem_open", "", "semaphore", "", OTHER)                        \
    X(SEM_CLOSE, "sem_close", "", "semaphore", "", OTHER)                      \
    X(SEM_UNLINK, "sem_unlink", "", "semaphore", "", OTHER)                    \
    X(SEM_DESTROY, "sem_destroy", "", "semaphore", "", OTHER)                  \
    X(RWLOCK_RDLOCK, "pthread_rwlock_rdlock", "read lock",                     \
      "reader-writer lock", "", SHARE)                                         \
    X(RWLOCK_WRLOCK, "pthread_rwlock_wrlock", "write lock",                    \
      "reader-writer lock", "", TAKE)                                          \
    X(RWLOCK_TRYRDLOCK, "pthread_rwlock_tryrdlock", "read trylock",            \
      "reader-writer lock", "", SHARE)                                         \
    X(RWLOCK_TRYRDLOCK_FAIL, "pthread_rwlock_tryrdlock (busy)", "",            \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_TRYWRLOCK, "pthread_rwlock_trywrlock", "write trylock",           \
      "reader-writer lock", "", TAKE)                                          \
    X(RWLOCK_TRYWRLOCK_FAIL, "pthread_rwlock_trywrlock (busy)", "",            \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_TIMEDRDLOCK, "pthread_rwlock_timedrdlock", "timed read lock",     \
      "reader-writer lock", "", SHARE)                                         \
    X(RWLOCK_TIMEDRDLOCK_FAIL, "pthread_rwlock_timedrdlock (timed out)", "",   \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_TIMEDWRLOCK, "pthread_rwlock_timedwrlock", "timed write lock",    \
      "reader-writer lock", "", TAKE)                                          \
    X(RWLOCK_TIMEDWRLOCK_FAIL, "pthread_rwlock_timedwrlock (timed out)", "",   \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_WRITER_WAITS, "pthread_rwlock_wrlock (has to wait)", "",          \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_RDLOCK_OWN, "pthread_rwlock_rdlock (fails: EDEADLK)", "",         \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_WRLOCK_OWN, "pthread_rwlock_wrlock (fails: EDEADLK)", "",         \
      "reader-writer lock", "", OTHER)                                         \
    X(RWLOCK_UNLOCK, "pthread_rwlock_unlock", "unlock", "reader-writer lock",  \
      "", LEAVE)                                                               \
    X(RWLOCK_INIT, "pthread_rwlock_init", "initialisation",                    \
      "reader-writer lock", "", MAKE)                                          \
    X(RWLOCK_DESTROY, "pthread_rwlock_destroy", "destroy",                     \
      "reader-writer lock", "", OTHER)                                         \
    X(BARRIER_ARRIVE, "pthread_barrier_wait (arrives)", "wait", "barrier", "", \
      OTHER)                                                                   \
    X(BARRIER_WAIT, "pthread_barrier_wait", "wait", "barrier", "", OTHER)      \
    X(BARRIER_SERIAL, "pthread_barrier_wait (serial)", "", "barrier", "",      \
      OTHER)                                                                   \
    X(BARRIER_INIT, "pthread_barrier_init", "initialisation", "barrier", "",   \
      OTHER)                                                                   \
    X(BARRIER_DESTROY, "pthread_barrier_destroy", "destroy", "barrier", "",    \
      OTHER)                                                                   \
    X(ONCE_BEGIN, "pthread_once (begins)", "", "once control", "", OTHER)      \
    X(ONCE, "pthread_once", "", "once control", "a once control", OTHER)       \
    X(ONCE_END, "pthread_once (ends)", "", "once control", "", OTHER)          \
    X(ONCE_LEFT, "pthread_once (left by an exception)", "", "once control",    \
      "", OTHER)                                                               \
    X(KEY_CREATE, "pthread_key_create", "", "keys", "", OTHER)                 \
    X(KEY_DELETE, "pthread_key_delete", "", "keys", "", OTHER)                 \
    X(COND_WAIT, "pthread_cond_wait", "wait", "condition variable", "", OTHER) \
    X(COND_UNLOCK, "pthread_cond_wait (releases)", "", "mutex", "", GIVE)      \
    X(COND_WAKE, "pthread_cond_wait (woken up)", "", "condition variable", "", \
      OTHER)                                                                   \
    X(COND_SPURIOUS, "pthread_cond_wait (woken up by nobody)", "",             \
      "condition variable", "", OTHER)                                         \
    X(COND_TIMED_OUT, "pthread_cond_timedwait (times out)", "",                \
      "condition variable", "", OTHER)                                         \
    X(COND_CANCELLED, "pthread_cond_wait (cancelled)", "",                     \
      "condition variable", "", OTHER)                                         \
    X(COND_LOCK, "pthread_cond_wait (takes)", "", "mutex", "", TAKE)           \
    X(COND_SIGNAL, "pthread_cond_signal", "signal", "condition variable", "",  \
      OTHER)                                                                   \
    X(COND_SIGNAL_LOST, "pthread_cond_signal (nobody waits)", "",              \
      "condition variable", "", OTHER)                                         \
    X(COND_BROADCAST, "pthread_cond_broadcast", "broadcast",                   \
      "condition variable", "", OTHER)                                         \
    X(COND_BROADCAST_LOST, "pthread_cond_broadcast (nobody waits)", "",        \
      "condition variable", "", OTHER)                                         \
    X(COND_INIT, "pthread_cond_init", "initialisation", "condition variable",  \
      "", OTHER)                                                               \
    X(COND_DESTROY, "pthread_cond_destroy", "destroy", "condition variable",   \
      "", OTHER)                                                               \
    X(FUTEX_WAIT, "futex(FUTEX_WAIT)", "wait", "futex", "", OTHER)             \
    X(FUTEX_DIFFERS, "futex(FUTEX_WAIT) (differs)", "", "futex", "", OTHER)    \
    X(FUTEX_WOKEN, "futex(FUTEX_WAIT) (woken up)", "", "futex", "", OTHER)     \
    X(FUTEX_TIMED_OUT, "futex(FUTEX_WAIT) (times out)", "", "futex", "",       \
      OTHER)                                                                   \
    X(FUTEX_MOVED, "futex(FUTEX_WAIT) (moved here)", "", "futex", "", OTHER)   \
    X(FUTEX_REQUEUE, "futex(FUTEX_REQUEUE)", "", "futex", "", OTHER)           \
    X(FUTEX_NOT_EQUAL, "futex(FUTEX_CMP_REQUEUE) (differs)", "", "futex", "",  \
      OTHER)                                                                   \
    X(FUTEX_WAKE_OP, "futex(FUTEX_WAKE_OP)", "", "futex", "", OTHER)           \
    X(FUTEX_WAKE, "futex(FUTEX_WAKE)", "", "futex", "", OTHER)                 \
    X(FUTEX_NOBODY, "futex(FUTEX_WAKE) (nobody waits)", "", "futex", "",       \
      OTHER)                                                                   \
    X(DESCRIPTOR, "use of a descriptor", "", "descriptor", "", OTHER)          \
    X(DESCRIPTOR_OPEN, "opened", "", "descriptor", "", OTHER)                  \
    X(DESCRIPTOR_CLOSE, "close", "", "descriptor", "", OTHER)                  \
    X(FILE_READ, "read", "", "file", "", OTHER)                                \
    X(FILE_WRITE, "write", "", "file", "", OTHER)                              \
    X(PIPE_READ, "read", "", "data in the pipe of", "data in a pipe", OTHER)   \
    X(PIPE_WRITE, "write", "", "room in the pipe of", "room in a pipe", OTHER) \
    X(SOCKET_READ, "receive", "", "data on the socket of", "data on a socket", \
      OTHER)                                                                   \
    X(SOCKET_WRITE, "send", "", "room for data on the socket of",              \
      "room for data on a socket", OTHER)                                      \
    X(SOCKET_BIND, "bind", "", "socket", "", OTHER)                            \
    X(SOCKET_ACCEPT, "accept", "", "a connection to", "a connection", OTHER)   \
    X(SOCKET_CONNECT, "connect", "", "room in a queue of connections for",     \
      "room in a queue of connections", OTHER)                                 \
    X(EVENT_READ, "read", "", "the counter of", "the counter of an eventfd",   \
      OTHER)                                                                   \
    X(EVENT_WRITE, "write", "", "room in the counter of",                      \
      "room in the counter of an eventfd", OTHER)                              \
    X(TIMER_READ, "read", "", "the timer of", "a timer", OTHER)                \
    X(TIMER_SET, "set", "", "timer", "", OTHER)                                \
    X(FLOCK, "flock", "", "the lock of the file of", "the lock of a file",     \
      OTHER)                                                                   \
    X(RECORD_LOCK, "fcntl", "", "a lock of the file of", "a lock of a file",   \
      OTHER)                                                                   \
    X(POLL, "poll", "", "an event on", "an event on a descriptor", OTHER)      \
    X(STREAM_LOCK, "flockfile", "", "the lock of", "the lock of a stream",     \
      TAKE)                                                                    \
    X(STREAM_TRYLOCK, "ftrylockfile", "", "the lock of", "", TAKE)             \
    X(STREAM_UNLOCK, "funlockfile", "", "stream", "", GIVE)                    \
    X(STREAM_USE, "use of a stream", "", "the lock of",                        \
      "the lock of a stream", TAKE)                                            \
    X(STREAM_LEAVE, "end of the use of a stream", "", "the lock of", "", GIVE) \
    X(THREAD_CREATE, "pthread_create", "", "", "", OTHER)                      \
    X(THREAD_JOIN, "pthread_join", "", "", "", OTHER)                          \
    X(THREAD_TRYJOIN_FAIL, "pthread_tryjoin_np (busy)", "", "", "", OTHER)     \
    X(THREAD_TIMEDJOIN_FAIL, "pthread_timedjoin_np (timed out)", "", "", "",   \
      OTHER)                                                                   \
    X(THREAD_CANCEL, "pthread_cancel", "", "", "", OTHER)                      \
    X(THREAD_CANCELLED, "is cancelled", "", "", "", OTHER)                     \
    X(SIGNAL_SEND, "sends signal", "", "", "", OTHER)                          \
    X(SIGNAL_SEND_PROCESS, "sends the process signal", "", "", "", OTHER)      \
    X(SIGNAL_HANDLER, "handler of signal", "", "", "", OTHER)                  \
    X(SIGNAL_TAKE, "takes signal", "", "", "", OTHER)                          \
    X(SIGNAL_WAIT, "wait for a signal", "", "", "a signal to be sent", OTHER)  \
    X(THREAD_EXIT, "thread exit", "", "", "", OTHER)                           \
    X(CHOOSE, "choose", "", "", "", OTHER)                                     \
    X(NONDET_bool, "__VERIFIER_nondet_bool", "", "", "", OTHER)                \
    X(NONDET_char, "__VERIFIER_nondet_char", "", "", "", OTHER)                \
    X(NONDET_uchar, "__VERIFIER_nondet_uchar", "", "", "", OTHER)              \
    X(NONDET_short, "__VERIFIER_nondet_short", "", "", "", OTHER)              \
    X(NONDET_ushort, "__VERIFIER_nondet_ushort", "", "", "", OTHER)            \
    X(NONDET_int, "__VERIFIER_nondet_int", "", "", "", OTHER)                  \
    X(NONDET_long, "__VERIFIER_nondet_long", "", "", "", OTHER)                \
    X(NONDET_longlong, "__VERIFIER_nondet_longlong", "", "", "", OTHER)        \
    X(NONDET_loff_t, "__VERIFIER_nondet_loff_t", "", "", "", OTHER)            \
    X(NONDET_uint, "__VERIFIER_nondet_uint", "", "", "", OTHER)                \
    X(NONDET_unsigned, "__VERIFIER_nondet_unsigned", "", "", "", OTHER)        \
    X(NONDET_ulong, "__VERIFIER_nondet_ulong", "", "", "", OTHER)              \
    X(NONDET_ulonglong, "__VERIFIER_nondet_ulonglong", "", "", "", OTHER)      \
    X(NONDET_size_t, "__VERIFIER_nondet_size_t", "", "", "", OTHER)            \
    X(FAIL, "fails", "", "", "", OTHER)                                        \
    X(RAND, "rand", "", "", "", OTHER)                                         \
    X(SRAND, "srand", "", "", "", OTHER)                                       \
    X(RANDOM, "random", "", "", "", OTHER)                                     \
    X(SRANDOM, "srandom", "", "", "", OTHER)                                   \
    X(INITSTATE, "initstate", "", "", "", OTHER)                               \
    X(SETSTATE, "setstate", "", "", "", OTHER)                                 \
    X(ASSUME_FALSE, "assumption is false", "", "", "", OTHER)                  \
    X(LOOP, "loop that waits", "", "", "a change, in a loop", OTHER)           \
    X(STOPPED, "stopped", "", "", "", OTHER)                                   \
    X(MALLOC, "allocate", "", "", "", ALLOCATE)                                \
    X(FREE, "free", "", "", "", FREE)                                          \
    X(EXIT, "exit", "", "", "another thread to end the process", OTHER)

enum mz_action {
#define X(kind, ...) MZ_ACTION_##kind,
    MZ_ACTIONS(X)
#undef X
        MZ_ACTION_COUNT
};

enum mz_does {
    MZ_DOES_OTHER, /* or it has no object */
    MZ_DOES_READ,  /* of memory: this one, and the two that follow */
    MZ_DOES_WRITE,
    MZ_DOES_UPDATE,
    MZ_DOES_ALLOCATE,
    MZ_DOES_FREE,
    MZ_DOES_LOOK,  /* reads its state, and leaves it */
    MZ_DOES_MAKE,  /* nobody has it then */
    MZ_DOES_TAKE,  /* for its thread to hold */
    MZ_DOES_SHARE, /* the same, beside others who share it */
    MZ_DOES_GIVE,  /* gives it back: nobody has it then */
    MZ_DOES_LEAVE, /* gives it back, which others may share */
    MZ_DOES_DRAW,  /* takes one of so many */
    MZ_DOES_PUT,   /* adds one */
    MZ_DOES_SET,   /* says how many there are */
};

/* __VERIFIER_nondet_...: the first and the last of these. */
#define MZ_ACTION_IS_NONDET(action) \
    ((action) >= MZ_ACTION_NONDET_bool && (action) <= MZ_ACTION_NONDET_size_t)

extern const char *const mz_action_names[MZ_ACTION_COUNT];
extern const char *const mz_action_nouns[MZ_ACTION_COUNT];   /* or "" */
extern const char *const mz_action_objects[MZ_ACTION_COUNT]; /* or "" */
extern const char *const mz_action_awaited[MZ_ACTION_COUNT]; /* or "" */
extern const uint8_t mz_action_does[MZ_ACTION_COUNT]; /* enum mz_does */
extern const bool mz_action_takes[MZ_ACTION_COUNT];   /* TAKE or SHARE */

/* In place of an address: that of a descriptor's number 0, then 1, ... */
#define MZ_DESCRIPTOR_ADDRESS (0xfdull << 56)

/* One numbered step of a trace. */
struct mz_step {
    uint16_t thread;
    uint8_t action;    /* enum mz_action */
    uint8_t size;      /* bytes accessed, 0: no object */
    uint8_t has_value; /* bit 0: value, bit 1: second */
    uint8_t order;     /* of an atomic access, from 1; 0: not known */
    uint8_t preempts;  /* another thread, which could have gone on: */
    uint16_t preempted;
    uint8_t served;    /* memory is weak: MZ_STEP_READS, ...; of this access */
    uint32_t event;    /* position in the execution, for our own use */
    uint32_t source;   /* the event that it reads from; MZ_NONE: none */
    uint32_t newest;   /* that has written last, by the order of modification */
    uint32_t next;     /* of a store before that: the event that it comes right
                          before; MZ_NONE: not known */
    uint64_t address;  /* of the object */
    uint64_t value;  /* read, or written; choose: chosen; nondet: what it
                           returns, extended by its sign; create/join: thread;
                           semaphores: the count after it */
    uint64_t second; /* compare_exchange: stored; fetch_*: operand; store,
                           exchange, semaphores: value before; await: what it
                           is compared with; create: the start function */
    uint64_t pc;     /* return address: look up pc - 1 */
    struct mz_sight sight; /* may be empty */
};

enum {
    MZ_STEP_READS = 1,  /* from `source` */
    MZ_STEP_STALE = 2,  /* which is not `newest` */
    MZ_STEP_BEHIND = 4, /* it writes what comes before `newest` */
    MZ_STEP_WRITES = 8,
};

struct mz_stack {
    uint16_t thread;
    uint16_t depth;
    uint8_t role; /* enum mz_stack_role */
    uint8_t unused[3];
    uint64_t pcs[MZ_MAX_DEPTH]; /* innermost first; return addresses (the first
                                   one too, except with a role of FAULT) */
};

enum mz_stack_role {
    MZ_STACK_FAILURE, /* where it failed */
    MZ_STACK_FAULT,   /* the same, pcs[0] is the faulting instruction itself */
    MZ_STACK_OTHER,   /* the other side of a data race */
    MZ_STACK_ALLOCATED,
    MZ_STACK_FREED,
    MZ_STACK_BLOCKED, /* where a blocked thread stands */
};

/* What a thread has written to the standard output or error stream after a step
 * had been told, and before the next one was: bytes of mz_printed. */
struct mz_printed_part {
    uint64_t after; /* the number of that step; 0: before the first */
    uint32_t end;   /* it begins where the part before it ends */
    uint16_t thread; /* MZ_NOBODY: not known */
    uint16_t unused;
};

/* Of more than there is room for, what was written in the midst is left out. */
struct mz_printed {
    uint64_t left_out; /* bytes, before the part of this index: */
    uint32_t left_out_before;
    uint32_t part_count;
    struct mz_printed_part parts[MZ_MAX_PRINTED_PARTS];
    char bytes[MZ_MAX_PRINTED];
};

/* A heap block that some address of the finding lies in. */
enum { MZ_BLOCK_CONTENT = 64 };
struct mz_block_note {
    uint64_t address;
    uint64_t size;
    uint64_t allocated_pc; /* return address of the allocating call */
    uint64_t freed_pc;     /* 0: live */
    uint16_t allocated_by; /* threads */
    uint16_t freed_by;
    uint8_t content[MZ_BLOCK_CONTENT]; /* of one that lives, what it begins with
                                          in the end: the key of a map's node */
};

/* A thread of the execution that is told which is not called what its number
 * is called in `names`: the number was another's before, or its creator is such
 * a thread. */
struct mz_bearer {
    uint16_t thread; /* its number */
    uint16_t parent; /* that of who created it */
    uint32_t child;  /* the how many-th of that one, from 1 */
    uint32_t from;   /* how many events came before its first; 0: it is the
                        first of its number */
    char name[16];   /* pthread_setname_np, or empty */
};

/* In an execution that was stopped: a thread's next step, as it goes on. */
struct mz_next {
    uint64_t number; /* of the step, from 1 */
    struct mz_step step;
};

/*
 * Where the error of an account could be avoided, as far as that was explored.
 * Of a way without an error the first step that is not the failing execution's
 * is told. `event` is a position in both; where there is none in the failing
 * one, it is the step that fails.
 */
enum mz_critical_kind {
    MZ_CRITICAL_UNKNOWN,
    MZ_CRITICAL_STEP,   /* this one: after it each way to go on ends in an
                           error, and before it one does not */
    MZ_CRITICAL_AVOIDABLE, /* before that step one does not; of later ones it is
                              not known */
    MZ_CRITICAL_NEVER,  /* each way from the beginning ends in an error */
    MZ_CRITICAL_KINDS
};

struct mz_critical {
    uint8_t kind;         /* enum mz_critical_kind */
    uint8_t is_choice;    /* the step is a choice of a value; else of who goes
                             on */
    uint16_t thread;      /* who goes on in the way without an error */
    uint32_t event;
    uint32_t value;       /* chosen there */
    uint32_t executions;  /* that were explored for it */
    uint32_t has_choices; /* some of them had choices */
    uint8_t has_instead;
    uint8_t unused[3];
    struct mz_step instead; /* what that thread does */
};

/* A plain read. */
struct mz_look {
    uint64_t pc, address, value;
    uint16_t size, thread;
    struct mz_sight sight;
};

/* Of an assertion that fails: the last plain reads, a ring, and the frame of
 * the function that asserts. */
enum { MZ_MAX_LOOKS = 32, MZ_FRAME_BYTES = 512 };
struct mz_asserted {
    struct mz_look looks[MZ_MAX_LOOKS];
    struct mz_call_frame frame;
    uint8_t content[MZ_FRAME_BYTES];
    uint64_t from; /* content is what lies there */
    uint32_t bytes;
    uint64_t reads; /* so many: the latest is looks[(reads - 1) % ...] */
};

/* The details of one finding: those of the first are told in full. How many
 * there are of what stands first: where there are none, no other page is
 * touched. */
struct mz_account {
    uint32_t step_count;
    uint32_t steps_left_out; /* after the first half of the steps stored */
    uint32_t stack_count;
    uint32_t blocked_count;
    uint32_t bearer_count;
    uint32_t block_count;
    uint32_t obstacle_count;
    uint32_t next_count;
    uint64_t plan_length;
    struct mz_told_calls calls; /* mz_linearizable; else there are none */
    struct mz_critical critical; /* put there by the supervisor */
    struct mz_sight failed, raced; /* of the two sides of the finding */
    struct mz_asserted asserted; /* its counts are behind its lists ... */
    struct mz_printed printed;   /* ... and beside those of this */
    struct mz_step steps[MZ_MAX_STEPS];
    struct mz_stack stacks[MZ_MAX_STACKS];
    struct mz_blocked_thread blocked[MZ_WIDE_THREADS];
    struct mz_bearer bearers[MZ_MAX_BEARERS]; /* as they were created */
    struct mz_block_note blocks[MZ_MAX_BLOCKS];
    struct mz_obstacle obstacles[MZ_MAX_OBSTACLES];
    struct mz_next nexts[MZ_WIDE_THREADS]; /* the earliest first */
    struct mz_sight standing[MZ_WIDE_THREADS]; /* of each of `blocked` */
    struct mz_plan_step plan[MZ_MAX_PLAN];
};

struct mz_module_note {
    uint64_t bias;
    char path[MZ_MAX_PATH];
};

/* Of mz_linearizable, where not all scenarios are looked at. */
struct mz_scenarios {
    uint32_t drawn; /* so many; 0: all are there */
    uint32_t run;   /* of these, in executions of this process */
    uint64_t is_run[MZ_MOST_SCENARIOS / 64]; /* a bit each */
};

/* Differs between layouts: the command, and the library that a program is
 * linked to, may not be of one build. */
uint64_t mz_region_magic(void);

/* Where a read has met what new blocks of the heap are filled with, or, if
 * MZ_UNWRITTEN_DOUBTED, what may have any value: of several places the lowest,
 * so that it is the same whoever is first. */
struct mz_unwritten_read {
    uint64_t pc;   /* a return address; 0: there was none */
    uint32_t size; /* 0: where a child process begins, who is not looked at */
};

struct mz_region {
    uint64_t magic;
    uint64_t size; /* of the whole mapping, in bytes */
    struct mz_settings settings;
    uint32_t stop;   /* set by the supervisor: end soon; see shifts.h */
    uint32_t status; /* enum mz_status */
    char message[MZ_MAX_MESSAGE];
    struct mz_gap gap;
    uint32_t refusal;      /* enum mz_refusal, with MZ_STATUS_ALGORITHM */
    uint32_t limit;        /* enum mz_limit; also of a search that found
                              errors and went on (keep_going) */
    uint32_t failing_met;  /* --fail: calls that could fail, as settings have
                              them */
    uint32_t weak_atomics; /* the program uses an order weaker than SC */
    uint64_t weak_at;      /* the lowest return address where, or 0 */
    uint32_t load_buffering; /* rc11: what it leaves out C11 has, maybe */
    uint32_t has_set_aside; /* a thread that spins, once: runtime/aside.h */
    uint32_t priorities;   /* it has mutexes that change priorities */
    uint32_t has_handlers; /* of signals */
    uint32_t has_repeating_timers; /* one has run its handler again */
    uint32_t has_additions; /* that would commute with --dependence=add */
    uint32_t wide_choices; /* of some choices not all values were to be tried */
    uint32_t has_wide_choices; /* whether all values were or not */
    uint32_t lane_was_cut; /* the search of a lane has met its budget */
    struct mz_unwritten_read unwritten; /* unless it is an error */
    struct mz_scenarios scenarios; /* if they were drawn */
    struct mz_suppressed suppressed; /* races that are not to be reported */
    struct mz_unseen_list unseen; /* what a verdict of `safe` would pass over */
    struct mz_progress progress; /* several workers: see mz_region_add_up */
    struct mz_statistics statistics; /* if they are wanted */
    uint32_t workers_lost;       /* killed, and replaced */
    uint64_t workers_rss_kb;     /* of all together, at most */
    struct mz_exchange exchange; /* in the first region; with in_ranks */
    struct mz_shifts shifts;     /* in the first region; with puts_by */
    uint64_t straight;           /* in the first region, of a search that is or
                                    was kept: see struct mz_layout */
    uint32_t teller; /* the account, of findings[0] or the execution that was
                        cut, is that of this region */
    uint32_t module_count;
    struct mz_module_note modules[MZ_MAX_MODULES];
    uint32_t thread_count; /* names[0 .. thread_count) are interned */
    struct mz_thread_name names[MZ_WIDE_THREADS];
    uint64_t stacks[MZ_WIDE_THREADS]; /* lowest address of each; 0: none */
    uint64_t stack_size;
    uint64_t thread_pointers[MZ_WIDE_THREADS]; /* of each; 0: none */
    uint64_t storage_size; /* thread-local, before a thread pointer */
    uint32_t finding_count;
    struct mz_finding findings[MZ_MAX_FINDINGS];
    uint32_t plan_count; /* steps in `plans` */
    struct mz_plan_step plans[MZ_MAX_PLANS]; /* of the findings, one after the
                            other: each as it was found */
    uint32_t has_cut; /* an execution met a bound: */
    struct mz_finding cut; /* the first that did; the account is its, as long
                              as there is no error */
    struct mz_survey survey; /* if the search samples */
    struct mz_account account; /* replay: the plan is read from here */
    uint64_t search_offset;    /* the rest of the mapping is the search's */
    uint64_t taken_up; /* where a struct mz_rest is with which the search
                          begins, in bytes from here; 0: it begins anew.
                          region[1] is what was found before */
    uint64_t rest;     /* the same, what the search has put by; 0: nothing */
    uint64_t stack_limit; /* the program's own soft RLIMIT_STACK, in bytes, if
                             the process has begun with another; else 0 */
    uint64_t core_limit; /* the same of RLIMIT_CORE */
    uint32_t input;    /* descriptor in the checked process of what others have
                          read of a standard input that can be read but once;
                          0: none */
};

/* How many processes search besides the one that was started, which looks after
 * them. 0: none, it searches itself. */
static inline uint32_t mz_workers(const struct mz_settings *settings)
{
    return settings->jobs > 1 ? settings->jobs
                              : settings->puts_by | settings->in_ranks;
}

/* How much the end of one part of a search says of the whole: more than those
 * that have less. */
unsigned mz_status_weight(enum mz_status);

/* Where it must lie for addresses to mean the same. */
uint64_t mz_module_place(const struct mz_module_note *);

/* Are addresses of both those of the same code? Paths have their ends. */
bool mz_region_has_same_modules(const struct mz_region *,
                                const struct mz_region *);

/* Makes the progress of the first region that of so many workers together. */
void mz_region_add_up(struct mz_region *, uint32_t workers);

/* Adds to the first region what they have found, when all have ended. Trusts
 * none of it; what it adds is as unclean as what was there. */
void mz_region_gather(struct mz_region *, uint32_t workers);

#endif
