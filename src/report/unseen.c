/* SPDX-License-Identifier: Apache-2.0 */
#include "report/unseen.h"

#include <string.h>

#include "report/stacks.h"

enum { TOLD = 3 }; /* things that the line with the verdict names */

/* `write of 4 bytes to counter by main.1 at f.c:12 in f` */
static void print_access(const struct mz_narrator *n,
                         const struct mz_unseen *item, FILE *out)
{
    char object[MZ_PHRASE], thread[MZ_PHRASE];
    struct mz_frame place;

    mz_narrator_object(n, item->address, item->size, object);
    mz_narrator_unseen_thread(n, item, thread);
    fputs(item->is_write ? "write" : "read", out);
    if (item->size)
        fprintf(out, " of %u byte%s", item->size, item->size == 1 ? "" : "s");
    fprintf(out, " %s %s by %s", item->is_write ? "to" : "of", object, thread);
    /* `pc` is that of the instruction, not a return address. */
    if (mz_narrator_place(n, item->pc + 1, &place)) {
        fputs(" at ", out);
        mz_stacks_place(&place, out);
        if (place.module && !place.file)
            fprintf(out, " (%s)", place.module);
    }
}

/* Whether it is one more thing that the same handler uses. */
static bool is_of_handler(const struct mz_unseen *item,
                          const struct mz_unseen *first)
{
    return item->kind == MZ_UNSEEN_HANDLER && item->pc == first->pc &&
           item->address && item->is_trusted == first->is_trusted &&
           !strcmp(item->name, first->name) && !strcmp(item->why, first->why);
}

/* `the handler of SIGUSR1, at f.c:8 in on_usr1 (...: log_lines)` */
static void print_handler(const struct mz_narrator *n,
                          const struct mz_unseen *first,
                          const struct mz_unseen *end, FILE *out)
{
    const struct mz_unseen *item = first;
    char object[MZ_PHRASE];
    struct mz_frame place;

    fputs(item->name, out);
    if (mz_narrator_place(n, item->pc + 1, &place)) {
        fputs(", at ", out);
        mz_stacks_place(&place, out);
    }
    fprintf(out, " (%s", item->why);
    for (; item < end && is_of_handler(item, first); item++) {
        mz_narrator_object(n, item->address, item->size, object);
        fprintf(out, "%s%s", item == first ? ": " : ", ", object);
    }
    fputs(")\n", out);
}

static void print_item(const struct mz_narrator *n,
                       const struct mz_unseen_list *list, uint32_t i, FILE *out)
{
    const struct mz_unseen *item = &list->items[i];

    if (i && is_of_handler(item, item - 1))
        return;
    fputs(item->is_trusted ? "trusted: " : "not seen: ", out);
    if (item->kind == MZ_UNSEEN_HANDLER) {
        print_handler(n, item, list->items + list->count, out);
        return;
    }
    if (item->kind == MZ_UNSEEN_ACCESS)
        print_access(n, item, out);
    else
        fputs(item->name, out);
    if (item->kind == MZ_UNSEEN_ACCESS && item->name[0])
        fprintf(out, " (in %s: %s)", item->name, item->why);
    else if (item->why[0])
        fprintf(out, " (%s)", item->why);
    fputc('\n', out);
}

void mz_report_unseen(const struct mz_report *report, FILE *out)
{
    const struct mz_unseen_list *list = &report->region->unseen;
    struct mz_narrator narrator;

    if (!mz_narrator_open(&narrator, report))
        return;
    for (uint32_t i = 0; i < list->count; i++)
        print_item(&narrator, list, i, out);
    if (list->left_out)
        fprintf(out, "%s: %u more\n",
                list->trusts_all ? "trusted" : "not seen", list->left_out);
    mz_narrator_close(&narrator);
}

/* Accesses of the audit go with the code that makes them, which has a name. */
void mz_report_trust(const struct mz_report *report, FILE *out)
{
    const struct mz_unseen_list *list = &report->region->unseen;
    unsigned told = 0, more = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const struct mz_unseen *item = &list->items[i];

        if (!item->is_trusted || item->kind == MZ_UNSEEN_ACCESS)
            continue;
        if (told < TOLD)
            fprintf(out, "%s%s", told++ ? ", " : ", trusting ", item->name);
        else
            more++;
    }
    if (more)
        fprintf(out, " and %u more", more);
    if (!told && mz_unseen_trusted(list))
        fprintf(out, ", trusting %u unannounced accesses",
                mz_unseen_trusted(list));
}
