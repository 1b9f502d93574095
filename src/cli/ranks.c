/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* environ */
#include "cli/ranks.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/page.h"
#include "cli/message.h"
#include "cli/process.h"
#include "cli/ranks_left.h"
#include "cli/ranks_state.h"
#include "cli/ranks_world.h"
#include "cli/transcript.h"

/* Seconds between two looks, where this rank, or one that has asked it, has
 * nothing to do, and something has changed lately; where only the latter is so;
 * only the former; and neither. */
static const double BRISK = 0.0001, SOON = 0.0005, LOOK = 0.001, REST = 0.004,
                    LATELY = 0.01;

/* What a rank has to say when its search has ended. */
struct found {
    double seconds;
    int64_t rss_kb;
    uint32_t was_cut, had_own_end; /* see struct mz_ranks_end */
};

bool mz_ranks_is_first(const struct mz_ranks *ranks)
{
    return !ranks->transport->number;
}

_Noreturn void mz_ranks_give_up(const char *why)
{
    exit(mz_failed("%s", why));
}

/* ---- the command --------------------------------------------------------- */

static void add_text(char **texts, size_t *size, const char *text)
{
    size_t length = strlen(text) + 1;

    *texts = realloc(*texts, *size + length);
    if (!*texts)
        mz_out_of_memory();
    memcpy(*texts + *size, text, length);
    *size += length;
}

/* An empty text ends the words. */
void mz_ranks_tell(struct mz_ranks *ranks, char *const *words)
{
    char *texts = NULL, *folder = getcwd(NULL, 0);
    size_t size = 0;

    if (!folder)
        mz_ranks_give_up("cannot tell the folder");
    add_text(&texts, &size, folder);
    for (; *words; words++)
        add_text(&texts, &size, *words);
    add_text(&texts, &size, "");
    for (char **at = environ; *at; at++)
        add_text(&texts, &size, *at);
    mz_ranks_send_down(ranks, MZ_LETTER_COMMAND, texts, size);
    free(folder);
    free(texts);
}

bool mz_ranks_hear(struct mz_ranks *ranks, struct mz_arguments *words)
{
    struct mz_letter *letter =
        mz_ranks_wait_for(ranks, MZ_LETTER_COMMAND, MZ_LETTER_END);
    struct mz_arguments variables = {0};
    const char *at = letter->content, *end = at + letter->size;
    char message[PATH_MAX + 64];

    mz_ranks_send_down(ranks, (enum mz_letter_kind)letter->head.kind,
                       letter->content, letter->size);
    if (letter->head.kind == MZ_LETTER_END)
        return false;
    if (chdir(at)) {
        snprintf(message, sizeof message, "%s: %s", at, strerror(errno));
        mz_ranks_give_up(message);
    }
    for (at += strlen(at) + 1; *at; at += strlen(at) + 1)
        mz_arguments_add(words, at);
    for (at++; at < end; at += strlen(at) + 1)
        mz_arguments_add(&variables, at);
    environ = variables.items;
    free(letter);
    return true;
}

/* ---- a search ------------------------------------------------------------ */

void mz_ranks_begin(struct mz_ranks *ranks, const struct mz_settings *settings)
{
    ranks->search++;
    ranks->is_searching = true;
    mz_ranks_send_down(ranks, MZ_LETTER_BEGIN, settings, sizeof *settings);
}

bool mz_ranks_await(struct mz_ranks *ranks, struct mz_settings *settings)
{
    struct mz_letter *letter =
        mz_ranks_wait_for(ranks, MZ_LETTER_BEGIN, MZ_LETTER_END);
    bool is_over = letter->head.kind == MZ_LETTER_END;

    if (!is_over) {
        ranks->search++;
        ranks->is_searching = true;
    }
    mz_ranks_send_down(ranks, (enum mz_letter_kind)letter->head.kind,
                       letter->content, letter->size);
    if (!is_over) {
        if (letter->size != sizeof *settings)
            mz_ranks_give_up("settings of another version of mazurka came");
        memcpy(settings, letter->content, sizeof *settings);
        if (settings->audit == MZ_AUDIT_FIRST) /* that is rank 0's */
            settings->audit = MZ_AUDIT_OFF;
    }
    free(letter);
    return !is_over;
}

