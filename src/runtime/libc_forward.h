/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that go on to libc with all of their arguments, whatever the signature,
 * after a look at them. A row like
 *
 *     MZ_FORWARD(read, look, MZ_READS(0), MZ_FILLS(1, MZ_ARGUMENT(2)))
 *
 * defines and exports `read`. When the program calls it in an execution, what
 * the table of accesses (libc_table.h) says of `read` is announced, then
 * look(call, row) comes, which may change the arguments, or refuse. A row of
 * MZ_FORWARD_IN_TURN has two functions more: one that comes before all of that,
 * and may wait for its turn; and one that comes when the call has returned. In
 * a passive process the entry is one compare and a jump to libc's function.
 */
#ifndef MZ_RUNTIME_LIBC_FORWARD_H
#define MZ_RUNTIME_LIBC_FORWARD_H

#include "runtime/forward_x86_64.h"
#include "runtime/libc_family.h"

enum { MZ_FORWARD_RULES = 5 };

struct mz_accesses;

/* Whether a function is a cancellation point (libc_cancel.c). */
enum mz_point {
    MZ_POINT_UNKNOWN,
    MZ_POINT_NEVER,
    MZ_POINT_ALWAYS,
    MZ_POINT_PERHAPS,
};

struct mz_forward {
    void *real;            /* libc's function, once it has been looked up */
    const char *name;      /* NULL: see MZ_FORWARD_ENTRY_ABOUT */
    void (*before)(struct mz_call *, const struct mz_forward *);
    void (*turn)(struct mz_call *, const struct mz_forward *);
    void (*after)(struct mz_call *, const struct mz_forward *);
    const struct mz_accesses *accesses; /* NULL: not in the table */
    uint32_t rules[MZ_FORWARD_RULES]; /* for `before` to interpret; 0: none */
    uint8_t failing; /* the row of libc_failing.c plus one, once looked up */
    uint8_t point; /* enum mz_point, once it has been looked up */
};

/* How far from each of them that lies which a row has. */
struct mz_forward_about {
    int32_t name, accesses;
};

/* The function is called: it does not return where a request is acted upon. */
void mz_forward_may_cancel(struct mz_forward *, uint64_t pc) MZ_COLD;

/* Lets it fail, if --fail says so: the function to call in its place, or NULL.
 * It may have changed the arguments. */
void *mz_forward_fails(struct mz_call *, struct mz_forward *) MZ_COLD;

#define MZ_FORWARD(name, before, ...) \
    MZ_FORWARD_IN_TURN(name, NULL, before, NULL, __VA_ARGS__)
#define MZ_FORWARD_IN_TURN(name_, turn_, before_, after_, ...)            \
    extern const struct mz_accesses mz_accesses_##name_                   \
        __attribute__((weak, visibility("hidden")));                      \
    static struct mz_forward forward_##name_                              \
        __attribute__((used, aligned(8))) = {                             \
        .name = #name_, .before = before_, .turn = turn_,                 \
        .after = after_,                                                  \
        .accesses = &mz_accesses_##name_, .rules = {__VA_ARGS__}};        \
    MZ_FORWARD_ENTRY(#name_, ".globl ")

/* Where mz_forward_enter goes on, and whether it then calls mz_forward_finish
 * with what came of it. */
struct mz_forward_way {
    void *real;
    uint64_t returns;
};
enum mz_forward_due {
    MZ_FORWARD_ANNOUNCES = 1, /* what is only known now */
    MZ_FORWARD_AFTER = 2,     /* the row's function */
    MZ_FORWARD_NOWHERE = 4,   /* `before` says so: nothing is called */
    MZ_FORWARD_ENDS_BLOCK = 8, /* the atomic block that the call is in */
    MZ_FORWARD_LEAVES = 64,   /* the lock of its stream */
    MZ_FORWARD_LEFT = 16,     /* `turn` says so: it ends with EINTR */
    MZ_FORWARD_LOOKS = 32,    /* `turn` is to say whether it has an effect */
};

/* Is it a read that may find nothing, and has no effect then? */
bool mz_forward_may_look(const struct mz_call *, const struct mz_forward *);

struct mz_forward_way mz_forward_prepare(struct mz_call *, struct mz_forward *);
void mz_forward_finish(struct mz_call *);

#endif
