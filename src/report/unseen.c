/* SPDX-License-Identifier: Apache-2.0 */
#include "report/unseen.h"

#include <string.h>

#include "report/stacks.h"

enum { TOLD = 3 }; /* things that the line with the verdict names */

/* ---- why ----------------------------------------------------------------- */

/* What stands before the detail, and after it; and what for it if there is
 * none. */
static const struct {
    const char *before, *after, *otherwise;
} reasons[MZ_UNSEEN_REASON_COUNT] = {
    [MZ_UNSEEN_TOLD] = {"", ""},
    [MZ_UNSEEN_NOT_INSTRUMENTED] = {"", "; not instrumented"},
    [MZ_UNSEEN_NOT_LINKED_BY_US] = {"", "; linked without 'mazurka cc', so "
                                        "what is in it is not known"},
    [MZ_UNSEEN_LINKED_INTO] = {"linked into ", "; not instrumented",
                               "the program"},
    [MZ_UNSEEN_NOT_ANNOUNCED] = {"nobody announced it", ""},
    [MZ_UNSEEN_NOT_ANNOUNCED_IN_LIBRARY] = {"in a library: nobody announced it",
                                            ""},
    [MZ_UNSEEN_ORDERED_BY_CALLS] = {"a data race with the other one, unless "
                                    "calls of code without instrumentation, as "
                                    "of ", ", order the two"},
    [MZ_UNSEEN_UNKNOWN_ACCESSES] = {"a function of ",
                                    " of which is not known what it accesses"},
    [MZ_UNSEEN_BESIDE_THREADS] = {"of ", ", beside other threads: that what "
                                  "it does then comes amid what they do is not "
                                  "explored, and it stays when it is closed"},
    [MZ_UNSEEN_UNKNOWN_REQUEST] = {"a request of which is not known what it "
                                   "accesses", ""},
    [MZ_UNSEEN_CUTS_OUTPUT_OFF] = {"the process ends beside other threads, "
                                   "whose output may be cut off by that, which "
                                   "is not explored", ""},
    [MZ_UNSEEN_COMES_AMID_PLAIN] = {"what it does may come amid what its "
                                    "thread does to plain data", ""},
    [MZ_UNSEEN_CHANGES_ERRNO] = {"it changes errno, which its thread may be "
                                 "about to read", ""},
    [MZ_UNSEEN_CHILD_READS_INPUT] = {"a child process reads standard input, in "
                                     "no order with other threads that do, or "
                                     "their children", ""},
    [MZ_UNSEEN_CHILD_HAS_MEMORY] = {"a child process begins with memory that "
                                    "other threads use, in no order with what "
                                    "they do there", ""},
    [MZ_UNSEEN_CHILD_HAS_PIPES] = {"a child process has pipes of the "
                                   "program's, which it uses before anyone "
                                   "else does", ""},
    [MZ_UNSEEN_CHILD_HAS_FILES] = {"a child process has open files of the "
                                   "program's, in no order with other threads "
                                   "that use them", ""},
    [MZ_UNSEEN_CHILD_IS_AWAITED] = {"a child process that is asked for again "
                                    "and again may take longer than is "
                                    "explored", ""},
    [MZ_UNSEEN_CHILD_HAS_READ] = {"files were changed after the child process "
                                  "had begun, which has read them before", ""},
    [MZ_UNSEEN_CHILD_CHANGES_MEMORY] = {"a child process changes the memory of "
                                        "its parent, which does not see it "
                                        "here", ""},
    [MZ_UNSEEN_CHILD_IS_ANOTHER] = {"the process becomes another program, "
                                    "which is not checked", ""},
};

void mz_unseen_why(const struct mz_unseen *item, char out[MZ_UNSEEN_WHY])
{
    const char *otherwise = reasons[item->reason].otherwise;

    snprintf(out, MZ_UNSEEN_WHY, "%s%s%s", reasons[item->reason].before,
             item->detail[0] || !otherwise ? item->detail : otherwise,
             reasons[item->reason].after);
}

