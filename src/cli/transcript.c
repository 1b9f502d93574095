/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "cli/transcript.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/message.h"
#include "region/property.h"

#define CLAMP(count, most) ((count) < (most) ? (count) : (most))

/* ---- text ---------------------------------------------------------------- */

/* How many bytes the character at `text` has; 0: it is none that may stay. */
static size_t character_length(const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80   ? 1
                    : text[0] < 0xc0 ? 0
                    : text[0] < 0xe0 ? 2
                    : text[0] < 0xf0 ? 3
                    : text[0] < 0xf8 ? 4
                                     : 0;
    uint32_t code = text[0] & (0x7f >> length);

    if (length < 2)
        return length && text[0] >= 0x20 && text[0] != 0x7f;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) /* the end of the text is none, too */
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff ||
        (code >= 0xd800 && code <= 0xdfff))
        return 0;
    return length;
}

static void clean_text(char *text, size_t size)
{
    size_t i = 0;

    text[size - 1] = '\0';
    while (text[i]) {
        size_t length = character_length((const unsigned char *)text + i);

        if (!length)
            text[i] = '?';
        i += length ? length : 1;
    }
}

#define CLEAN(array) clean_text(array, sizeof(array))

/* ---- numbers ------------------------------------------------------------- */

static void clean_thread(uint16_t *thread)
{
    if (*thread >= MZ_WIDE_THREADS)
        *thread = MZ_NOBODY;
}

static void clean_real_thread(uint16_t *thread)
{
    if (*thread >= MZ_WIDE_THREADS)
        *thread = 0;
}

static void clean_action(uint8_t *action)
{
    if (*action >= MZ_ACTION_COUNT)
        *action = MZ_ACTION_NONE;
}

static void clean_head(struct mz_region *region)
{
    double explored = region->progress.explored;

    CLEAN(region->settings.algorithm);
    CLEAN(region->message);
    mz_gap_clean(&region->gap);
    CLEAN(region->gap.child);
    CLEAN(region->gap.text);
    if (region->refusal >= MZ_REFUSAL_COUNT)
        region->refusal = MZ_REFUSAL_NONE;
    if (region->limit >= MZ_LIMIT_COUNT)
        region->limit = MZ_LIMIT_NONE;
    if (!(explored >= 0 && explored <= 1)) /* not a number, too */
        region->progress.explored = 0;
    region->module_count = CLAMP(region->module_count, MZ_MAX_MODULES);
    for (uint32_t i = 0; i < region->module_count; i++)
        CLEAN(region->modules[i].path);
}

/* A compare-exchange has two, one behind the other. */
static bool makes_sense(const struct mz_strengths *all, uint32_t i)
{
    const struct mz_strength *s = &all->at[i];

    if (s->role >= MZ_STRENGTH_ROLES || s->written > MZ_SEQ_CST ||
        s->counts > MZ_SEQ_CST)
        return false;
    if (s->role == MZ_STRENGTH_COMPARE)
        return s->partner == i + 1 && i + 1 < all->count &&
               all->at[i + 1].role == MZ_STRENGTH_FAILURE;
    if (s->role == MZ_STRENGTH_FAILURE)
        return i && s->partner == i - 1 &&
               all->at[i - 1].role == MZ_STRENGTH_COMPARE;
    return s->partner == MZ_NONE;
}

static void clean_strengths(struct mz_strengths *all)
{
    all->count = CLAMP(all->count, MZ_MAX_STRENGTHS);
    for (uint32_t i = 0; i < all->count; i++)
        if (!makes_sense(all, i)) {
            all->count = 0;
            all->left_out = 1;
        }
}

