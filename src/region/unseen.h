/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the search was not shown. A verdict of `safe` is about the operations
 * that reached the runtime; each thing here says that others may not have, so
 * that the verdict becomes `incomplete`. Whoever knows of one notes it: the
 * runtime of modules, units and assembly, the audit of single accesses.
 *
 * An item says what is meant in the words that --trust takes, and why it
 * matters by a number: the report has the sentence. An order is not trusted.
 */
#ifndef MZ_REGION_UNSEEN_H
#define MZ_REGION_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MZ_MAX_UNSEEN = 64,
    MZ_UNSEEN_USES = 4, /* things that a handler uses */
    MZ_UNSEEN_TEXT = 256,
};

enum mz_unseen_kind {
    MZ_UNSEEN_MODULE,   /* a library that is not instrumented */
    MZ_UNSEEN_UNIT,     /* an object file or archive member, likewise */
    MZ_UNSEEN_ASSEMBLY, /* inline assembly that is not announced */
    MZ_UNSEEN_ACCESS,   /* an access that nobody announced: of the audit */
    MZ_UNSEEN_ORDER,    /* of an access and another one, which may race */
    MZ_UNSEEN_FUNCTION, /* of libc or libstdc++: nothing is known of it */
    MZ_UNSEEN_HANDLER,  /* what a handler of a signal does to plain data may
                           come amid what its own thread does */
    MZ_UNSEEN_CHILD,    /* in which order another process does something */
    MZ_UNSEEN_KINDS
};

/* Why that may matter; `detail` in the comment. */
#define MZ_UNSEEN_REASONS(X)                                                  \
    X(TOLD)             /* the reason itself, or empty: by who has built it */ \
    X(NOT_INSTRUMENTED) /* where it lies */                                   \
    X(NOT_LINKED_BY_US) /* where it lies; what is in it is not known */       \
    X(LINKED_INTO)      /* which module; empty: the program */                \
    X(NOT_ANNOUNCED)                                                          \
    X(NOT_ANNOUNCED_IN_LIBRARY) /* of which no more is known */               \
    X(ORDERED_BY_CALLS) /* of what library, for one */                        \
    X(UNKNOWN_ACCESSES) /* of what library the function is */                 \
    X(BESIDE_THREADS)   /* which library */                                   \
    X(UNKNOWN_REQUEST)                                                        \
    X(CUTS_OUTPUT_OFF)  /* of other threads */                                \
    X(COMES_AMID_PLAIN) /* data that its thread is about to use */            \
    X(CHANGES_ERRNO)                                                          \
    X(CHILD_READS_INPUT)                                                      \
    X(CHILD_HAS_MEMORY)                                                       \
    X(CHILD_HAS_PIPES)                                                        \
    X(CHILD_HAS_FILES)                                                        \
    X(CHILD_IS_AWAITED) /* by asking again and again */                       \
    X(CHILD_HAS_READ)   /* files before they were changed */                  \
    X(CHILD_CHANGES_MEMORY)                                                   \
    X(CHILD_IS_ANOTHER) /* program */

enum mz_unseen_reason {
#define X(reason) MZ_UNSEEN_##reason,
    MZ_UNSEEN_REASONS(X)
#undef X
        MZ_UNSEEN_REASON_COUNT
};

/* Names in JSON: module unit assembly access order function handler child
 */
extern const char *const mz_unseen_names[MZ_UNSEEN_KINDS];

/* A thread by birth: at[0] is the how many-th of main, at[1] of that one, ...
 * `depth` 0: it is called what its number is called. */
enum { MZ_MAX_BIRTHS = 7 };
struct mz_births {
    uint32_t depth;
    uint32_t at[MZ_MAX_BIRTHS];
};

struct mz_unseen {
    uint8_t kind;        /* enum mz_unseen_kind */
    uint8_t reason;      /* enum mz_unseen_reason */
    uint16_t thread;     /* access, order: by whom */
    uint8_t size;        /* access, order, handler: bytes; 0: more
                              than 255 */
    uint8_t is_write;    /* access, order */
    uint32_t is_trusted; /* --trust says that it does not matter */
    uint64_t address;    /* access, order: of the memory; handler: of what it
                            uses, 0: none; unit: where its code ends */
    uint64_t pc;         /* access, order: of the instruction; unit, handler:
                            where its code begins; 0: not known */
    struct mz_births births; /* access, order: of the thread */
    uint64_t library;    /* function, or access by one that the instruction at
                            `pc` called: an address in its module; 0: none */
    char name[MZ_UNSEEN_TEXT]; /* libfoo.so.1, foo.o, f.c:12, a function as
                                  linkers know it; access: the function of that
                                  library, or empty */
    char detail[MZ_UNSEEN_TEXT]; /* of the reason: "/usr/lib/libfoo.so.1" */
};

/* In the region: flat, and never emptied. All zeros: nothing is unseen. */
struct mz_unseen_list {
    uint32_t count;
    uint32_t left_out; /* notes for which there was no more room */
    uint32_t trusts_all; /* they do not matter, either */
    struct mz_unseen items[MZ_MAX_UNSEEN];
};

/* Adds an item, unless one of the same kind, name and instruction is there; of
 * a handler, as many as MZ_UNSEEN_USES of what it uses. */
void mz_unseen_note(struct mz_unseen_list *, const struct mz_unseen *);

/* Adds all of another list, that of a worker. */
void mz_unseen_add(struct mz_unseen_list *, const struct mz_unseen_list *);

/* How many things are noted that matter, and how many that are trusted. */
uint32_t mz_unseen_count(const struct mz_unseen_list *);
uint32_t mz_unseen_trusted(const struct mz_unseen_list *);

static inline bool mz_unseen_any(const struct mz_unseen_list *list)
{
    return mz_unseen_count(list) > 0;
}

#endif
