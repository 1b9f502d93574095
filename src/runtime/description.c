/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/description.h"

#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/state.h"

uint64_t mz_descriptor_table;
struct mz_descriptor_number mz_numbers[MZ_NUMBERS];
struct mz_description mz_descriptions[MZ_DESCRIPTIONS];
struct mz_pipe mz_pipes[MZ_PIPES];
struct mz_descriptor_use mz_descriptor_uses[MZ_MAX_THREADS];
unsigned mz_number_count;

void mz_description_reset(void)
{
    if (!mz_number_count)
        return;
    mz_fill(mz_numbers, 0, mz_number_count * sizeof mz_numbers[0]);
    mz_fill(mz_descriptions, 0, sizeof mz_descriptions);
    mz_fill(mz_pipes, 0, sizeof mz_pipes);
    mz_fill(mz_descriptor_uses, 0, sizeof mz_descriptor_uses);
    mz_number_count = 0;
}

void mz_description_checkpoint(void)
{
    mz_checkpoint_need(!mz_number_count);
}

void mz_description_fingerprint(struct mz_fingerprint *f)
{
    if (!mz_number_count)
        return;
    mz_state_add_bytes(f, mz_numbers, mz_number_count * sizeof *mz_numbers);
    mz_state_add_bytes(f, mz_descriptions, sizeof mz_descriptions);
    mz_state_add_bytes(f, mz_pipes, sizeof mz_pipes);
    mz_state_add_bytes(f, mz_descriptor_uses,
                       mz_checkpoint_threads() * sizeof *mz_descriptor_uses);
}

struct mz_descriptor_number *mz_number_at(int fd)
{
    if ((unsigned)fd >= mz_number_count)
        mz_number_count = fd + 1;
    return &mz_numbers[fd];
}

int mz_number_of(const struct mz_description *d)
{
    for (unsigned fd = 0; fd < mz_number_count; fd++)
        if (mz_numbers[fd].is_taken &&
            &mz_descriptions[mz_numbers[fd].description] == d)
            return fd;
    return -1;
}

void mz_descriptors_add(struct mz_descriptors *all, int fd)
{
    for (unsigned i = 0; i < all->count && i < MZ_COUNT(all->first); i++)
        if (all->first[i] == fd)
            return;
    if (all->count < MZ_COUNT(all->first))
        all->first[all->count] = fd;
    all->count++;
}

unsigned mz_description_new(enum mz_descriptor_kind kind)
{
    unsigned i = MZ_INHERITED + 1;

    while (i < MZ_DESCRIPTIONS && mz_descriptions[i].references)
        i++;
    if (i == MZ_DESCRIPTIONS)
        mz_unsupported(OPEN_FILES);
    mz_descriptions[i] = (struct mz_description){.kind = kind};
    return i;
}

unsigned mz_pipe_new(unsigned ends)
{
    unsigned i = 1;

    while (i < MZ_PIPES && mz_pipes[i].ends)
        i++;
    if (i == MZ_PIPES)
        mz_unsupported(PIPES);
    mz_pipes[i] = (struct mz_pipe){.ends = ends};
    return i;
}