void mz_ranks_open(struct mz_ranks *ranks, struct mz_region *region,
                   uint32_t workers, uint64_t size, int file)
{
    const struct mz_transport *t = ranks->transport;

    ranks->world = mz_ranks_world;
    ranks->region = region;
    ranks->workers = workers;
    ranks->region_size = size;
    ranks->file = file;
    ranks->stops = ranks->has_ended = ranks->wants = ranks->is_idle = false;
    ranks->news = mz_process_clock();
    ranks->identity = 0;
    ranks->keys = NULL;
    memset(ranks->length, 0, sizeof ranks->length);
    memset(ranks->told, 0, sizeof ranks->told);
    for (int i = 0; i < MZ_RANK_LISTS; i++)
        ranks->from_first[i].count = ranks->from_first[i].put = 0;
    region->exchange.is_on = 1;
    region->exchange.is_first = mz_ranks_is_first(ranks);
    ranks->rank = mz_rank_create(&ranks->world, t->number, t->count,
                                 ranks->search, ranks->mark, ranks->search);
    if (!ranks->rank)
        mz_out_of_memory();
}

static void note_changes(struct mz_ranks *ranks, enum mz_rank_phase before,
                         bool stops, bool has_ended)
{
    bool idle = mz_ranks_is_idle(mz_ranks_exchange(ranks));

    if (mz_rank_phase(ranks->rank) != before || idle != ranks->is_idle ||
        stops != ranks->stops || has_ended != ranks->has_ended)
        ranks->news = mz_process_clock();
    ranks->is_idle = idle;
    ranks->stops = stops;
    ranks->has_ended = has_ended;
}

enum mz_rank_phase mz_ranks_act(struct mz_ranks *ranks, bool stops,
                                bool has_ended)
{
    struct mz_exchange *e = mz_ranks_exchange(ranks);
    enum mz_rank_phase phase = mz_rank_phase(ranks->rank);

    while (mz_ranks_hear_one(ranks))
        ;
    note_changes(ranks, phase, stops || has_ended, has_ended);
    mz_rank_act(ranks->rank, mz_process_clock());
    phase = mz_rank_phase(ranks->rank);
    if (phase == MZ_RANK_CLOSE && !e->is_closed) {
        MZ_STORE(e->is_closed, 1);
        mz_ranks_ring(&e->bell);
    }
    return phase;
}

double mz_ranks_pause(const struct mz_ranks *ranks)
{
    bool is_lately = mz_process_clock() - ranks->news <= LATELY;
    bool is_calm = mz_rank_phase(ranks->rank) == MZ_RANK_GO && !ranks->wants &&
                   !ranks->stops && !ranks->is_idle;

    if (is_calm)
        return is_lately ? SOON : REST;
    return is_lately ? BRISK : LOOK;
}

uint64_t mz_ranks_run(const struct mz_ranks *ranks)
{
    return mz_rank_all(ranks->rank)->run;
}

void mz_ranks_progress(const struct mz_ranks *ranks,
                       struct mz_progress *progress)
{
    const struct mz_rank_sample *all = mz_rank_all(ranks->rank);

    progress->tally.executions = all->executions;
    progress->tally.events = all->events;
    progress->explored = all->explored < 1 ? all->explored : 1;
}

/* ---- what was found ------------------------------------------------------ */

struct page {
    uint64_t number;
    char content[MZ_PAGE];
};

static void send_result(struct mz_ranks *ranks, const struct mz_result *result,
                        const struct mz_ranks_end *end)
{
    struct found found = {result->seconds, result->max_rss_kb, end->was_cut,
                          end->had_own_end};
    struct mz_rank_message head = mz_ranks_head(ranks, MZ_LETTER_RESULT);
    size_t size = sizeof found;
    char *bytes = malloc(size + MZ_TRANSCRIPT_PAGES * sizeof(struct page));

    if (!bytes)
        mz_out_of_memory();
    memcpy(bytes, &found, sizeof found);
    for (uint64_t i = 0; i < MZ_TRANSCRIPT_PAGES; i++) {
        if (mz_transcript_page_is_zero(result->region, i))
            continue;
        memcpy(bytes + size, &i, sizeof i);
        memset(bytes + size + sizeof i, 0, MZ_PAGE);
        memcpy(bytes + size + sizeof i,
               (const char *)result->region + i * MZ_PAGE,
               mz_transcript_page_size(i));
        size += sizeof(struct page);
    }
    mz_ranks_send(ranks, mz_rank_parent(ranks->transport->number), &head, bytes,
                  size);
    free(bytes);
}

