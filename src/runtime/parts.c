/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each moment is a list of direct calls, made when this is compiled: some are
 * part of each execution, which may take 2 us.
 */
#include "runtime/parts.h"

enum moment {
    MOMENT_init,
    MOMENT_share,
    MOMENT_snapshot,
    MOMENT_take,
    MOMENT_restore,
    MOMENT_rollback,
    MOMENT_reset,
    MOMENT_born,
    MOMENT_joined,
    MOMENT_born_again,
    MOMENT_checkpoint,
    MOMENT_fingerprint,
};

/* What the functions of some moment are given. */
struct given {
    struct mz_arena *arena;
    struct mz_fingerprint *fingerprint;
    mz_tid parent, child;
};

#define GIVES_init ()
#define GIVES_share (given.arena)
#define GIVES_snapshot ()
#define GIVES_take (given.arena)
#define GIVES_restore ()
#define GIVES_rollback ()
#define GIVES_reset ()
#define GIVES_born (given.parent, given.child)
#define GIVES_joined (given.parent, given.child)
#define GIVES_born_again (given.child)
#define GIVES_checkpoint ()
#define GIVES_fingerprint (given.fingerprint)

/* Calls what all parts have to do at that moment. */
MZ_INLINED void call(enum moment now, struct given given)
{
#define CALL(part, moment)                       \
    if (now == MOMENT_##moment)                  \
        mz_##part##_##moment GIVES_##moment;
#define X(part, ...) MZ_MOMENTS(CALL, part, __VA_ARGS__)
    MZ_PARTS(X)
#undef X
#undef CALL
}

void mz_parts_init(void)
{
    call(MOMENT_init, (struct given){0});
}

void mz_parts_share(struct mz_arena *arena)
{
    call(MOMENT_share, (struct given){.arena = arena});
}

void mz_parts_snapshot(void)
{
    call(MOMENT_snapshot, (struct given){0});
}

void mz_parts_take(struct mz_arena *arena)
{
    call(MOMENT_take, (struct given){.arena = arena});
}

void mz_parts_restore(void)
{
    call(MOMENT_restore, (struct given){0});
}

void mz_parts_rollback(void)
{
    call(MOMENT_rollback, (struct given){0});
}

void mz_parts_reset(void)
{
    call(MOMENT_reset, (struct given){0});
}

void mz_parts_born(mz_tid parent, mz_tid child)
{
    call(MOMENT_born, (struct given){.parent = parent, .child = child});
}

void mz_parts_joined(mz_tid parent, mz_tid child)
{
    call(MOMENT_joined, (struct given){.parent = parent, .child = child});
}

void mz_parts_born_again(mz_tid t)
{
    call(MOMENT_born_again, (struct given){.child = t});
}

void mz_parts_checkpoint(void)
{
    call(MOMENT_checkpoint, (struct given){0});
}

void mz_parts_fingerprint(struct mz_fingerprint *fingerprint)
{
    call(MOMENT_fingerprint, (struct given){.fingerprint = fingerprint});
}