static void clean_names(struct mz_region *region)
{
    region->thread_count = CLAMP(region->thread_count, MZ_WIDE_THREADS);
    if (region->settings.property >= MZ_PROPERTY_COUNT)
        region->settings.property = MZ_PROPERTY_ALL;
    region->settings.cancelled.count =
        CLAMP(region->settings.cancelled.count, MZ_MAX_CANCELLED);
    region->settings.loops.count =
        CLAMP(region->settings.loops.count, MZ_MAX_LOOP_PLACES);
    region->settings.loops.lent_count =
        CLAMP(region->settings.loops.lent_count, MZ_MAX_LENT);
    region->settings.shared.count =
        CLAMP(region->settings.shared.count, MZ_MAX_SHARED);
    clean_strengths(&region->settings.strengths);
    for (uint32_t t = 0; t < region->thread_count; t++) {
        struct mz_thread_name *name = &region->names[t];

        CLEAN(name->name);
        if (name->parent >= t)
            name->parent = 0;
    }
}

static void clean_unseen(struct mz_unseen_list *list)
{
    list->count = CLAMP(list->count, MZ_MAX_UNSEEN);
    for (uint32_t i = 0; i < list->count; i++) {
        struct mz_unseen *item = &list->items[i];

        item->kind = CLAMP(item->kind, MZ_UNSEEN_KINDS - 1);
        clean_thread(&item->thread);
        CLEAN(item->name);
        item->reason = CLAMP(item->reason, MZ_UNSEEN_REASON_COUNT - 1);
        CLEAN(item->detail);
    }
}

static void clean_blocked(struct mz_blocked_thread *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        clean_real_thread(&list[i].thread);
        clean_thread(&list[i].holder);
        clean_action(&list[i].action);
        list[i].also_count = CLAMP(list[i].also_count, MZ_MAX_ALSO);
        if (list[i].kind >= MZ_OP_COUNT)
            list[i].kind = MZ_READ;
    }
}

static void clean_finding(struct mz_finding *finding)
{
    if (finding->fault >= MZ_FAULT_COUNT)
        finding->fault = MZ_FAULT_UNKNOWN;
    finding->kind = mz_fault_kinds[finding->fault];
    clean_thread(&finding->thread);
    clean_thread(&finding->other_thread);
    clean_action(&finding->action);
    finding->side = CLAMP(finding->side, MZ_SIDE_COUNT - 1);
    finding->other_side = CLAMP(finding->other_side, MZ_SIDE_COUNT - 1);
    finding->blocked_count = CLAMP(finding->blocked_count, MZ_WIDE_THREADS);
    clean_blocked(finding->blocked, finding->blocked_count);
    CLEAN(finding->text);
    CLEAN(finding->file);
    CLEAN(finding->function);
    CLEAN(finding->found);
    CLEAN(finding->expected);
}

/* The first has the account; where there is none, the execution that was cut,
 * which is then found in its place. */
static void clean_findings(struct mz_region *region)
{
    region->finding_count = CLAMP(region->finding_count, MZ_MAX_FINDINGS);
    for (uint32_t i = 0; i < region->finding_count; i++) {
        clean_finding(&region->findings[i]);
        region->findings[i].traced &= i == 0;
    }
    if (!region->has_cut)
        return;
    clean_finding(&region->cut);
    region->cut.traced &= region->finding_count == 0;
    if (region->finding_count == 0)
        region->findings[0] = region->cut;
}

static void clean_stacks(struct mz_account *account)
{
    account->stack_count = CLAMP(account->stack_count, MZ_MAX_STACKS);
    for (uint32_t i = 0; i < account->stack_count; i++) {
        struct mz_stack *stack = &account->stacks[i];

        clean_thread(&stack->thread);
        stack->depth = CLAMP(stack->depth, MZ_MAX_DEPTH);
        stack->role = CLAMP(stack->role, MZ_STACK_BLOCKED);
    }
}

static void clean_obstacle(struct mz_obstacle *obstacle)
{
    clean_real_thread(&obstacle->thread);
    obstacle->kind = CLAMP(obstacle->kind, MZ_OBSTACLE_CALL);
    obstacle->reg = CLAMP(obstacle->reg, MZ_FRAME_REGISTERS - 1);
    obstacle->size = CLAMP(obstacle->size, 8);
    obstacle->depth = CLAMP(obstacle->depth, MZ_OBSTACLE_DEPTH);
}

