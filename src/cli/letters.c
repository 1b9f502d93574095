/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* usleep */
#include "cli/letters.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/process.h"
#include "cli/ranks_state.h"

enum { PAUSE = 500 /* microseconds, where nothing is to be heard */ };

void mz_ranks_send(struct mz_ranks *ranks, uint32_t to,
                   const struct mz_rank_message *head, const void *content,
                   size_t size)
{
    char *bytes = malloc(sizeof *head + size);

    if (!bytes)
        mz_out_of_memory();
    memcpy(bytes, head, sizeof *head);
    if (size)
        memcpy(bytes + sizeof *head, content, size);
    ranks->transport->send(to, bytes, sizeof *head + size);
    free(bytes);
}

struct mz_rank_message mz_ranks_head(const struct mz_ranks *ranks,
                                     enum mz_letter_kind kind)
{
    return (struct mz_rank_message){
        .mark = ranks->mark,
        .kind = kind,
        .from = ranks->transport->number,
        .search = ranks->search,
    };
}

void mz_ranks_send_down(struct mz_ranks *ranks, enum mz_letter_kind kind,
                        const void *content, size_t size)
{
    struct mz_rank_message head = mz_ranks_head(ranks, kind);
    uint32_t count,
        first = mz_rank_first_child(ranks->transport->number,
                                    ranks->transport->count, &count);

    for (uint32_t i = 0; i < count; i++)
        mz_ranks_send(ranks, first + i, &head, content, size);
}

static void keep_letter(struct mz_ranks *ranks, const char *bytes, size_t size)
{
    struct mz_letter *letter = malloc(sizeof *letter + size);

    if (!letter)
        mz_out_of_memory();
    letter->next = NULL;
    letter->size = size - sizeof letter->head;
    memcpy(&letter->head, bytes, sizeof letter->head);
    memcpy(letter->content, bytes + sizeof letter->head, letter->size);
    *ranks->letters_end = letter;
    ranks->letters_end = &letter->next;
}

static bool hear_of_search(struct mz_ranks *ranks,
                           const struct mz_rank_message *head,
                           const char *bytes, size_t size)
{
    if (head->kind != MZ_RANK_DOWN && head->kind != MZ_RANK_UP)
        ranks->news = mz_process_clock();
    return mz_rank_receive(ranks->rank, bytes, size);
}

bool mz_ranks_hear_one(struct mz_ranks *ranks)
{
    struct mz_rank_message head;
    size_t size;
    char *bytes = ranks->transport->receive(&size);
    bool is_good = true;

    if (!bytes)
        return false;
    if (size < sizeof head)
        mz_ranks_give_up("a message is none of mazurka's");
    memcpy(&head, bytes, sizeof head);
    if (head.mark != ranks->mark)
        mz_ranks_give_up("ranks are of different versions of mazurka");
    if (head.kind >= MZ_RANK_KINDS)
        keep_letter(ranks, bytes, size);
    else if (ranks->rank)
        is_good = hear_of_search(ranks, &head, bytes, size);
    else
        is_good = head.search <= ranks->search;
    free(bytes);
    if (!is_good)
        mz_ranks_give_up("a message came that no rank can have sent");
    return true;
}

static struct mz_letter *take_letter(struct mz_ranks *ranks,
                                     enum mz_letter_kind kind)
{
    for (struct mz_letter **at = &ranks->letters; *at; at = &(*at)->next) {
        struct mz_letter *letter = *at;

        if (letter->head.kind != kind)
            continue;
        *at = letter->next;
        if (!*at)
            ranks->letters_end = at;
        return letter;
    }
    return NULL;
}

static void pause_briefly(void)
{
    usleep(PAUSE);
}

struct mz_letter *mz_ranks_wait_for(struct mz_ranks *ranks,
                                    enum mz_letter_kind one,
                                    enum mz_letter_kind other)
{
    for (;;) {
        struct mz_letter *letter = take_letter(ranks, one);

        if (!letter)
            letter = take_letter(ranks, other);
        if (letter)
            return letter;
        if (!mz_ranks_hear_one(ranks))
            pause_briefly();
    }
}
