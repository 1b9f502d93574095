/* SPDX-License-Identifier: Apache-2.0 */
#include "report/race_notes.h"

#include <stdlib.h>
#include <string.h>

#include "report/library_fault.h"
#include "report/order.h"
#include "report/sharers.h"
#include "report/stacks.h"
#include "report/steps.h"
#include "report/unseen.h"
#include "symbols/members.h"

/* As the __tsan_atomic interface numbers them; from 1 in steps. */
enum { RELAXED = 1, ACQUIRE = 3, RELEASE = 4 };

/* ---- locks --------------------------------------------------------------- */

static void print_held(const struct mz_narrator *n, unsigned thread,
                       const struct mz_sharers *held, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    char phrase[MZ_PHRASE];
    struct mz_frame place;

    mz_narrator_thread(n, thread, phrase);
    fprintf(out, "%s holds %s", phrase, held->count ? "" : "no lock");
    for (unsigned i = 0; i < held->count; i++) {
        const struct mz_step *step = &account->steps[held->steps[i]];

        mz_narrator_object_seen(n, step->address, step->size, &step->sight,
                                phrase);
        fprintf(out, "%s%s%s", i ? ", " : "", phrase,
                mz_sharers_is_shared(step) ? " for reading" : "");
        if (mz_narrator_step_place(n, step, &place) && place.line)
            fprintf(out, " (since %s:%u)", place.file, place.line);
    }
}

/* Both hold one lock, and may. */
static bool share(const struct mz_account *account,
                  const struct mz_sharers *one, const struct mz_sharers *other)
{
    for (unsigned i = 0; i < one->count; i++)
        for (unsigned k = 0; k < other->count; k++) {
            const struct mz_step *a = &account->steps[one->steps[i]];
            const struct mz_step *b = &account->steps[other->steps[k]];

            if (a->address == b->address && mz_sharers_is_shared(a) &&
                mz_sharers_is_shared(b))
                return true;
        }
    return false;
}

static void print_locks(const struct mz_narrator *n,
                        const struct mz_finding *finding, uint32_t other,
                        FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_sharers later =
        mz_sharers_locks(account, finding->thread, account->step_count);
    struct mz_sharers earlier =
        mz_sharers_locks(account, finding->other_thread, other);

    if (!later.count && !earlier.count) {
        fputs("no lock is held at either access\n", out);
        return;
    }
    print_held(n, finding->thread, &later, out);
    fputs("; ", out);
    print_held(n, finding->other_thread, &earlier, out);
    fputc('\n', out);
    if (share(account, &later, &earlier))
        fputs("who holds a lock for reading does not keep other readers out: "
              "to write takes the write lock\n",
              out);
}

/* ---- joins --------------------------------------------------------------- */

static bool has_step(const struct mz_account *account, enum mz_action action,
                     unsigned by, unsigned thread)
{
    for (uint32_t i = 0; i < account->step_count; i++) {
        const struct mz_step *step = &account->steps[i];

        if (step->action == action && step->thread == by &&
            step->value == thread)
            return true;
    }
    return false;
}

/* A join would order what the later side, which has created the other thread,
 * does after it. */
static bool print_join(const struct mz_narrator *n,
                       const struct mz_finding *finding, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    unsigned by = finding->thread, thread = finding->other_thread;
    char creator[MZ_PHRASE], created[MZ_PHRASE];

    if (!has_step(account, MZ_ACTION_THREAD_CREATE, by, thread) ||
        has_step(account, MZ_ACTION_THREAD_JOIN, by, thread))
        return false;
    mz_narrator_thread(n, by, creator);
    mz_narrator_thread(n, thread, created);
    fprintf(out, "%s has created %s, and has not joined it yet\n", creator,
            created);
    return true;
}

