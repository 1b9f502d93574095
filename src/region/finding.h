/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A finding: an error of the program, or a bound that an execution has met, as
 * data. What failed (a fault), its operands, where, on which object, by which
 * threads. No sentence is in it: the report makes these (report/sentence), so
 * whoever finds an error fills in a row, and two findings are compared by what
 * they are and not by how they are told.
 *
 * Flat, since it lies in the region.
 */
#ifndef MZ_REGION_FINDING_H
#define MZ_REGION_FINDING_H

#include "op/op.h"
#include "region/undefined.h"
#include "trace/limit.h"

enum {
    MZ_MAX_TEXT = 494, /* of the program's own words: an expression, a name */
    MZ_MAX_PATH = 512,
    MZ_MAX_EXCERPT = 160, /* of what was written, as C would have it */
    MZ_MAX_NUMBERS = 5, /* operands of a fault */
};

/* The kinds of errors, and their names in reports; then bounds that an
 * execution has met: limits (trace/limit.h). */
#define MZ_ERROR_KINDS(X)                  \
    X(ASSERTION, "assertion")              \
    X(ABORT, "abort")                      \
    X(DEADLOCK, "deadlock")                \
    X(DATA_RACE, "data-race")              \
    X(MEMORY, "memory")                    \
    X(SIGNAL, "signal")                    \
    X(EXIT, "exit")                        \
    X(MISUSE, "misuse")                    \
    X(UNDEFINED, "undefined-behaviour")    \
    X(LOOP, "loop")                        \
    X(OUTPUT, "output")                    \
    X(LINEARIZABILITY, "linearizability")  \
    X(PROGRESS, "progress")                \
    X(NONDETERMINISM, "nondeterminism")

enum mz_finding_kind {
#define X(kind, ...) MZ_FINDING_##kind,
    MZ_ERROR_KINDS(X)
    MZ_LIMITS_OF_EXECUTIONS(X)
#undef X
    MZ_FINDING_KINDS
};

extern const char *const mz_finding_names[MZ_FINDING_KINDS];

/* What has allocated a block: malloc and its kin, new, or new[]. */
enum mz_heap_maker {
    MZ_HEAP_OF_MALLOC,
    MZ_HEAP_OF_NEW,
    MZ_HEAP_OF_NEW_ARRAY,
};

static inline bool mz_finding_is_limit(uint32_t kind)
{
    return kind == MZ_FINDING_EVENTS || kind == MZ_FINDING_WATCHDOG ||
           kind == MZ_FINDING_STOPPED;
}