static struct mz_region *take_result(struct mz_ranks *ranks,
                                     struct mz_result *result,
                                     struct mz_ranks_end *end)
{
    struct mz_letter *letter =
        mz_ranks_wait_for(ranks, MZ_LETTER_RESULT, MZ_LETTER_RESULT);
    struct mz_region *raw = mz_search_state_memory(sizeof *raw), *found;
    struct found told;
    size_t at = sizeof told;

    if (letter->size < sizeof told ||
        (letter->size - sizeof told) % sizeof(struct page) ||
        letter->head.search != ranks->search)
        mz_ranks_give_up("a result is none");
    memcpy(&told, letter->content, sizeof told);
    for (; at < letter->size; at += sizeof(struct page)) {
        uint64_t number;

        memcpy(&number, letter->content + at, sizeof number);
        if (number >= MZ_TRANSCRIPT_PAGES)
            mz_ranks_give_up("a result is none");
        memcpy((char *)raw + number * MZ_PAGE,
               letter->content + at + sizeof number,
               mz_transcript_page_size(number));
    }
    result->max_rss_kb += told.rss_kb;
    end->was_cut |= told.was_cut != 0;
    end->had_own_end |= told.had_own_end != 0;
    found = mz_transcript_take(raw, 1);
    munmap(raw, sizeof *raw);
    free(letter);
    return found;
}

/* What has gone wrong here is told by rank 0. */
static void name_speaker(const struct mz_ranks *ranks, struct mz_region *region)
{
    char message[sizeof region->message];

    if (region->status != MZ_STATUS_FAILED)
        return;
    memcpy(message, region->message, sizeof message);
    snprintf(region->message, sizeof region->message, "%s%.*s", ranks->speaker,
             (int)(sizeof message - strlen(ranks->speaker) - 1), message);
}

/* That ranks are not alike is the reason why all have stopped. */
static void tell_difference(struct mz_ranks *ranks, struct mz_region *region)
{
    uint32_t other = mz_rank_all(ranks->rank)->other;

    if (!mz_ranks_is_first(ranks) || !other)
        return;
    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message,
             "rank %u does not have the program and libraries of the others, "
             "or not at the same addresses: all need the same files, and the "
             "same ulimit -v, and address space randomisation is to be "
             "switched off",
             other - 1);
}

/* ---- the end ------------------------------------------------------------- */

/* That it was stopped as another one was is no news. */
static void forget_reason(struct mz_region *region)
{
    if (region->limit == MZ_LIMIT_ELSEWHERE)
        region->limit = MZ_LIMIT_NONE;
}

static void give_reason(const struct mz_ranks *ranks, struct mz_region *region)
{
    if (mz_ranks_is_first(ranks) && region->status == MZ_STATUS_LIMIT &&
        !region->limit)
        region->limit = MZ_LIMIT_ELSEWHERE;
}

void mz_ranks_gather(struct mz_ranks *ranks, struct mz_result *result,
                     struct mz_ranks_end *end)
{
    struct mz_region *found[8] = {result->region};
    uint32_t count;

    if (ranks->region->settings.puts_by)
        end->left = mz_ranks_gather_left(ranks, end->left);
    mz_rank_first_child(ranks->transport->number, ranks->transport->count,
                        &count);
    for (uint32_t i = 1; i <= count; i++)
        found[i] = take_result(ranks, result, end);
    name_speaker(ranks, found[0]);
    for (uint32_t i = 0; i <= count; i++)
        forget_reason(found[i]);
    result->region = mz_transcript_merge(found, 1 + count);
    give_reason(ranks, result->region);
    for (uint32_t i = 0; i <= count; i++)
        mz_transcript_release(found[i]);
    tell_difference(ranks, result->region);
    if (!mz_ranks_is_first(ranks))
        send_result(ranks, result, end);
    mz_rank_release(ranks->rank);
    ranks->rank = NULL;
    ranks->is_searching = false;
    if (ranks->keys)
        munmap(ranks->mapped, ranks->mapped_size);
    ranks->keys = NULL;
}

void mz_ranks_leave(struct mz_ranks *ranks)
{
    if (!ranks || ranks->is_searching || ranks->has_left)
        return;
    ranks->has_left = true;
    if (mz_ranks_is_first(ranks))
        mz_ranks_send_down(ranks, MZ_LETTER_END, NULL, 0);
    ranks->transport->leave();
}
