/* SPDX-License-Identifier: Apache-2.0 */
#include "region/unseen.h"

#include "base/base.h"

const char *const mz_unseen_names[MZ_UNSEEN_KINDS] = {
    [MZ_UNSEEN_MODULE] = "module",
    [MZ_UNSEEN_UNIT] = "unit",
    [MZ_UNSEEN_ASSEMBLY] = "assembly",
    [MZ_UNSEEN_ACCESS] = "access",
    [MZ_UNSEEN_ORDER] = "order",
    [MZ_UNSEEN_FUNCTION] = "function",
    [MZ_UNSEEN_HANDLER] = "handler",
    [MZ_UNSEEN_CHILD] = "child",
};

/* Of MZ_UNSEEN_TEXT bytes, if no NUL comes first. */
static bool is_same_text(const char *a, const char *b)
{
    unsigned i = 0;

    while (i < MZ_UNSEEN_TEXT - 1 && a[i] && a[i] == b[i])
        i++;
    return a[i] == b[i];
}

static bool is_same(const struct mz_unseen *a, const struct mz_unseen *b)
{
    return a->kind == b->kind && a->pc == b->pc &&
           a->is_write == b->is_write && is_same_text(a->name, b->name);
}

/* What handlers use is told as far as that helps to find it. */
static bool is_told(const struct mz_unseen_list *list,
                    const struct mz_unseen *item)
{
    unsigned same = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        if (!is_same(&list->items[i], item))
            continue;
        if (item->kind != MZ_UNSEEN_HANDLER ||
            list->items[i].address == item->address)
            return true;
        same++;
    }
    return same >= MZ_UNSEEN_USES;
}

void mz_unseen_note(struct mz_unseen_list *list, const struct mz_unseen *item)
{
    if (is_told(list, item))
        return;
    if (list->count == MZ_MAX_UNSEEN)
        list->left_out++;
    else
        mz_copy(&list->items[list->count++], item, sizeof *item);
}

void mz_unseen_add(struct mz_unseen_list *list,
                   const struct mz_unseen_list *other)
{
    for (uint32_t i = 0; i < other->count && i < MZ_MAX_UNSEEN; i++)
        mz_unseen_note(list, &other->items[i]);
    list->left_out += other->left_out;
}

uint32_t mz_unseen_trusted(const struct mz_unseen_list *list)
{
    uint32_t count = list->trusts_all ? list->left_out : 0;

    for (uint32_t i = 0; i < list->count; i++)
        count += list->items[i].is_trusted != 0;
    return count;
}

uint32_t mz_unseen_count(const struct mz_unseen_list *list)
{
    return list->count + list->left_out - mz_unseen_trusted(list);
}