/* The loop ends when it sees the later side's write, which it need not. */
static void print_waiting(const struct mz_narrator *n,
                          const struct mz_finding *finding, FILE *out)
{
    char thread[MZ_PHRASE];

    mz_narrator_thread(n, finding->other_thread, thread);
    fprintf(out,
            finding->other_is_write
                ? "%s repeats that write in a loop that does nothing others "
                  "could wait for\n"
                : "%s repeats that read in a loop that waits for the write, "
                  "which it need never see: let what it reads be atomic\n",
            thread);
}

/* ---- memory orders ------------------------------------------------------- */

static bool writes(const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);

    return mz_step_is_atomic(step) &&
           (use == MZ_USE_WRITE || use == MZ_USE_UPDATE);
}

static bool reads(const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);

    return mz_step_is_atomic(step) &&
           (use == MZ_USE_READ || use == MZ_USE_UPDATE);
}

static bool is_too_weak(const struct mz_step *write, const struct mz_step *read)
{
    return write->order == RELAXED || write->order == ACQUIRE ||
           read->order == RELAXED || read->order == RELEASE;
}

/* Fences may order what atomic operations do not. */
static bool has_fences(const struct mz_account *account)
{
    for (uint32_t i = 0; i < account->step_count; i++)
        if (account->steps[i].action == MZ_ACTION_FENCE)
            return true;
    return false;
}

static const char *order_needed(const struct mz_step *write,
                                const struct mz_step *read)
{
    bool write_is_weak = write->order == RELAXED || write->order == ACQUIRE;
    bool read_is_weak = read->order == RELAXED || read->order == RELEASE;

    if (write_is_weak && read_is_weak)
        return "release and acquire would";
    return write_is_weak ? "release would, where it is written"
                         : "acquire would, where it is read";
}

/* The place in all notes, of which the notes make that in their own. */
static void print_order(const struct mz_narrator *n, uint32_t write,
                        uint32_t read, struct mz_named_steps *named, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    const struct mz_step *w = &account->steps[write];
    const struct mz_step *r = &account->steps[read];
    bool is_relaxed = w->order == RELAXED || r->order == RELAXED;
    char phrase[MZ_PHRASE];

    mz_narrator_object_seen(n, w->address, w->size, &w->sight, phrase);
    named->first = mz_steps_number(account, write);
    named->second = mz_steps_number(account, read);
    fprintf(out, "%s is %s ", phrase,
            is_relaxed ? "relaxed" : "of another memory order");
    named->at = (size_t)ftell(out);
    fprintf(out, "(steps %lu and %lu)", (unsigned long)named->first,
            (unsigned long)named->second);
    named->length = (size_t)ftell(out) - named->at;
    fprintf(out, ": it orders nothing; %s\n", order_needed(w, r));
}

/* What the earlier thread writes after its access, and the later one reads
 * before its own: strong enough, that would order the two. */
static bool print_orders(const struct mz_narrator *n,
                         const struct mz_finding *finding, uint32_t other,
                         struct mz_named_steps *named, FILE *out)
{
    const struct mz_account *account = &n->report->region->account;
    uint32_t count = has_fences(account) ? 0 : account->step_count;

    for (uint32_t w = other + 1; w < count; w++) {
        const struct mz_step *write = &account->steps[w];

        if (write->thread != finding->other_thread || !writes(write))
            continue;
        for (uint32_t r = w + 1; r < count; r++) {
            const struct mz_step *read = &account->steps[r];

            if (read->thread != finding->thread ||
                read->address != write->address || !reads(read) ||
                !is_too_weak(write, read))
                continue;
            print_order(n, w, r, named, out);
            return true;
        }
    }
    return false;
}

/* ---- all ----------------------------------------------------------------- */

/* The step that the other side is. */
static bool find_other(const struct mz_account *account,
                       const struct mz_finding *finding, uint32_t *index)
{
    for (*index = account->step_count; (*index)-- > 0;) {
        const struct mz_step *step = &account->steps[*index];

        if (step->thread == finding->other_thread &&
            step->pc == finding->other_pc &&
            mz_step_covers(step, finding->other_address))
            return true;
    }
    return false;
}