static void clean_sight(struct mz_sight *sight)
{
    sight->depth = CLAMP(sight->depth, MZ_SIGHT_DEPTH);
    sight->frame_count = CLAMP(sight->frame_count, MZ_SIGHT_FRAMES);
    sight->word_count = CLAMP(sight->word_count, MZ_SIGHT_WORDS);
    sight->chain_count = CLAMP(sight->chain_count, MZ_SIGHT_CHAINS);
    for (unsigned i = 0; i < sight->word_count; i++) {
        sight->words[i].reg =
            CLAMP(sight->words[i].reg, MZ_FRAME_REGISTERS - 1);
        if (sight->words[i].frame != MZ_SIGHT_VARIABLE)
            sight->words[i].frame =
                CLAMP(sight->words[i].frame, MZ_SIGHT_FRAMES - 1);
        sight->words[i].chain =
            CLAMP(sight->words[i].chain, sight->chain_count);
    }
    for (unsigned i = 0; i < sight->chain_count; i++)
        sight->chains[i].length =
            CLAMP(sight->chains[i].length, MZ_SIGHT_LINKS);
}

static void clean_plan(struct mz_plan_step *plan, uint64_t length)
{
    for (uint64_t i = 0; i < length; i++)
        clean_real_thread(&plan[i].thread);
}

static void clean_calls(struct mz_told_calls *calls)
{
    calls->count = CLAMP(calls->count, MZ_MAX_CALLS);
    calls->columns = CLAMP(calls->columns, MZ_MAX_COLUMNS);
    for (uint32_t i = 0; i < MZ_MAX_COLUMNS; i++)
        clean_real_thread(&calls->threads[i]);
    for (uint32_t i = 0; i < MZ_MAX_CALLS; i++) {
        struct mz_told_call *call = &calls->calls[i];

        CLEAN(call->name);
        call->argument_count = CLAMP(call->argument_count, MZ_MAX_ARGUMENTS);
        call->column = CLAMP(call->column, MZ_MAX_COLUMNS - 1);
        call->state = CLAMP(call->state, MZ_CALL_RETURNED);
        calls->order[i] = CLAMP(calls->order[i], MZ_MAX_CALLS - 1);
    }
    calls->order_count = CLAMP(calls->order_count, MZ_MAX_CALLS);
    calls->broken_count = CLAMP(calls->broken_count, MZ_MAX_BROKEN);
    for (uint32_t i = 0; i < MZ_MAX_BROKEN; i++) {
        calls->ended[i] = CLAMP(calls->ended[i], MZ_MAX_CALLS - 1);
        calls->began[i] = CLAMP(calls->began[i], MZ_MAX_CALLS - 1);
    }
    calls->wrong = CLAMP(calls->wrong, MZ_MAX_CALLS - 1);
    calls->why = CLAMP(calls->why, MZ_WHYS - 1);
}

static void clean_critical(struct mz_critical *critical)
{
    if (critical->kind >= MZ_CRITICAL_KINDS)
        critical->kind = MZ_CRITICAL_UNKNOWN;
    clean_real_thread(&critical->thread);
    clean_real_thread(&critical->instead.thread);
    clean_action(&critical->instead.action);
    clean_sight(&critical->instead.sight);
}

/* Each part begins where the one before it ends. */
static void clean_printed(struct mz_printed *printed)
{
    uint32_t end = 0;

    printed->part_count = CLAMP(printed->part_count, MZ_MAX_PRINTED_PARTS);
    for (uint32_t i = 0; i < printed->part_count; i++) {
        struct mz_printed_part *part = &printed->parts[i];

        clean_thread(&part->thread);
        part->end = CLAMP(part->end, MZ_MAX_PRINTED);
        if (part->end < end)
            part->end = end;
        end = part->end;
    }
}

static void clean_asserted(struct mz_asserted *asserted)
{
    asserted->bytes = CLAMP(asserted->bytes, MZ_FRAME_BYTES);
    for (unsigned i = 0; i < MZ_MAX_LOOKS; i++) {
        struct mz_look *look = &asserted->looks[i];

        look->size = CLAMP(look->size, sizeof look->value);
        clean_real_thread(&look->thread);
        clean_sight(&look->sight);
    }
}

