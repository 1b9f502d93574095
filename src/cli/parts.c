/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka split, mazurka merge: a search that was put by becomes several, which
 * go on wherever they like; what has come of them becomes one again.
 *
 * What was found before the split is in the first part. No part says of itself
 * that all was explored, and none begins the search anew (supervise.c).
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/left.h"
#include "cli/message.h"
#include "cli/option_value.h"
#include "cli/ranks_join.h"
#include "cli/search_state.h"
#include "cli/transcript.h"

enum { MOST_PARTS = 1024 };

static const char split_usage[] =
    "Usage: mazurka split N FILE\n"
    "Cuts what is left of a search that 'mazurka check --checkpoint=FILE' has "
    "kept into N parts, FILE.1 to FILE.N, for as many jobs: 'mazurka resume' "
    "goes on with each, and 'mazurka merge' makes one search of them again.";

static const char merge_usage[] =
    "Usage: mazurka merge FILE PART...\n"
    "Makes one search again of all the parts that 'mazurka split' has made, "
    "and writes it to FILE: 'mazurka resume FILE' goes on with what is left, "
    "and tells what all have found.";

static int help(const char *usage)
{
    mz_help_text(usage);
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

static bool asks_for_help(int argc, char **argv)
{
    return argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
}

/* ---- split --------------------------------------------------------------- */

/* By turns, since those that come first are large. */
static struct mz_rest *share_of(const struct mz_rest *rest, uint64_t part,
                                uint64_t parts)
{
    struct mz_rest *some = mz_left_begin(
        &rest->layout, mz_left_keys(rest), rest->objects, rest->size);
    const struct mz_share_record *r = mz_left_first(rest);

    for (uint64_t i = 0; i < rest->tasks; i++, r = mz_left_after(r))
        if (i % parts == part - 1)
            mz_left_add(some, r);
    mz_left_seal(some);
    return some;
}

static int save_part(const struct mz_search_state *whole,
                     const struct mz_search_origin *origin, const char *file,
                     uint64_t part, uint64_t parts)
{
    char path[PATH_MAX];
    struct mz_search_state state = *whole;
    int status;

    if (snprintf(path, sizeof path, "%s.%llu", file,
                 (unsigned long long)part) >= (int)sizeof path)
        return mz_refuse("%s: the path is too long", file);
    if (mz_tally_run(&whole->before->progress.tally))
        state.settings.audit = MZ_AUDIT_OFF; /* the first execution was */
    state.of = (struct mz_search_part){whole->rest->seal, part, parts};
    state.rest = share_of(whole->rest, part, parts);
    state.before = mz_transcript_take(whole->before, 1);
    if (part > 1) {
        mz_transcript_forget_found(state.before);
        state.seconds = 0;
    }
    status = mz_search_state_save(&state, origin, path);
    mz_search_state_release(&state);
    return status;
}

int mz_command_split(int argc, char **argv, char *const *command_line)
{
    struct mz_search_state state;
    struct mz_search_origin origin;
    unsigned long parts = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    int status;

    (void)command_line;
    if (asks_for_help(argc, argv))
        return help(split_usage);
    status = mz_ranks_refuse_command("split");
    if (status)
        return status;
    if (argc != 3)
        return mz_refuse("say into how many parts, and name one file that "
                         "'mazurka check --checkpoint=FILE' has written");
    if (parts < 2 || parts > MOST_PARTS ||
        strspn(argv[1], "0123456789") != strlen(argv[1]))
        return mz_refuse("%s parts: give a number from 2 to %u", argv[1],
                         MOST_PARTS);
    status = mz_search_state_load(&state, &origin, argv[2]);
    if (!status && state.of.parts)
        status = mz_refuse("%s is a part of a search itself: merge it first",
                           argv[2]);
    for (unsigned long i = 1; i <= parts && !status; i++)
        status = save_part(&state, &origin, argv[2], i, parts);
    mz_search_state_release(&state);
    return status;
}

/* ---- merge --------------------------------------------------------------- */

struct parts {
    size_t count;
    char *const *paths;
    struct mz_search_state *states;
    size_t objects, names; /* which has the longest of these lists */
};

static uint32_t names_of(const struct mz_region *region)
{
    uint32_t count = 1;

    while (count < MZ_WIDE_THREADS && region->names[count].child)
        count++;
    return count;
}

/* What the one means by numbers of threads the other does. */
static bool has_names_of(const struct mz_region *all,
                         const struct mz_region *some)
{
    for (uint32_t t = 0; t < names_of(some); t++)
        if (all->names[t].parent != some->names[t].parent ||
            all->names[t].child != some->names[t].child)
            return false;
    return true;
}

static bool has_objects_of(const struct mz_rest *all,
                           const struct mz_rest *some)
{
    return some->objects <= all->objects &&
           !memcmp(mz_left_keys(all), mz_left_keys(some),
                   some->objects * sizeof(uint64_t));
}

static int refuse_part(const struct parts *p, size_t i)
{
    const struct mz_search_state *s = &p->states[i];

    if (!s->of.parts)
        return mz_refuse("%s is no part of a search: 'mazurka split' makes "
                         "them",
                         p->paths[i]);
    if (s->of.whole != p->states[0].of.whole ||
        s->of.parts != p->states[0].of.parts ||
        !mz_layout_is_same(&s->rest->layout, &p->states[0].rest->layout) ||
        !mz_region_has_same_modules(s->before, p->states[0].before))
        return mz_refuse("%s and %s are not of the same search", p->paths[0],
                         p->paths[i]);
    for (size_t k = 0; k < i; k++)
        if (p->states[k].of.part == s->of.part)
            return mz_refuse("%s and %s are the same part", p->paths[k],
                             p->paths[i]);
    return 0;
}

/* Of those whose lists matter. */
static int refuse_lists(const struct parts *p, size_t i)
{
    const struct mz_search_state *s = &p->states[i];
    bool has_found = s->before->finding_count || s->before->has_cut;

    if ((s->rest->tasks &&
         !has_objects_of(p->states[p->objects].rest, s->rest)) ||
        ((s->rest->tasks || has_found) &&
         !has_names_of(p->states[p->names].before, s->before)))
        return mz_refuse("%s has met other objects or threads than the others "
                         "have, and numbered them as those: go on with each "
                         "part to its end",
                         p->paths[i]);
    return 0;
}

static int load_all(struct parts *p, struct mz_search_origin *origin)
{
    int status = 0;

    for (size_t i = 0; i < p->count && !status; i++) {
        struct mz_search_state *s = &p->states[i];

        status = mz_search_state_load(s, origin, p->paths[i]);
        if (!status)
            status = refuse_part(p, i);
        if (status)
            return status;
        if (s->rest->objects > p->states[p->objects].rest->objects)
            p->objects = i;
        if (names_of(s->before) > names_of(p->states[p->names].before))
            p->names = i;
    }
    if (p->count != p->states[0].of.parts)
        return mz_refuse("%zu of %llu parts: name each of them", p->count,
                         (unsigned long long)p->states[0].of.parts);
    for (size_t i = 0; i < p->count && !status; i++)
        status = refuse_lists(p, i);
    return status;
}

static struct mz_region *found_by_all(const struct parts *p)
{
    struct mz_region *found[MOST_PARTS];

    for (size_t i = 0; i < p->count; i++)
        found[i] = p->states[i].before;
    return mz_transcript_merge(found, p->count);
}

static struct mz_rest *left_by_all(const struct parts *p)
{
    const struct mz_rest *longest = p->states[p->objects].rest;
    uint64_t size = 0;
    struct mz_rest *all;

    for (size_t i = 0; i < p->count; i++)
        size += p->states[i].rest->size;
    all = mz_left_begin(&longest->layout, mz_left_keys(longest),
                        longest->objects, size);
    for (size_t i = 0; i < p->count; i++)
        mz_left_add_all(all, p->states[i].rest);
    mz_left_seal(all);
    return all;
}

static void tell(const struct mz_search_state *state, const struct parts *p,
                 const char *path)
{
    size_t left = 0;

    for (size_t i = 0; i < p->count; i++)
        left += p->states[i].rest->tasks > 0;
    printf("%s: %llu executions, %u errors, %zu of %zu parts are not explored "
           "to the end\n",
           path,
           (unsigned long long)state->before->progress.tally.executions,
           state->before->finding_count, left, p->count);
}

static int merge(struct parts *p, const char *path)
{
    struct mz_search_origin origin;
    struct mz_search_state state = {0};
    int status = load_all(p, &origin);

    if (status)
        return status;
    state.settings = p->states[0].settings;
    for (size_t i = 0; i < p->count; i++)
        state.seconds += p->states[i].seconds;
    state.before = found_by_all(p);
    state.rest = left_by_all(p);
    status = mz_search_state_save(&state, &origin, path);
    if (!status)
        tell(&state, p, path);
    mz_search_state_release(&state);
    return status;
}

int mz_command_merge(int argc, char **argv, char *const *command_line)
{
    struct parts parts = {0};
    int status;

    (void)command_line;
    if (asks_for_help(argc, argv))
        return help(merge_usage);
    status = mz_ranks_refuse_command("merge");
    if (status)
        return status;
    if (argc < 4)
        return mz_refuse("name the file to be written, and all parts that "
                         "'mazurka split' has made");
    status = mz_search_state_refuse_file(argv[1]);
    if (status)
        return status;
    parts.paths = argv + 2;
    parts.count = (size_t)argc - 2;
    parts.states = calloc(parts.count, sizeof *parts.states);
    if (!parts.states)
        mz_out_of_memory();
    status = merge(&parts, argv[1]);
    for (size_t i = 0; i < parts.count; i++)
        mz_search_state_release(&parts.states[i]);
    free(parts.states);
    return status;
}