/* The limit that a finding of that kind is an instance of. */
static inline enum mz_limit mz_finding_limit(uint32_t kind)
{
#define X(id, ...)                 \
    if (kind == MZ_FINDING_##id)   \
        return MZ_LIMIT_##id;
    MZ_LIMITS_OF_EXECUTIONS(X)
#undef X
    return MZ_LIMIT_NONE;
}

/*
 * All that can go wrong: the fault, its kind, and in the comment its operands:
 * the numbers in their order, `text`, the action or the signal. Bytes are those
 * of an access unless they are said to be others'. Of undefined behaviour the
 * values that are told are `integers`, unless they are addresses; the first
 * number is an enum of region/undefined.h where that says so.
 */
#define MZ_FAULTS(X)                                                          \
    X(UNKNOWN, SIGNAL)              /* by a region that was written over */   \
    X(ASSERT, ASSERTION)            /* text: the expression */                \
    X(ASSERT_PERROR, ASSERTION)     /* errno */                               \
    X(ERROR_CALL, ASSERTION)        /* text: the function called */           \
    X(ASSERT_CALL, ASSERTION)       /* text: the function called */           \
    X(TEST_FAILED, ASSERTION)       /* of mz_check, by its framework */       \
    X(TEST_LEFT, ASSERTION)         /* the same, by a jump */                 \
    X(ABORT, ABORT)                                                           \
    X(TERMINATED, ABORT)            /* the only thread that can be joined, or \
                                       0; whether an exception is thrown */   \
    X(UNCAUGHT, ABORT)              /* text: the exception's mangled type,    \
                                       and ": " and what it says */           \
    X(STACK_SMASHED, ABORT)                                                   \
    X(BUFFER_OVERFLOW, ABORT)                                                 \
    X(SIGABRT, ABORT)                                                         \
    X(NO_MEMORY, ABORT)                                                       \
    X(END_CAUGHT, ABORT)                                                      \
    X(DEADLOCK, DEADLOCK)           /* see `blocked` */                       \
    X(RACE, DATA_RACE)              /* see the two sides */                   \
    X(UNSAFE_CALL, DATA_RACE)       /* text: the function */                  \
    X(HEAP_WILD, MEMORY)            /* action; bytes */                       \
    X(HEAP_UNDERFLOW, MEMORY)       /* action; bytes, how far before, bytes   \
                                       of the block, whether it is freed */   \
    X(HEAP_OVERFLOW, MEMORY)        /* the same; how far after */             \
    X(HEAP_FREED, MEMORY)           /* the same; how far into */              \
    X(BEFORE_BLOCK_WRITTEN, MEMORY)                                           \
    X(AFTER_BLOCK_WRITTEN, MEMORY)  /* how far after, bytes of the block */   \
    X(FREE_TWICE, MEMORY)           /* bytes of the block */                  \
    X(FREE_OTHERWISE, MEMORY)       /* the same; who has allocated it, and    \
                                       who frees it: enum mz_heap_maker */    \
    X(CALL_ON_FREED, MEMORY)        /* text: the function; those bytes */     \
    X(CALL_ON_NO_BLOCK, MEMORY)     /* text: the function; the address */     \
    X(CALL_INTO_BLOCK, MEMORY)      /* the same; how far into, bytes of the   \
                                       block, whether it is freed */          \
    X(UNWRITTEN, MEMORY)            /* bytes, how far into, bytes of the      \
                                       block */                               \
    X(UNWRITTEN_LOCAL, MEMORY)      /* bytes */                               \
    X(LEAK, MEMORY)                 /* bytes of the blocks, blocks */         \
    X(FRAME_LEFT, MEMORY)           /* action; bytes */                       \
    X(STACK_ENDED, MEMORY)          /* action; bytes */                       \
    X(LOCAL_ENDED, MEMORY)          /* action; bytes */                       \
    X(LOCAL_UNDERFLOW, MEMORY)      /* of red zones: text: the variable;      \
                                       empty: an array of variable length,    \
                                       or, of globals, a string;              \
                                       action; bytes, how far before, bytes   \
                                       of the variable, its line, code of its \
                                       function; the last two may be 0.       \
                                       found: its file, of globals */         \
    X(LOCAL_OVERFLOW, MEMORY)       /* the same; how far after */             \
    X(GLOBAL_UNDERFLOW, MEMORY)     /* the same; how far before */            \
    X(GLOBAL_OVERFLOW, MEMORY)      /* the same; how far after */             \
    X(SCOPE_LEFT, MEMORY)           /* the same; how far into */              \
    X(ZONE_UNKNOWN, MEMORY)         /* action; bytes */                       \
    X(SCOPE_ENDED, MEMORY)          /* action; bytes */                       \
    X(OBJECT_TOO_SMALL, MEMORY)     /* text: the function; bytes, bytes of    \
                                       the object */                          \
    X(STACK_OVERFLOW, SIGNAL)       /* the address */                         \
    X(NO_ADDRESS, SIGNAL)           /* the signal */                          \
    X(NULL_ACCESS, SIGNAL)          /* the signal; the address */             \
    X(BAD_ACCESS, SIGNAL)           /* the signal; the address */             \
    X(DIVISION_BY_ZERO, SIGNAL)                                               \
    X(ARITHMETIC, SIGNAL)                                                     \
    X(SIGNAL, SIGNAL)               /* the signal */                          \
    X(SIGNAL_RAISED, SIGNAL)        /* the signal */                          \
    X(KILLED, SIGNAL)               /* the signal */                          \
    X(ENDED, SIGNAL)                /* status */                              \
    X(KILLED_EARLY, SIGNAL)         /* the signal */                          \
    X(EXIT, EXIT)                   /* status */                              \
    X(MAIN_RETURNED, EXIT)          /* status */                              \
    X(EXIT_EARLY, EXIT)             /* status */                              \
    X(DESTROYED, MISUSE)            /* action */                              \
    X(NOT_INITIALISED, MISUSE)      /* action */                              \
    X(WAITED_FOR, MISUSE)           /* action */                              \
    X(LOCKED, MISUSE)               /* action */                              \
    X(LOCKED_BY_ANOTHER, MISUSE)    /* action */                              \
    X(NOT_LOCKED, MISUSE)           /* action */                              \
    X(WAIT_UNLOCKED, MISUSE)        /* action; on the mutex */                \
    X(OTHER_MUTEX, MISUSE)          /* action */                              \
    X(STATIC_WITHIN_ITSELF, MISUSE)                                           \
    X(NO_SUCH_THREAD, MISUSE)       /* the pthread_t */                       \
    X(JOIN_SELF, MISUSE)                                                      \
    X(JOIN_DETACHED, MISUSE)                                                  \
    X(JOIN_JOINED, MISUSE)                                                    \
    X(DETACH_JOINED, MISUSE)                                                  \
    X(DETACH_DETACHED, MISUSE)                                                \
    X(CANCEL_JOINED, MISUSE)                                                  \
    X(CANCEL_ENDED, MISUSE)                                                   \
    X(SIGNAL_JOINED, MISUSE)                                                  \
    X(SIGNAL_ENDED, MISUSE)                                                   \
    X(CHOOSE_OF_NONE, MISUSE)                                                 \
    X(BLOCK_NOT_BEGUN, MISUSE)                                                \
    X(OVERFLOW, UNDEFINED)          /* sign; left, right; text: the type */   \
    X(ZERO_DIVISOR, UNDEFINED)      /* the dividend; text: the type */        \
    X(SHIFT, UNDEFINED)             /* what, how far; text: the type */       \
    X(SHIFT_OVERFLOW, UNDEFINED)    /* the same */                            \
    X(INDEX, UNDEFINED)             /* which; text: of what */                \
    X(ARRAY_LENGTH, UNDEFINED)      /* the length */                          \
    X(INVALID_VALUE, UNDEFINED)     /* it; text: the type */                  \
    X(CONVERSION, UNDEFINED)        /* it; text: the type; found: to what */  \
    X(NULL_USED, UNDEFINED)         /* the use; text: the type */             \
    X(MISALIGNED, UNDEFINED)        /* the same, the address, bytes */        \
    X(NO_ROOM, UNDEFINED)           /* the same, the address */               \
    X(UNREACHABLE, UNDEFINED)                                                 \
    X(NO_RETURN, UNDEFINED)                                                   \
    X(ZERO_COUNTED, UNDEFINED)      /* text: the function */                  \
    X(NULL_ARGUMENT, UNDEFINED)     /* which, from 1 */                       \
    X(NULL_RETURNED, UNDEFINED)                                               \
    X(POINTER, UNDEFINED)           /* the address, what it comes to */       \
    X(ASSUMED_ALIGNMENT, UNDEFINED) /* the address, bytes */                  \
    X(LOOP_ALONE, LOOP)                                                       \
    X(LOOP_TOGETHER, LOOP)          /* threads */                             \
    X(LOOP_OF_CALLS, LOOP)          /* threads */                             \
    X(LOOP_WITHOUT_OPERATION, LOOP) /* unused, enum mz_repeated_reads */      \
    X(OUTPUT_DIFFERS, OUTPUT)       /* text: the file; byte, line, whether it \
                                       is missing, was missing; `found`,      \
                                       `expected` */                          \
    X(NOT_LINEARIZABLE, LINEARIZABILITY) /* scenario */                       \
    X(NOT_SEQUENTIAL, LINEARIZABILITY)   /* scenario */                       \
    X(WAITS_ALONE, PROGRESS)        /* enum mz_freedom, which it lacks */      \
    X(RUNS_ALONE, PROGRESS)         /* so many operations, the same */        \
    X(STEP_GONE, NONDETERMINISM)    /* step, enum mz_op, thread */            \
    X(VALUE_CHANGED, NONDETERMINISM) /* step, enum mz_op, value, value now */ \
    X(CHILD_CHANGED, NONDETERMINISM) /* text: the program that was run */     \
    X(STEP_CHANGED, NONDETERMINISM) /* step, enum mz_op, the same now, its    \
                                       address */                             \
    X(EVENTS, EVENTS)               /* so many */                             \
    X(SILENCE, WATCHDOG)            /* unused, enum mz_repeated_reads */      \
    X(SILENCE_TIMED, WATCHDOG)      /* nanoseconds, the same */               \
    X(MAIN_NOT_REACHED, WATCHDOG)   /* nanoseconds */                         \
    X(STOPPED, STOPPED)             /* before this step */

enum mz_fault {
#define X(fault, kind) MZ_FAULT_##fault,
    MZ_FAULTS(X)
#undef X
        MZ_FAULT_COUNT
};

extern const uint8_t mz_fault_kinds[MZ_FAULT_COUNT]; /* enum mz_finding_kind */

/* What a thread without visible operations has read again and again, and not
 * written, but for its own stack. */
enum mz_repeated_reads {
    MZ_READS_NOTHING, /* or it is not known */
    MZ_READS_ONE,     /* place: as who waits for that */
    MZ_READS_SEVERAL, /* as who walks through a list */
};

/* Whether it is about a variable with red zones, which it tells of. */
static inline bool mz_fault_has_variable(enum mz_fault fault)
{
    return fault >= MZ_FAULT_LOCAL_UNDERFLOW && fault <= MZ_FAULT_SCOPE_LEFT;
}

static inline bool mz_fault_has_global(enum mz_fault fault)
{
    return fault == MZ_FAULT_GLOBAL_UNDERFLOW ||
           fault == MZ_FAULT_GLOBAL_OVERFLOW;
}

/* What one side of two does that are not ordered, or come in a wrong order. */
#define MZ_SIDES(X)                      \
    X(ACCESS, "access")                  \
    X(ALLOCATION, "allocation")          \
    X(FREE, "free")                      \
    X(LEFT, "frame left")                \
    X(END, "thread end")                 \
    X(DESTROY, "destruction")            \
    X(INIT, "initialisation")            \
    X(WAIT, "wait")

enum mz_side {
#define X(side, name) MZ_SIDE_##side,
    MZ_SIDES(X)
#undef X
        MZ_SIDE_COUNT
};

extern const char *const mz_side_names[MZ_SIDE_COUNT];

/* A thread that cannot go on at the end. */
enum { MZ_MAX_ALSO = 3 };

struct mz_blocked_thread {
    uint16_t thread;
    uint16_t holder;   /* who holds the mutex or is joined; MZ_NOBODY: nobody */
    uint8_t action;    /* MUTEX_LOCK, THREAD_JOIN, ASSUME_FALSE, ... */
    uint8_t size;      /* await: bytes of the variable */
    uint8_t condition; /* await: enum mz_condition */
    uint8_t kind;      /* enum mz_op, of what it stands at */
    uint8_t also_count; /* in a loop, or at descriptors: what else would let it
                           go on */
    uint8_t also_size[MZ_MAX_ALSO];
    uint32_t more;           /* the same, of which nothing else is told */
    uint64_t also[MZ_MAX_ALSO]; /* addresses */
    uint64_t address; /* of the object, 0: none */
    uint64_t value;   /* await: what it holds; semaphore: 0, the count */
    uint64_t number;  /* await: what it is compared with */
    uint64_t pc;      /* where it waits, a return address; 0: not known */
};

struct mz_finding {
    uint32_t kind;   /* enum mz_finding_kind: of `fault`, if that is known */
    uint16_t thread; /* that failed; MZ_NOBODY: none in particular */
    uint8_t fault;   /* enum mz_fault */
    uint8_t traced;  /* steps, stacks, ... are there (only the first) */
    uint8_t signal;  /* of faults that have one */
    uint8_t action;  /* enum mz_action, of faults that have one */
    uint8_t is_allowed; /* a deadlock: the model of the calls waits, too */
    uint8_t is_aside; /* data race: the other thread, in a loop without end,
                         was set aside (runtime/aside.h) */
    uint32_t access_size;
    uint64_t numbers[MZ_MAX_NUMBERS]; /* as the rows of MZ_FAULTS say */
    struct mz_integer integers[2];    /* the same */
    uint64_t address;   /* of the access, object, ... 0: none */
    uint64_t pc;        /* where, a return address; 0: see stacks */
    uint64_t execution; /* ordinal of the execution, from 1 */
    uint64_t threads[MZ_WIDE_THREADS / 64]; /* a bit each: who makes the error,
                                               unless `pc` says where it is */
    uint64_t loop;      /* a hash of what is done in it, wherever it begins */
    /* data race: this side is the later one, by `thread`; the other: */
    uint64_t other_address, other_pc;
    uint32_t other_ordinal; /* among the accesses of its thread */
    uint16_t other_thread;
    uint8_t other_size;
    uint8_t is_write, other_is_write;
    uint8_t is_atomic, other_is_atomic;
    uint8_t side, other_side; /* enum mz_side; of an error of memory or misuse
                                 the other: who made it one, at other_pc */
    uint32_t blocked_count;   /* deadlock: */
    uint32_t line;
    uint32_t plan_from, plan_length; /* in mz_region.plans: the execution that
                                        it was found in; length 0: not kept */
    uint32_t plan_region; /* with several workers: in whose plans */
    /* Of what follows only that is meaningful which a zero or a count says. */
    char text[MZ_MAX_TEXT];
    char file[MZ_MAX_PATH]; /* assertion: from __assert_fail; else empty */
    char function[128];
    char found[MZ_MAX_EXCERPT]; /* output: the line that differs */
    char expected[MZ_MAX_EXCERPT];
    struct mz_blocked_thread blocked[MZ_WIDE_THREADS];
};

/* Makes it one of nothing, by no thread. Cheap: what has no meaning then is
 * left as it is. */
void mz_finding_clear(struct mz_finding *);

/* Whether both would be told in the same words, but for names of threads,
 * objects and places: the same fault with the same operands. */
bool mz_finding_is_alike(const struct mz_finding *, const struct mz_finding *);

/*
 * Whether they are one error, met twice. They are alike, at the same places;
 * and where several threads make the error, the same threads are at the same
 * places and objects. (At one place an error of one thread, or a race of two,
 * is listed once, whichever of similar threads and objects meet in it.)
 */
bool mz_finding_is_same(const struct mz_finding *, const struct mz_finding *);

#endif