static bool has_asserted(const struct mz_asserted *asserted)
{
    return asserted->reads || asserted->bytes;
}

static void clean_account(struct mz_account *account)
{
    clean_printed(&account->printed);
    clean_critical(&account->critical);
    clean_calls(&account->calls);
    account->step_count = CLAMP(account->step_count, MZ_MAX_STEPS);
    for (uint32_t i = 0; i < account->step_count; i++) {
        clean_real_thread(&account->steps[i].thread);
        clean_real_thread(&account->steps[i].preempted);
        clean_action(&account->steps[i].action);
        clean_sight(&account->steps[i].sight);
    }
    clean_sight(&account->failed);
    clean_sight(&account->raced);
    if (has_asserted(&account->asserted))
        clean_asserted(&account->asserted);
    clean_stacks(account);
    account->blocked_count = CLAMP(account->blocked_count, MZ_WIDE_THREADS);
    clean_blocked(account->blocked, account->blocked_count);
    for (uint32_t i = 0; i < account->blocked_count; i++)
        clean_sight(&account->standing[i]);
    account->bearer_count = CLAMP(account->bearer_count, MZ_MAX_BEARERS);
    for (uint32_t i = 0; i < account->bearer_count; i++) {
        clean_real_thread(&account->bearers[i].thread);
        clean_real_thread(&account->bearers[i].parent);
        CLEAN(account->bearers[i].name);
    }
    account->block_count = CLAMP(account->block_count, MZ_MAX_BLOCKS);
    for (uint32_t i = 0; i < account->block_count; i++) {
        clean_thread(&account->blocks[i].allocated_by);
        clean_thread(&account->blocks[i].freed_by);
    }
    account->obstacle_count = CLAMP(account->obstacle_count, MZ_MAX_OBSTACLES);
    for (uint32_t i = 0; i < account->obstacle_count; i++)
        clean_obstacle(&account->obstacles[i]);
    account->next_count = CLAMP(account->next_count, MZ_WIDE_THREADS);
    for (uint32_t i = 0; i < account->next_count; i++) {
        clean_real_thread(&account->nexts[i].step.thread);
        clean_action(&account->nexts[i].step.action);
        clean_sight(&account->nexts[i].step.sight);
    }
    account->plan_length = CLAMP(account->plan_length, MZ_MAX_PLAN);
    clean_plan(account->plan, account->plan_length);
}

/* ---- the copy ------------------------------------------------------------ */

/* Copies counted items only: pages that nobody wrote stay without memory. The
 * counts are those already copied, so that they cannot change underneath. */
#define COPY(field, count, most) \
    memcpy(to->field, from->field, CLAMP(count, most) * sizeof to->field[0])

static void copy_account(struct mz_account *to, const struct mz_account *from)
{
    to->step_count = from->step_count;
    to->steps_left_out = from->steps_left_out;
    to->stack_count = from->stack_count;
    to->blocked_count = from->blocked_count;
    to->bearer_count = from->bearer_count;
    to->block_count = from->block_count;
    to->obstacle_count = from->obstacle_count;
    to->next_count = from->next_count;
    to->plan_length = from->plan_length;
    to->printed.left_out = from->printed.left_out;
    to->printed.left_out_before = from->printed.left_out_before;
    to->printed.part_count = from->printed.part_count;
    COPY(printed.parts, to->printed.part_count, MZ_MAX_PRINTED_PARTS);
    if (to->printed.part_count)
        memcpy(to->printed.bytes, from->printed.bytes, MZ_MAX_PRINTED);
    COPY(steps, to->step_count, MZ_MAX_STEPS);
    COPY(stacks, to->stack_count, MZ_MAX_STACKS);
    COPY(blocked, to->blocked_count, MZ_WIDE_THREADS);
    COPY(standing, to->blocked_count, MZ_WIDE_THREADS);
    if (from->calls.count)
        to->calls = from->calls;
    to->critical = from->critical;
    to->failed = from->failed;
    to->raced = from->raced;
    if (has_asserted(&from->asserted))
        to->asserted = from->asserted;
    COPY(bearers, to->bearer_count, MZ_MAX_BEARERS);
    COPY(blocks, to->block_count, MZ_MAX_BLOCKS);
    COPY(obstacles, to->obstacle_count, MZ_MAX_OBSTACLES);
    COPY(nexts, to->next_count, MZ_WIDE_THREADS);
    COPY(plan, to->plan_length, MZ_MAX_PLAN);
}

