/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <ctype.h>
#include <string.h>

#include "report/namesakes.h"
#include "symbols/names.h"

/* `count[2] of `, `byte 8 of `; nothing for the whole of it. */
static void add_part(const struct mz_narrator *n,
                     const struct mz_block_part *part, struct mz_phrase *phrase)
{
    char member[MZ_PHRASE / 2];

    if (mz_symbols_member(n->symbols, part, member, sizeof member)) {
        if (*member)
            mz_phrase_add(phrase, "%s of ", member);
    } else if (part->offset) {
        mz_phrase_add(phrase, "byte %ld of ", (long)part->offset);
    }
}

/* ` (int, in struct queue allocated at f.c:9)`; or ` (long allocated ...)` */
static void add_kinds(const struct mz_narrator *n, const struct mz_way *way,
                      const struct mz_block_note *block, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    char type[MZ_PHRASE / 4], kind[MZ_PHRASE / 4];
    struct mz_phrase words = mz_phrase_in(kind, sizeof kind);
    bool has_type =
        way->reach.size &&
        mz_symbols_reached_type(n->symbols, &way->reach, type, sizeof type);

    has_type = has_type && !mz_names_is_reserved(type);
    mz_narrator_add_kind(n, block, true, &words);
    if (has_type && !strcmp(type, kind))
        mz_phrase_add(&phrase, " (");
    else if (has_type)
        mz_phrase_add(&phrase, " (%s, in ", type);
    else
        mz_phrase_add(&phrase, " (in ");
    mz_phrase_add(&phrase, "%s", kind);
    mz_narrator_add_birthplace(n, block, true, &phrase);
    mz_narrator_ordinal(n, block, &phrase);
    mz_phrase_add(&phrase, ")");
}

static void add_ordinal(const struct mz_narrator *n,
                        const struct mz_block_note *block, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};

    mz_narrator_ordinal(n, block, &phrase);
}

static enum mz_wording words_of(const char *name)
{
    return mz_names_hidden(name) ? MZ_WORDING_LIBRARY : MZ_WORDING_SOURCE;
}

static bool name_block(const struct mz_narrator *n, const struct mz_seen *seen,
                       bool in_full, char out[MZ_PHRASE],
                       enum mz_wording *words, size_t *brief)
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_block_part part;
    struct mz_way way;

    if (!block)
        return false;
    if (mz_seen_way(n, seen, &way, out) ||
        mz_seen_element(n, seen, block, &way, out)) {
        *words = words_of(out);
        *brief = strlen(out);
        if (in_full)
            add_kinds(n, &way, block, out);
        else
            add_ordinal(n, block, out);
        return true;
    }
    mz_phrase_cut(&phrase, 0);
    part = mz_narrator_part(n, block, seen->address, seen->size);
    /* Of all the block, as free, malloc and overflows have it. */
    if ((seen->size && seen->size != MZ_ALL_OF_IT) || part.offset)
        add_part(n, &part, &phrase);
    mz_narrator_add_kind(n, block, true, &phrase);
    mz_narrator_add_birthplace(n, block, true, &phrase);
    *brief = phrase.used;
    mz_narrator_ordinal(n, block, &phrase);
    return true;
}

unsigned mz_narrator_stack_owner(const struct mz_narrator *n, uint64_t address)
{
    const struct mz_region *region = n->report->region;
    unsigned t = 0;

    while (t < MZ_WIDE_THREADS &&
           (!region->stacks[t] ||
            address - region->stacks[t] >= region->stack_size))
        t++;
    return t;
}