/* ---- the list ------------------------------------------------------------ */

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

bool mz_unseen_is_of_access(const struct mz_unseen *item)
{
    return item->kind == MZ_UNSEEN_ACCESS || item->kind == MZ_UNSEEN_ORDER;
}

/* Whether it is one more thing that the same handler uses. */
static bool is_of_handler(const struct mz_unseen *item,
                          const struct mz_unseen *first)
{
    return item->kind == MZ_UNSEEN_HANDLER && item->pc == first->pc &&
           item->address && item->is_trusted == first->is_trusted &&
           !strcmp(item->name, first->name) && item->reason == first->reason;
}

/* `the handler of SIGUSR1, at f.c:8 in on_usr1 (...: log_lines)` */
static void print_handler(const struct mz_narrator *n,
                          const struct mz_unseen *first,
                          const struct mz_unseen *end, FILE *out)
{
    const struct mz_unseen *item = first;
    char object[MZ_PHRASE], why[MZ_UNSEEN_WHY];
    struct mz_frame place;

    fputs(item->name, out);
    if (mz_narrator_place(n, item->pc + 1, &place)) {
        fputs(", at ", out);
        mz_stacks_place(&place, out);
    }
    mz_unseen_why(first, why);
    fprintf(out, " (%s", why);
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
    char why[MZ_UNSEEN_WHY];

    if (i && is_of_handler(item, item - 1))
        return;
    fputs(item->is_trusted ? "trusted: " : "not seen: ", out);
    if (item->kind == MZ_UNSEEN_HANDLER) {
        print_handler(n, item, list->items + list->count, out);
        return;
    }
    mz_unseen_why(item, why);
    if (item->kind == MZ_UNSEEN_ORDER)
        fputs("order of ", out);
    if (mz_unseen_is_of_access(item))
        print_access(n, item, out);
    else
        fputs(item->name, out);
    if (item->kind == MZ_UNSEEN_ACCESS && item->name[0])
        fprintf(out, " (in %s: %s)", item->name, why);
    else if (why[0])
        fprintf(out, " (%s)", why);
    fputc('\n', out);
}

/* The same as an error that is told: a handler's data race with its thread. Or
 * what may be one, beside one. */
static bool is_told(const struct mz_report *report,
                    const struct mz_unseen *item)
{
    const struct mz_finding *first = &report->region->findings[0];

    if (report->verdict != MZ_VERDICT_ERROR || first->fault != MZ_FAULT_RACE)
        return false;
    return item->kind == MZ_UNSEEN_ORDER ||
           (first->thread == first->other_thread &&
            item->kind == MZ_UNSEEN_HANDLER &&
            item->reason == MZ_UNSEEN_COMES_AMID_PLAIN);
}

void mz_report_unseen(const struct mz_report *report, FILE *out)
{
    const struct mz_unseen_list *list = &report->region->unseen;
    struct mz_narrator narrator;

    if (!mz_narrator_open(&narrator, report))
        return;
    for (uint32_t i = 0; i < list->count; i++)
        if (!is_told(report, &list->items[i]))
            print_item(&narrator, list, i, out);
    if (list->left_out)
        fprintf(out, "%s: %u more\n",
                list->trusts_all ? "trusted" : "not seen", list->left_out);
    mz_narrator_close(&narrator);
}

const struct mz_unseen *mz_unseen_code(const struct mz_unseen_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].kind == MZ_UNSEEN_MODULE ||
            list->items[i].kind == MZ_UNSEEN_UNIT)
            return &list->items[i];
    return NULL;
}

const struct mz_unseen *mz_unseen_order(const struct mz_unseen_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].kind == MZ_UNSEEN_UNIT ||
            (list->items[i].kind == MZ_UNSEEN_MODULE &&
             list->items[i].reason != MZ_UNSEEN_NOT_INSTRUMENTED))
            return &list->items[i];
    return NULL;
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