/* The fields from one up to another, which is left out. */
#define COPY_FIELDS(first, behind)                     \
    memcpy(&to->first, &from->first,                   \
           offsetof(struct mz_region, behind) -        \
               offsetof(struct mz_region, first))

static void copy_head(struct mz_region *to, const struct mz_region *from)
{
    COPY_FIELDS(magic, settings);
    mz_settings_copy(&to->settings, &from->settings);
    COPY_FIELDS(stop, scenarios.is_run);
    if (to->scenarios.drawn)
        memcpy(to->scenarios.is_run, from->scenarios.is_run,
               sizeof to->scenarios.is_run);
    COPY_FIELDS(suppressed, unseen.items);
    COPY(unseen.items, to->unseen.count, MZ_MAX_UNSEEN);
    COPY_FIELDS(progress, modules);
    COPY(modules, to->module_count, MZ_MAX_MODULES);
    COPY_FIELDS(thread_count, names);
    COPY(names, to->thread_count, MZ_WIDE_THREADS);
    COPY_FIELDS(stacks, findings);
    COPY(findings, to->finding_count, MZ_MAX_FINDINGS);
    to->has_cut = from->has_cut;
    if (to->has_cut)
        to->cut = from->cut;
    if (from->survey.drawn)
        COPY_FIELDS(survey, account);
}

/* One after the other, whoever has found them. */
static void copy_plans(struct mz_region *to, const struct mz_region *shared,
                       uint32_t count)
{
    to->plan_count = 0;
    for (uint32_t i = 0; i < to->finding_count; i++) {
        struct mz_finding *finding = &to->findings[i];
        uint32_t from = CLAMP(finding->plan_from, MZ_MAX_PLANS);
        uint32_t length = CLAMP(finding->plan_length, MZ_MAX_PLANS - from);

        if (length > MZ_MAX_PLANS - to->plan_count)
            length = 0;
        memcpy(&to->plans[to->plan_count],
               &shared[CLAMP(finding->plan_region, count - 1)].plans[from],
               length * sizeof to->plans[0]);
        finding->plan_from = to->plan_count;
        finding->plan_length = length;
        to->plan_count += length;
    }
    clean_plan(to->plans, to->plan_count);
}

