/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/left.h"

#include <string.h>

#include "cli/search_state.h"

const uint64_t *mz_left_keys(const struct mz_rest *rest)
{
    return (const uint64_t *)(rest + 1);
}

const struct mz_share_record *mz_left_first(const struct mz_rest *rest)
{
    return (const struct mz_share_record *)(mz_left_keys(rest) + rest->objects);
}

const struct mz_share_record *mz_left_after(const struct mz_share_record *r)
{
    return (const struct mz_share_record *)((const char *)r +
                                            mz_share_stride(r));
}

struct mz_rest *mz_left_begin(const struct mz_layout *layout,
                              const uint64_t *keys, uint64_t objects,
                              uint64_t room)
{
    uint64_t head = sizeof(struct mz_rest) + objects * sizeof *keys;
    struct mz_rest *rest = mz_search_state_memory(head + room);

    rest->size = head;
    rest->objects = objects;
    rest->layout = *layout;
    memcpy(rest + 1, keys, objects * sizeof *keys);
    return rest;
}

/* What pads it is zero, whatever is behind the record. */
void mz_left_add(struct mz_rest *rest, const struct mz_share_record *r)
{
    memcpy((char *)rest + rest->size, r, sizeof *r + r->size);
    rest->size += mz_share_stride(r);
    rest->tasks++;
}

void mz_left_add_all(struct mz_rest *rest, const struct mz_rest *from)
{
    const struct mz_share_record *r = mz_left_first(from);

    for (uint64_t i = 0; i < from->tasks; i++, r = mz_left_after(r))
        mz_left_add(rest, r);
}

void mz_left_seal(struct mz_rest *rest)
{
    rest->seal = mz_rest_seal_of(rest);
}
