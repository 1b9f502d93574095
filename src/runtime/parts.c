/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each moment is a list of direct calls, made when this is compiled: some are
 * part of each execution, which may take 2 us.
 */
#include "runtime/parts.h"

enum {
    INIT = 1 << 0,
    SHARE = 1 << 1,
    SNAPSHOT = 1 << 2,
    TAKE = 1 << 3,
    RESTORE = 1 << 4,
    ROLLBACK = 1 << 5,
    RESET = 1 << 6,
    BORN = 1 << 7,
    JOINED = 1 << 8,
    FINGERPRINT = 1 << 9,
};

void mz_parts_init(void)
{
#define X(part, moments)    \
    if ((moments) & INIT)   \
        mz_##part##_init();
    MZ_PARTS(X)
#undef X
}

void mz_parts_share(struct mz_arena *arena)
{
#define X(part, moments)          \
    if ((moments) & SHARE)        \
        mz_##part##_share(arena);
    MZ_PARTS(X)
#undef X
}

void mz_parts_snapshot(void)
{
#define X(part, moments)        \
    if ((moments) & SNAPSHOT)   \
        mz_##part##_snapshot();
    MZ_PARTS(X)
#undef X
}

void mz_parts_take(struct mz_arena *arena)
{
#define X(part, moments)             \
    if ((moments) & TAKE)        \
        mz_##part##_take(arena);
    MZ_PARTS(X)
#undef X
}

void mz_parts_restore(void)
{
#define X(part, moments)       \
    if ((moments) & RESTORE)   \
        mz_##part##_restore();
    MZ_PARTS(X)
#undef X
}

void mz_parts_rollback(void)
{
#define X(part, moments)        \
    if ((moments) & ROLLBACK)   \
        mz_##part##_rollback();
    MZ_PARTS(X)
#undef X
}

void mz_parts_reset(void)
{
#define X(part, moments)     \
    if ((moments) & RESET)   \
        mz_##part##_reset();
    MZ_PARTS(X)
#undef X
}

void mz_parts_born(mz_tid parent, mz_tid child)
{
#define X(part, moments)                 \
    if ((moments) & BORN)                \
        mz_##part##_born(parent, child);
    MZ_PARTS(X)
#undef X
}

void mz_parts_joined(mz_tid parent, mz_tid child)
{
#define X(part, moments)                   \
    if ((moments) & JOINED)                \
        mz_##part##_joined(parent, child);
    MZ_PARTS(X)
#undef X
}

void mz_parts_fingerprint(struct mz_fingerprint *fingerprint)
{
#define X(part, moments)                \
    if ((moments) & FINGERPRINT)              \
        mz_##part##_fingerprint(fingerprint);
    MZ_PARTS(X)
#undef X
}