struct mz_region *mz_transcript_take(const struct mz_region *shared,
                                     uint32_t count)
{
    struct mz_region *region =
        mmap(NULL, sizeof *region, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (region == MAP_FAILED)
        mz_out_of_memory();
    /* No process that we start looks at it, and of each error there is one. */
    madvise(region, sizeof *region, MADV_DONTFORK);
    copy_head(region, shared);
    region->teller = CLAMP(region->teller, count - 1);
    copy_account(&region->account, &shared[region->teller].account);
    clean_head(region);
    clean_names(region);
    clean_unseen(&region->unseen);
    clean_findings(region);
    copy_plans(region, shared, count);
    clean_account(&region->account);
    return region;
}

void mz_transcript_adopt(struct mz_region *to, const struct mz_region *from)
{
    uint64_t execution = to->findings[0].execution;

    if (!mz_region_has_same_modules(to, from) &&
        (to->finding_count > 1 || to->unseen.count))
        return;
    copy_account(&to->account, &from->account);
    to->findings[0] = from->findings[0];
    to->findings[0].execution = execution;
    to->findings[0].plan_length = 0;
    COPY_FIELDS(module_count, thread_count);
    COPY_FIELDS(thread_count, finding_count);
    to->settings.loops = from->settings.loops;
    to->settings.cancelled = from->settings.cancelled;
    to->settings.shared = from->settings.shared;
    memcpy(to->settings.lent_stacks, from->settings.lent_stacks,
           sizeof to->settings.lent_stacks);
}

/* ---- several ------------------------------------------------------------- */

size_t mz_transcript_page_size(size_t page)
{
    size_t rest = sizeof(struct mz_region) - page * MZ_PAGE;

    return rest < MZ_PAGE ? rest : MZ_PAGE;
}

_Static_assert(sizeof(struct mz_region) % sizeof(uint64_t) == 0, "");

bool mz_transcript_page_is_zero(const struct mz_region *region, size_t page)
{
    const uint64_t *words =
        (const uint64_t *)((const char *)region + page * MZ_PAGE);
    size_t count = mz_transcript_page_size(page) / sizeof *words;
    uint64_t bits = 0;

    for (size_t i = 0; i < count; i++)
        bits |= words[i];
    return !bits;
}

/* The first finding is copied even if none is counted: an error that is not
 * counted may be in its place (clean_findings). */
void mz_transcript_copy(struct mz_region *to, const struct mz_region *from)
{
    copy_head(to, from);
    to->findings[0] = from->findings[0];
    to->plan_count = from->plan_count;
    COPY(plans, to->plan_count, MZ_MAX_PLANS);
    copy_account(&to->account, &from->account);
}

void mz_transcript_forget_found(struct mz_region *region)
{
    region->progress = (struct mz_progress){0};
    region->finding_count = region->plan_count = 0;
    region->has_cut = 0;
    region->unseen = (struct mz_unseen_list){0};
}

/* The end of the part that says most is that of all. */
static void add_status(struct mz_region *all, uint32_t part)
{
    const struct mz_region *one = &all[part];
    bool is_more =
        mz_status_weight(one->status) > mz_status_weight(all->status);

    if (one->limit && (is_more || !all->limit))
        all->limit = one->limit;
    if (!is_more)
        return;
    all->status = one->status;
    all->settings = one->settings;
    all->teller = part;
    memcpy(all->message, one->message, sizeof all->message);
    all->gap = one->gap;
    all->refusal = one->refusal;
}

/* Those who have met fewer threads have the first of these names. */
static void add_names(struct mz_region *all, const struct mz_region *one)
{
    if (one->thread_count < all->thread_count)
        return;
    memcpy(all->names, one->names, sizeof all->names);
    all->thread_count = one->thread_count;
}

struct mz_region *mz_transcript_merge(struct mz_region *const found[],
                                      size_t count)
{
    uint64_t size = (count + 1) * sizeof(struct mz_region), errors = 0;
    struct mz_region *all =
        mmap(NULL, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct mz_region *result;

    if (all == MAP_FAILED)
        mz_out_of_memory();
    mz_transcript_copy(&all[0], found[0]);
    mz_transcript_forget_found(&all[0]);
    all[0].limit = MZ_LIMIT_NONE;
    all[0].status = MZ_STATUS_RUNNING;
    all[0].workers_lost = 0;
    for (uint32_t i = 1; i <= count; i++) {
        mz_transcript_copy(&all[i], found[i - 1]);
        all[i].teller = 0;
        for (uint32_t k = 0; k < all[i].finding_count; k++)
            all[i].findings[k].plan_region = i;
        errors += all[i].finding_count;
        all[0].workers_lost += all[i].workers_lost;
        add_status(all, i);
        add_names(&all[0], &all[i]);
    }
    mz_region_gather(&all[0], (uint32_t)count);
    /* Of errors that several have found one is counted. */
    if (all[0].finding_count < MZ_MAX_FINDINGS)
        all[0].progress.tally.errors -= errors - all[0].finding_count;
    result = mz_transcript_take(all, (uint32_t)(1 + count));
    munmap(all, size);
    return result;
}

void mz_transcript_release(struct mz_region *region)
{
    if (region)
        munmap(region, sizeof *region);
}
