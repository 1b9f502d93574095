/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of the runtime know of one another. All of this runs inside
 * the checked process, beside (and below) the checked program.
 *
 * Three states of the process:
 *   passive    no supervisor: hooks do the plain thing, calls go to libc. So a
 *              program built with `mazurka cc` also runs as usual.
 *   before     a supervisor, but main has not been reached: constructors run,
 *              single-threaded, as in `passive`, but the heap is ours already.
 *   active     an execution is running: every visible operation is a turn.
 *
 * Memory of the program is rolled back between executions; the variables of
 * libmazurka.so are not: each part resets its own in its *_rollback().
 */
#ifndef MZ_RUNTIME_RUNTIME_H
#define MZ_RUNTIME_RUNTIME_H

#include "arch/arch.h"
#include "base/format.h"
#include "region/region.h"

struct mz_runtime {
    /* Most hooks ask whether the program runs and nobody looks at what it does:
     * that is one comparison with MZ_ACTIVE_ALONE, of four or of eight. */
    union {
        struct {
            bool active;       /* an execution runs, and its program calls us */
            bool tracing;      /* this run is for a report or a replay */
            bool detecting;    /* the race detector is told of accesses, as
                                  they are checked and it has to know */
            uint8_t observing; /* MZ_OBSERVING: one of the next three,
                                  keeps_private, seeks_unwritten, stopping or
                                  sets_aside; MZ_SERVING: memory is weak */
            bool auditing;     /* this execution is audited, see audit.h */
            bool watching;     /* loops that wait are looked for, see loop.h */
            bool signalling;   /* threads are sent signals, see sent_signal.h */
            bool interleaving; /* plain accesses are visible operations */
        };
        uint32_t looks;        /* those at synchronisation */
        uint64_t looks_at_plain;
    };
    bool supervised;      /* not passive */
    bool is_awaited;      /* a supervisor waits for word, once or all along */
    bool replaying;       /* this run shows the program's output */
    union {
        struct {
            bool armed;   /* plain accesses will be checked for races, from the
                             first that could race on */
            bool ordering_ends;  /* ends of threads are visible operations */
            bool private_stacks; /* accesses to some are not, see frame.h */
            bool keeps_private; /* to none of private memory, see private.h;
                                   also `observing` */
        };
        uint32_t asks_for_stacks; /* whose they are: any of these */
    };
    bool choosing;        /* inside of an execution the search is asked */
    bool cancelling;      /* some threads are cancelled, see cancel.h */
    bool checks_races;    /* this execution is, see detecting.h */
    bool inheriting;      /* births and joins concern some part, see parts.h */
    bool keeps_vectors;   /* who runs is in the midst of inline assembly */
    bool adds;             /* additions commute, see additions.h */
    bool could_add;        /* they would, with --dependence=add */
    bool atomic_volatiles; /* volatile ones are relaxed atomics */
    bool seeks_unwritten;  /* see unwritten.h; also `observing` */
    bool zoned;            /* some code has red zones, see zones.h */
    bool weak;             /* memory is, see weak.h */
    bool stopping;         /* threads may be stopped, see progress.h; also
                              `observing` */
    bool sets_aside;       /* a thread, see aside.h; also `observing` */
    mz_tid self;          /* the thread that runs now */
    struct mz_region *region; /* of who searches here */
    struct mz_region *common; /* the first: that of all workers together */
    uint32_t effects[MZ_MAX_THREADS]; /* see below; they wrap around */
};

/* Bits of `observing`. */
enum {
    MZ_OBSERVING = 1 << 0,
    MZ_SERVING = 1 << 1,
};

enum {
    MZ_ACTIVE_ALONE = 1,                          /* `active`, no other */
    MZ_ACTIVE_DETECTING = MZ_ACTIVE_ALONE | 1 << 16, /* and `detecting` */
};
_Static_assert(offsetof(struct mz_runtime, active) == 0 &&
                   offsetof(struct mz_runtime, detecting) == 2 &&
                   offsetof(struct mz_runtime, observing) == 3,
               "as these have them");

MZ_HIDDEN extern struct mz_runtime mz_rt;

static inline void mz_set_observing(void)
{
    bool observes = mz_rt.auditing || mz_rt.watching || mz_rt.signalling ||
                    mz_rt.keeps_private || mz_rt.seeks_unwritten ||
                    mz_rt.stopping || mz_rt.sets_aside;

    mz_rt.observing =
        (observes ? MZ_OBSERVING : 0) | (mz_rt.weak ? MZ_SERVING : 0);
}

/* Does somebody look at operations, other than to serve them? */
static inline bool mz_is_observing(void)
{
    return mz_rt.observing & MZ_OBSERVING;
}

/* What `looks_at_plain` says of plain accesses: it is nothing to them that
 * memory is weak. */
static inline uint64_t mz_looks_at_plain(void)
{
    return mz_rt.looks_at_plain & ~((uint64_t)MZ_SERVING << 24);
}

static inline void mz_set_auditing(bool on)
{
    mz_rt.auditing = on;
    mz_set_observing();
}

static inline void mz_set_watching(bool on)
{
    mz_rt.watching = on;
    mz_set_observing();
}

static inline void mz_set_signalling(bool on)
{
    mz_rt.signalling = on;
    mz_set_observing();
}

static inline void mz_set_keeping_private(bool on)
{
    mz_rt.keeps_private = on;
    mz_set_observing();
}

static inline void mz_set_stopping(bool on)
{
    mz_rt.stopping = on;
    mz_set_observing();
}