static bool name_stack(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE], size_t *brief)
{
    unsigned owner = mz_narrator_stack_owner(n, address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    char thread[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS)
        return false;
    mz_narrator_thread(n, owner, thread);
    mz_phrase_add(&phrase, "local variable of thread %.200s", thread);
    *brief = phrase.used;
    mz_phrase_add(&phrase, " (0x%lx)", (unsigned long)address);
    return true;
}

unsigned mz_narrator_storage_owner(const struct mz_narrator *n,
                                   uint64_t address, int64_t *distance)
{
    const struct mz_region *region = n->report->region;
    unsigned t = 0;

    while (t < MZ_WIDE_THREADS &&
           region->thread_pointers[t] - address - 1 >= region->storage_size)
        t++;
    if (t < MZ_WIDE_THREADS)
        *distance = (int64_t)(address - region->thread_pointers[t]);
    return t;
}

bool mz_seen_thread_local(const struct mz_narrator *n,
                          const struct mz_seen *seen, char out[MZ_PHRASE])
{
    int64_t distance;
    unsigned owner = mz_narrator_storage_owner(n, seen->address, &distance);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    char name[MZ_PHRASE / 2], thread[MZ_PHRASE];

    if (owner == MZ_WIDE_THREADS ||
        !mz_symbols_thread_local(n->symbols, distance, seen->size, name,
                                 sizeof name))
        return false;
    mz_narrator_thread(n, owner, thread);
    mz_phrase_add(&phrase, "%s of %.200s", name, thread);
    return true;
}

/* What has no name lies in a frame all the same: `a temporary of main`. */
static bool name_temporary(const struct mz_narrator *n,
                           const struct mz_seen *seen, char out[MZ_PHRASE])
{
    struct mz_local_frame frame;
    struct mz_frame place;

    if (!mz_seen_frame(seen, &frame) ||
        !mz_narrator_place(n, frame.pc + 1, &place) || !place.function)
        return false;
    snprintf(out, MZ_PHRASE, "a temporary of %.400s", place.function);
    return true;
}

bool mz_narrator_is_variable(const char *name)
{
    const char *part = strpbrk(name, ".+");

    return *name != '"' && !(part && isdigit((unsigned char)part[1]));
}

static void find_name(const struct mz_narrator *n, const struct mz_name_of *of,
                      struct mz_name *name)
{
    const struct mz_seen *seen = &of->seen;
    uint64_t address = seen->address;
    bool in_full = of->kind == MZ_NAME_IN_FULL;
    char *out = name->text;

    name->words = MZ_WORDING_PLACE;
    name->brief = 0; /* all of it is the name */
    if (address - MZ_DESCRIPTOR_ADDRESS < 1 << 20)
        snprintf(out, MZ_PHRASE, "fd %d",
                 (int)(address - MZ_DESCRIPTOR_ADDRESS));
    else if (mz_symbols_object(n->symbols, address, seen->size, out,
                               MZ_PHRASE) ||
             mz_seen_thread_local(n, seen, out) || mz_seen_local(n, seen, out))
        name->words =
            mz_narrator_is_variable(out) ? words_of(out) : MZ_WORDING_PLACE;
    else if (!name_block(n, seen, in_full, out, &name->words, &name->brief) &&
             !name_temporary(n, seen, out) &&
             !name_stack(n, address, out, &name->brief))
        snprintf(out, MZ_PHRASE, "0x%lx", (unsigned long)address);
    if (!name->brief)
        name->brief = strlen(out);
}

enum mz_wording mz_seen_name(const struct mz_narrator *n,
                             const struct mz_seen *seen, bool in_full,
                             char out[MZ_PHRASE], size_t *brief)
{
    const struct mz_name_of of = {
        .seen = *seen,
        .kind = in_full ? MZ_NAME_IN_FULL : MZ_NAME_IN_SHORT,
    };

    return mz_narrator_name(n, &of, find_name, out, brief);
}

uint64_t mz_narrator_holder(const struct mz_narrator *n, uint64_t address)
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    unsigned owner;

    if (block)
        return block->address;
    owner = mz_narrator_stack_owner(n, address);
    return owner < MZ_WIDE_THREADS ? n->report->region->stacks[owner] : 0;
}