/* Whether the thread is amid what gives a std::vector a larger block. */
static bool is_moving(const struct mz_narrator *n,
                      const struct mz_stack *stack)
{
    static const char *const movers[] = {"::_M_realloc_", "::_M_reallocate",
                                         "::_M_default_append", "::reserve"};
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i < count && !mz_narrator_is_users(&frames[i]); i++)
        for (size_t k = 0; k < MZ_COUNT(movers); k++)
            if (frames[i].function && strstr(frames[i].function, movers[k]))
                return true;
    return false;
}

/* The later side is that of a handler, which runs as part of its thread. */
static bool is_of_handler(const struct mz_finding *finding)
{
    return finding->side == MZ_SIDE_ACCESS &&
           finding->thread == finding->other_thread;
}

static void print_handler(FILE *out)
{
    fputs("a handler may come amid whatever its thread does: let what both use "
          "be atomic, or block the signal meanwhile (pthread_sigmask)\n",
          out);
}

/* What code that is not instrumented does to order them is not known. */
static void print_no_order(const struct mz_unseen_list *unseen,
                           bool is_explained, FILE *out)
{
    const struct mz_unseen *code = mz_unseen_order(unseen);

    if (code)
        fprintf(out,
                "no order is seen; %s is not instrumented, so if it orders "
                "the two (by a lock of its own), this is no race\n",
                code->name);
    else if (!is_explained)
        fputs("nothing orders the two: they may come at the same time, too\n",
              out);
}

static void print_all(const struct mz_narrator *n,
                      const struct mz_finding *finding, const char *object,
                      struct mz_named_steps *named, FILE *out)
{
    const struct mz_region *region = n->report->region;
    const struct mz_account *account = &region->account;
    bool is_explained;
    uint32_t other;

    if (object && mz_members_are_fields(object))
        fputs("these bit-fields share their bytes: who writes one writes all\n",
              out);
    if (object && mz_members_is_end(object))
        fputs("end() is where the container ends: all that adds or removes "
              "elements writes it\n",
              out);
    if (finding != region->findings || !finding->traced ||
        account->steps_left_out || !find_other(account, finding, &other))
        return;
    if (is_moving(n, mz_narrator_failed(n, finding)) ||
        is_moving(n, mz_narrator_raced(n, finding)))
        fputs("one side moves the container's elements to a larger block: "
              "pointers and references to them lead nowhere then\n",
              out);
    if (finding->side == MZ_SIDE_FREE)
        fputs("free may as well come first: then what was freed is used\n",
              out);
    if (is_of_handler(finding)) {
        print_handler(out);
        return;
    }
    print_locks(n, finding, other, out);
    if (finding->is_aside)
        print_waiting(n, finding, out);
    is_explained = finding->is_aside || print_join(n, finding, out);
    is_explained |= print_orders(n, finding, other, named, out);
    if (finding->side == MZ_SIDE_ACCESS)
        print_no_order(&region->unseen, is_explained, out);
}

/* To its place in its own note. */
static void place_named(const char *notes, struct mz_named_steps *named)
{
    size_t begin = 0;

    for (size_t i = 0; named->length && i < named->at; i++)
        if (notes[i] == '\n') {
            named->note++;
            begin = i + 1;
        }
    named->at -= begin;
}

char *mz_race_notes(const struct mz_narrator *n,
                    const struct mz_finding *finding, const char *object,
                    struct mz_named_steps *named)
{
    char *text = NULL;
    size_t size;
    FILE *memory;

    *named = (struct mz_named_steps){0};
    if (finding->kind != MZ_FINDING_DATA_RACE &&
        finding->kind != MZ_FINDING_DEADLOCK)
        return NULL;
    memory = open_memstream(&text, &size);
    if (!memory)
        return NULL;
    mz_library_fault_print(n, finding, memory);
    if (finding->kind == MZ_FINDING_DATA_RACE)
        print_all(n, finding, object, named, memory);
    if (!fclose(memory)) {
        place_named(text, named);
        return text;
    }
    free(text);
    return NULL;
}