static inline void mz_set_setting_aside(bool on)
{
    mz_rt.sets_aside = on;
    mz_set_observing();
}

/*
 * Effects: what a thread does beside reading, to anything that is not its own
 * stack. They are counted, of each thread: as long as its number stays the
 * thread has only read. A call that is not known to be without effect counts,
 * too; but not what we call ourselves, while no execution is active. Of visible
 * operations only updates that change memory do: the others are known by their
 * events.
 */
static inline void mz_effect_note(void)
{
    mz_rt.effects[mz_rt.self] += mz_rt.active;
}

/* ---- errors of the program, results (fault.c) --------------------------- */

/* What a finding is made of by whoever meets an error. What is not said is 0:
 * `pc` is the return address of the hook or call. */
struct mz_failure {
    enum mz_fault fault;
    enum mz_action action;
    int signal;
    uint64_t address, pc;
    uint32_t size; /* of the access, the object at `address` */
    mz_tset threads; /* that make the error; nobody: the one that runs */
    uint64_t loop;   /* as struct mz_finding has it */
    uint64_t numbers[MZ_MAX_NUMBERS];
    struct mz_integer integers[2];
    const char *text; /* of the program, or a name; no sentence */
    const char *found, *expected; /* of what was written; or NULL */
};

/* The execution ends here with an error. Called on a fiber; never returns to
 * it. */
_Noreturn void mz_fail(const struct mz_failure *) __attribute__((cold));

/* What the checker lacks: a kind of region/gap.h, with the parameters that the
 * sentence there has. */
struct mz_lack {
    enum mz_gap_kind kind;
    const char *text; /* of the program, or a name; no sentence */
    int64_t numbers[MZ_GAP_NUMBERS];
};

/* The checker cannot model this: `unsupported: ...`, exit status 2; of a
 * program that runs natively, 1. A kind, without MZ_GAP_, and its parameters:
 * mz_unsupported(PRCTL, .numbers = {option}). */
#define mz_unsupported(...) \
    mz_unsupported_by(&(const struct mz_lack){.kind = MZ_GAP_##__VA_ARGS__})

/* What that calls; the same of a row with a text alone; and of one that was
 * noted before. */
_Noreturn void mz_unsupported_by(const struct mz_lack *) __attribute__((cold));
_Noreturn void mz_unsupported_name(enum mz_gap_kind, const char *name)
    __attribute__((cold));
_Noreturn void mz_unsupported_gap(const struct mz_gap *) __attribute__((cold));

/* Our own failure, exit status 1: a line for who is to mend it. */
_Noreturn void mz_give_up(const char *format, ...)
    __attribute__((format(printf, 1, 2), cold));

/* ---- tracing (account.c): nothing unless mz_rt.tracing ------------------- */

/* Adds a step to the account. has_value as in struct mz_step. */
void mz_trace_step(enum mz_action, uint64_t address, unsigned size,
                   unsigned has_value, uint64_t value, uint64_t second,
                   uint64_t pc) __attribute__((cold));

/* A write that is about to be made. Before anything else is told, or memory is
 * given up, the value that it wrote is looked up. */
void mz_trace_write(uint64_t address, unsigned size, uint64_t before,
                    uint64_t pc) __attribute__((cold));
void mz_trace_settle(void) __attribute__((cold));

/* The memory order of the next access that the running thread tells. */
void mz_trace_order(unsigned order) __attribute__((cold));

/* ---- plain accesses (plain.c) -------------------------------------------- */

/*
 * An instrumented plain access, or one that libc makes on the program's behalf:
 * checks it against the heap, and races, or makes it visible, as settings ask.
 * Cheap when size is 0 or nothing is to be done.
 */
void mz_plain_read(const void *, size_t size, void *pc);
/* What is read is put elsewhere as it is; of which mz_unwritten_copy tells. */
void mz_plain_read_to_move(const void *, size_t size, void *pc);
void mz_plain_write(void *, size_t size, void *pc);

/* ---- rollback (snapshot.c) ----------------------------------------------- */

/*
 * The kernel is about to write here on the program's behalf: makes the pages
 * writable first, since a write fault inside a system call is not delivered.
 */
void mz_snapshot_touch(const void *, size_t size);

/* Before the snapshot: roll this range back, too (page-aligned). */
void mz_snapshot_add(void *, size_t size);

/* Is this code address in libmazurka.so? */
static inline bool mz_is_ours(uint64_t pc)
{
    extern const char __ehdr_start[] __attribute__((visibility("hidden")));
    extern const char etext[] __attribute__((visibility("hidden")));

    return pc - (uint64_t)__ehdr_start <
           (uint64_t)etext - (uint64_t)__ehdr_start;
}

/* ---- libc underneath -------------------------------------------------- */

/* The next definition of an interposed symbol, that of libc. */
void *mz_real(const char *name);
#define MZ_REAL(name)                                              \
    ({                                                             \
        static __typeof__(&name) real_;                            \
        mz_effect_note(); /* what it does is not known here */     \
        if (MZ_UNLIKELY(!real_))                                   \
            real_ = (__typeof__(&name))mz_real(#name);             \
        real_;                                                     \
    })

/* Return address of the interposed function or hook this is written in. */
#define MZ_PC ((uint64_t)__builtin_return_address(0))

/* Of what is in the memory that workers and the supervisor share: bytes from
 * its start. */
static inline uint64_t mz_offset_of(const void *what)
{
    return (uint64_t)((const char *)what - (const char *)mz_rt.common);
}

#endif
