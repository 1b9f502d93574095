/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "runtime/printed.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/account.h"
#include "runtime/expected.h"
#include "runtime/libc.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"

enum {
    MOST = 4 << 20, /* bytes of output of a run: there is no room for more */
    PIECE = 1024,
    LARGE = 2048, /* bytes of a part, to which no more is added */
};

bool mz_printed_is_on;

static int file = -1; /* hidden: where it is written to */

/* How much of each file was taken in. In the region, since a run may be a
 * forked one. */
static struct seen {
    uint64_t own, expected;
} *seen;

void mz_printed_take(struct mz_arena *arena)
{
    seen = mz_arena_take(arena, sizeof *seen);
}

/* ---- parts --------------------------------------------------------------- */

static uint32_t begin_of(const struct mz_printed *p, uint32_t part)
{
    return part ? p->parts[part - 1].end : 0;
}

static uint32_t length_of(const struct mz_printed *p)
{
    return begin_of(p, p->part_count);
}

/* How many of the first parts stay whatever comes: a quarter of the room. */
static uint32_t first_parts(const struct mz_printed *p)
{
    uint32_t count = 0;

    if (p->left_out)
        return p->left_out_before;
    while (count < MZ_MAX_PRINTED_PARTS / 4 && count < p->part_count &&
           p->parts[count].end <= MZ_MAX_PRINTED / 4)
        count++;
    return count;
}

/* Half of those that came after the first ones. */
static void forget_some(struct mz_printed *p)
{
    uint32_t from = first_parts(p), to = from + (p->part_count - from + 1) / 2;
    uint32_t begin = begin_of(p, from), end = begin_of(p, to);
    uint32_t rest = length_of(p) - end, dropped = end - begin;

    for (uint32_t i = 0; i < rest; i++)
        p->bytes[begin + i] = p->bytes[end + i];
    for (uint32_t i = to; i < p->part_count; i++) {
        p->parts[from + i - to] = p->parts[i];
        p->parts[from + i - to].end -= dropped;
    }
    p->part_count -= to - from;
    p->left_out += dropped;
    p->left_out_before = from;
}

/* The part that is added to. The writer is a thread, or MZ_NOBODY, which is no
 * mz_tid. */
static struct mz_printed_part *part_of(struct mz_printed *p, uint16_t writer)
{
    uint64_t after = *mz_account_steps();
    struct mz_printed_part *last = &p->parts[p->part_count - 1];

    if (p->part_count && last->after == after && last->thread == writer &&
        last->end - begin_of(p, p->part_count - 1) < LARGE)
        return last;
    if (p->part_count == MZ_MAX_PRINTED_PARTS)
        forget_some(p);
    last = &p->parts[p->part_count];
    *last = (struct mz_printed_part){
        .after = after,
        .end = length_of(p),
        .thread = writer,
    };
    p->part_count++;
    return last;
}

static void add(const char *bytes, uint32_t size, uint16_t writer)
{
    struct mz_printed *p = &mz_rt.region->account.printed;
    struct mz_printed_part *part;

    if (length_of(p) + size > MZ_MAX_PRINTED)
        forget_some(p);
    part = part_of(p, writer);
    mz_copy(p->bytes + part->end, bytes, size);
    part->end += size;
}

/* ---- a run --------------------------------------------------------------- */

static void take_from(int from, uint64_t end, uint64_t *from_here,
                      uint16_t writer)
{
    char bytes[PIECE];
    uint64_t left = end - *from_here;
    long size;

    for (; end > *from_here; *from_here += size) {
        left = end - *from_here;
        size = MZ_SYSTEM(pread64, from, bytes, left < PIECE ? left : PIECE,
                         *from_here);
        if (size <= 0)
            return;
        add(bytes, size, writer);
    }
}

/* What there is: how far the file was written. */
static void take_files(uint16_t writer)
{
    long end = MZ_SYSTEM(lseek, file, 0, SEEK_CUR);

    if (end > 0)
        take_from(file, end, &seen->own, writer);
    if (mz_expected_is_on())
        take_from(mz_expected_gathered(), mz_expected_size(), &seen->expected,
                  writer);
}

void mz_printed_take_in(mz_tid writer)
{
    mz_libc_flush_stdout();
    take_files(writer);
}

void mz_printed_reset(void)
{
    struct mz_printed *p = &mz_rt.region->account.printed;

    p->part_count = 0;
    p->left_out = p->left_out_before = 0;
    seen->own = seen->expected = 0;
    if (mz_printed_is_on)
        MZ_SYSTEM(lseek, file, 0, SEEK_SET);
}

/* It does not grow: where there is no end of output writes fail at last. */
static void make_file(void)
{
    long fd = MZ_SYSTEM(memfd_create, "printed",
                        MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0)
        return;
    if (MZ_SYSTEM(ftruncate, fd, MOST) == 0 &&
        MZ_SYSTEM(fcntl, fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0)
        file = mz_descriptor_hide(fd);
    else
        MZ_SYSTEM(close, fd);
}

void mz_printed_begin(void)
{
    if (file < 0)
        make_file();
    if (file < 0)
        return;
    mz_printed_is_on = true;
    mz_printed_reset();
    mz_libc_lead_output_to(file);
}

void mz_printed_end(void)
{
    if (!mz_printed_is_on)
        return;
    take_files(MZ_NOBODY); /* of a run that has died */
    mz_printed_is_on = false;
    mz_libc_show_output(false);
}