/* ` (struct node from f.c:9)`, ` of main.1`: where others are called so. */
static void tell_apart(const struct mz_narrator *n, uint64_t address,
                       char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    unsigned owner = mz_narrator_stack_owner(n, address);
    char thread[MZ_PHRASE];

    if (block) {
        mz_phrase_add(&phrase, " (");
        mz_narrator_add_kind(n, block, false, &phrase);
        mz_narrator_add_birthplace(n, block, false, &phrase);
        mz_narrator_ordinal(n, block, &phrase);
        mz_phrase_add(&phrase, ")");
    } else if (owner < MZ_WIDE_THREADS) {
        mz_narrator_thread(n, owner, thread);
        mz_phrase_add(&phrase, " of %s", thread);
    }
}

static enum mz_wording name_apart(const struct mz_narrator *n,
                                  const struct mz_seen *seen,
                                  char out[MZ_PHRASE], size_t *brief)
{
    enum mz_wording words = mz_seen_name(n, seen, false, out, brief);

    if (!n->namesakes || !mz_namesakes_has(n->namesakes, out))
        return words;
    tell_apart(n, seen->address, out);
    if (brief && !mz_narrator_block(n, seen->address))
        *brief = strlen(out); /* `count of main.1` is a name */
    return words;
}

enum mz_wording mz_narrator_object_seen(const struct mz_narrator *n,
                                        uint64_t address, unsigned size,
                                        const struct mz_sight *sight,
                                        char out[MZ_PHRASE])
{
    const struct mz_seen seen = {address, size, sight};

    return name_apart(n, &seen, out, NULL);
}

size_t mz_narrator_object_brief(const struct mz_narrator *n, uint64_t address,
                                unsigned size, const struct mz_sight *sight,
                                char out[MZ_PHRASE])
{
    const struct mz_seen seen = {address, size, sight};
    size_t brief;

    name_apart(n, &seen, out, &brief);
    return brief;
}

/* That of a wait for a condition variable is named by the wait. */
static bool gives_back(const struct mz_step *step)
{
    enum mz_does does = mz_action_does[step->action];

    return (does == MZ_DOES_GIVE || does == MZ_DOES_LEAVE) &&
           step->action != MZ_ACTION_COND_UNLOCK;
}

const struct mz_sight *mz_narrator_sight(const struct mz_narrator *n,
                                         const struct mz_step *step)
{
    const struct mz_account *account = &n->report->region->account;
    const struct mz_step *first = account->steps, *at = step;

    /* Where steps are left out the one before may be far away. */
    if (!gives_back(step) || account->steps_left_out || step < first ||
        step >= first + account->step_count)
        return &step->sight;
    while (at-- > first)
        if (at->thread == step->thread && at->address == step->address &&
            mz_action_takes[at->action])
            return &at->sight;
    return &step->sight;
}

bool mz_narrator_sees(const struct mz_sight *sight)
{
    return sight->frame_count;
}

const struct mz_sight *mz_narrator_any_sight(const struct mz_narrator *n,
                                             uint64_t address)
{
    const struct mz_region *region = n->report->region;
    const struct mz_account *account = &region->account;

    if (region->findings[0].address == address &&
        mz_narrator_sees(&account->failed))
        return &account->failed;
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].address == address &&
            mz_narrator_sees(&account->steps[i].sight))
            return &account->steps[i].sight;
    return NULL;
}

void mz_narrator_object(const struct mz_narrator *n, uint64_t address,
                        unsigned size, char out[MZ_PHRASE])
{
    mz_narrator_object_anywhere(n, address, size, out);
}

size_t mz_narrator_object_anywhere(const struct mz_narrator *n,
                                   uint64_t address, unsigned size,
                                   char out[MZ_PHRASE])
{
    struct mz_seen seen = {address, size, mz_narrator_any_sight(n, address)};
    size_t brief;

    mz_seen_name(n, &seen, true, out, &brief);
    return brief;
}

/* As far as it is of the account. */
void mz_narrator_waited_for(const struct mz_narrator *n,
                            const struct mz_blocked_thread *blocked,
                            char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_seen seen = {.address = blocked->address};
    bool is_told = blocked >= account->blocked &&
                   blocked < account->blocked + account->blocked_count;

    seen.sight = is_told ? &account->standing[blocked - account->blocked]
                         : mz_narrator_any_sight(n, seen.address);
    mz_seen_name(n, &seen, true, out, NULL);
}
