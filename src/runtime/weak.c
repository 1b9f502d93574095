/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/weak.h"

#include "op/await.h"
#include "op/modelled.h"
#include "race/detector.h"
#include "runtime/across.h"
#include "runtime/crossing.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/rush.h"
#include "runtime/spinning.h"
#include "runtime/strength.h"

/* In the search's memory, since an execution may have a process to itself. */
static struct accesses {
    uint32_t execution; /* the number of the one at hand */
    uint32_t noted;     /* its events up to this one are, but for the first */
    uint32_t unnoted;   /* so many: those before a waypoint, mostly */
    struct last_access {
        uint32_t execution; /* else there was none */
        uint32_t position;
    } last[]; /* [object] */
} * accesses;

static bool is_expected;

void mz_weak_take(struct mz_arena *arena)
{
    const struct mz_settings *settings = &mz_rt.region->settings;
    size_t objects = mz_execution_objects(settings->max_events);

    mz_rt.weak = settings->memory_model != MZ_MODEL_SC;
    if (!mz_rt.weak)
        return;
    accesses = mz_arena_take(arena, sizeof *accesses +
                                        objects * sizeof *accesses->last);
    mz_race_detector_keep_messages(settings->max_events);
}

void mz_weak_reset(void)
{
    if (!mz_rt.weak)
        return;
    accesses->execution++;
    accesses->noted = MZ_NONE;
    mz_set_observing();
}

/* ---- what is refused ----------------------------------------------------- */

void mz_weak_expect(void)
{
    is_expected = true;
}

void mz_weak_meet(const struct mz_visible *v)
{
    bool was_expected = is_expected;

    is_expected = false;
    if (!v->object)
        mz_unsupported(WEAK_BLOCK);
    if (mz_op_is_memory(v->kind) && !mz_op_blocks(v->kind)) {
        if (!was_expected)
            mz_unsupported(WEAK_PLAIN);
    } else if (!mz_op_is_modelled(v->kind)) {
        mz_unsupported(WEAK, .text = mz_op_names[v->kind]);
    }
}

/* ---- accesses ------------------------------------------------------------ */

static uint8_t mask_of(const struct mz_weak_access *a)
{
    return ((1u << a->size) - 1) << (a->address & 7);
}

static uint64_t content_of(const struct mz_weak_access *a)
{
    switch (a->size) {
    case 1:
        return *(const uint8_t *)a->address;
    case 2:
        return *(const uint16_t *)a->address;
    case 4:
        return *(const uint32_t *)a->address;
    default:
        MZ_ASSERT(a->size == 8);
        return *(const uint64_t *)a->address;
    }
}

static void put(const struct mz_weak_access *a, uint64_t value)
{
    switch (a->size) {
    case 1:
        *(uint8_t *)a->address = value;
        break;
    case 2:
        *(uint16_t *)a->address = value;
        break;
    case 4:
        *(uint32_t *)a->address = value;
        break;
    default:
        *(uint64_t *)a->address = value;
    }
}

static uint64_t cut(const struct mz_weak_access *a, uint64_t value)
{
    return a->size < 8 ? value & ((1ull << 8 * a->size) - 1) : value;
}

static bool is_noted(uint32_t object)
{
    return accesses->last[object].execution == accesses->execution;
}

/* The last access to an object so far; MZ_NONE: there was none. */
static uint32_t last_access_to(uint32_t object)
{
    const struct mz_event *events = mz_turns.execution->events;
    struct last_access at = {.execution = accesses->execution};

    if (accesses->noted == MZ_NONE)
        accesses->noted = accesses->unnoted = mz_turns.position;
    for (; accesses->noted < mz_turns.position; accesses->noted++) {
        at.position = accesses->noted;
        if (mz_op_is_memory(events[at.position].kind))
            accesses->last[events[at.position].object] = at;
    }
    while (!is_noted(object) && accesses->unnoted) {
        const struct mz_event *e = &events[--accesses->unnoted];

        at.position = accesses->unnoted;
        if (mz_op_is_memory(e->kind) && !is_noted(e->object))
            accesses->last[e->object] = at;
    }
    return is_noted(object) ? accesses->last[object].position : MZ_NONE;
}

/* The access before it to its object, and the last to the same bytes; MZ_NONE:
 * there was none in this execution. */
static uint32_t find_before(const struct mz_weak_access *a, uint32_t object,
                            uint32_t *same_bytes)
{
    const struct mz_execution *x = mz_turns.execution;
    uint32_t before = last_access_to(object), at = before;

    while (at != MZ_NONE && x->events[at].mask != mask_of(a))
        at = x->orders[at].before;
    *same_bytes = at;
    return before;
}

/* What memory holds must be what the last write has left, or somebody has
 * written there by a plain access, which none of the models has. */
static void begin(const struct mz_weak_access *a, uint32_t object,
                  struct mz_access_order *order)
{
    const struct mz_execution *x = mz_turns.execution;
    uint64_t holds = content_of(a);
    uint32_t same;

    order->operand = cut(a, a->operand);
    order->order = a->order;
    order->failure = a->failure;
    order->update = a->update;
    order->is_served = true;
    order->before = find_before(a, object, &same);
    order->initial = same == MZ_NONE ? holds : x->orders[same].initial;
    order->last = same == MZ_NONE ? holds : x->orders[same].last;
    order->newest = same == MZ_NONE ? MZ_NONE : x->orders[same].newest;
    if (order->last != holds)
        mz_unsupported(WEAK_MIXED);
}

static void ask(const struct mz_weak_access *a, uint32_t object,
                struct mz_access_order *order)
{
    const struct mz_event e = {
        .thread = mz_rt.self,
        .kind = a->kind,
        .mask = mask_of(a),
        .object = object,
        .other = mz_op_compares(a->kind) ? a->expected : 0,
    };

    mz_turns.chooser->serve(mz_turns.chooser, mz_turns.execution, &e, order);
    MZ_ASSERT(order->source == MZ_NONE || (!mz_op_overwrites(a->kind) &&
                                           order->source < mz_turns.position));
}

static void detect(const struct mz_weak_access *a, enum mz_op outcome,
                   const struct mz_access_order *order)
{
    enum mz_order said = mz_op_is_failure(outcome) ? a->failure : a->order;
    struct mz_race race;

    if (mz_rt.detecting &&
        mz_race_detector_serve(mz_rt.self, outcome, mz_turns.position,
                               order->source, a->address, a->size, said, a->pc,
                               &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_crossings_count) && !mz_op_overwrites(outcome))
        mz_crossing_reads(said);
    if (MZ_UNLIKELY(mz_crossings_count) && mz_op_writes(outcome))
        mz_crossing_writes(said);
    if (mz_rt.tracing) {
        mz_trace_order(said);
        if (mz_rt.detecting)
            mz_plain_watch();
    }
}

static void tell(const struct mz_weak_access *a, enum mz_op outcome,
                 uint64_t value, uint64_t before,
                 const struct mz_access_order *order)
{
    bool fails = mz_op_is_failure(outcome), writes = mz_op_writes(outcome);
    bool reads = !mz_op_overwrites(outcome);
    enum mz_action action = fails ? MZ_ACTION_COMPARE_EXCHANGE_FAIL : a->action;

    if (!mz_rt.tracing || a->action == MZ_ACTION_NONE)
        return;
    if (a->whole) {
        mz_trace_step(action, (uint64_t)a->whole, a->whole_size, 0, 0, 0,
                      a->pc);
        return;
    }
    mz_trace_step(action, a->address, a->size, 1 | writes << 1,
                  reads ? value : order->written,
                  reads ? order->operand : before, a->pc);
    mz_trace_served(order, reads, writes);
}

/* The number of the object of the access whose turn it is. */
static uint32_t number_of(const struct mz_visible *v)
{
    const struct mz_event *e = &mz_turns.execution->events[mz_turns.position];

    if (mz_turns.position < mz_turns.known && e->object != MZ_NONE &&
        mz_object_keys[e->object] == v->object)
        return e->object;
    return mz_object_number(v->object);
}

/* `use` is NULL where the program has written no order. */
static uint64_t serve(const struct mz_weak_access *a,
                      const struct mz_strength_use *use)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t position = mz_turns.position;
    struct mz_visible v = mz_visible_access(a->kind, a->address, a->size);
    uint32_t object = number_of(&v);
    struct mz_access_order *order = &x->orders[position];
    struct mz_access_order said = {.source = order->source,
                                   .next = order->next,
                                   .is_last = order->is_last};
    uint64_t before = content_of(a), value;
    const struct mz_op_operand says = {.number = a->expected};
    enum mz_op outcome;
    bool writes, overwrites;

    if (mz_rush_finds(&value)) {
        mz_rush_ends_operation();
        return value;
    }
    *order = said; /* which counts where the event is replayed */
    begin(a, object, order);
    if (position >= mz_turns.known)
        ask(a, object, order);
    value = order->source == MZ_NONE ? order->initial
                                     : x->orders[order->source].written;
    outcome = mz_op_outcome(a->kind, value, &says);
    writes = mz_op_writes(outcome);
    if (writes)
        order->written = cut(a, mz_update_of(a->update, value, a->operand));
    if (mz_rt.watching && writes && order->written != value)
        mz_effect_note();
    if (use)
        mz_strength_tell(use, mz_op_is_failure(outcome));
    detect(a, outcome, order);
    if (writes && order->is_last) {
        put(a, order->written);
        order->last = order->written;
        order->newest = position;
    }
    overwrites = mz_op_overwrites(outcome);
    mz_visible_end_at(&v, object, outcome, overwrites ? order->written : value,
                      overwrites                ? before
                      : mz_op_compares(a->kind) ? a->expected
                                                : 0);
    tell(a, outcome, value, before, order);
    return value;
}

uint64_t mz_weak_serve_ours(const struct mz_weak_access *a)
{
    return serve(a, NULL);
}

void mz_weak_count(const struct mz_visible *v, const uint64_t *count,
                   const void *about, unsigned size)
{
    mz_weak_expect();
    mz_visible_begin(v);
    mz_weak_serve_ours(&(struct mz_weak_access){
        .address = (uint64_t)count,
        .pc = v->pc,
        .size = sizeof *count,
        .kind = MZ_RMW,
        .update = MZ_UPDATE_FETCH_ADD,
        .operand = 1,
        .action = v->action,
        .whole = about,
        .whole_size = size,
    });
    mz_effect_note();
}

uint64_t mz_weak_await(const struct mz_visible *v, unsigned size,
                       enum mz_order order)
{
    struct mz_visible reads = *v;
    struct mz_weak_access a = {
        .address = (v->object << 3) + __builtin_ctz(v->mask),
        .pc = v->pc,
        .size = size,
        .kind = MZ_READ,
        .order = order,
        .failure = order,
        .action = MZ_ACTION_LOAD,
    };
    uint32_t since;
    uint64_t value;

    reads.kind = MZ_READ;
    mz_weak_expect();
    mz_visible_begin(&reads);
    since = mz_turns.position;
    value = serve(&a, NULL);
    if (!mz_condition_holds(v->condition, v->mask, value, v->number))
        mz_spinning_wait(v, since);
    return value;
}

/* ---- locks and the like -------------------------------------------------- */

/* The last event that has changed the object so far; MZ_NONE. */
static uint32_t last_change(uint32_t object)
{
    const struct mz_event *events = mz_turns.execution->events;

    for (uint32_t i = mz_turns.position; i-- > 0;)
        if (events[i].object == object && mz_op_changes(events[i].kind))
            return i;
    return MZ_NONE;
}

/* The state that the event has left. */
static uint64_t state_after(uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];
    const struct mz_op_operand operand = mz_event_operand(e);
    uint64_t state = e->value;

    mz_op_after(e->kind, &state, &operand);
    return state;
}

/* The state before all events of its object; `last` if there are none. */
static uint64_t state_at_first(uint32_t object, uint64_t last)
{
    const struct mz_event *events = mz_turns.execution->events;

    for (uint32_t i = 0; i < mz_turns.position; i++)
        if (events[i].object == object)
            return events[i].value;
    return last;
}

/* `otherwise` if nothing has changed it. */
static uint64_t last_state(uint32_t object, uint64_t otherwise)
{
    uint32_t change = last_change(object);

    return change == MZ_NONE ? otherwise : state_after(change);
}

uint64_t mz_weak_state(const struct mz_visible *v, uint64_t last)
{
    struct mz_execution *x = mz_turns.execution;
    uint32_t position = mz_turns.position;
    struct mz_access_order *order = &x->orders[position];
    const struct mz_event e = {
        .thread = mz_rt.self,
        .kind = v->kind,
        .mask = v->mask,
        .object = mz_object_number(v->object),
        .other = v->number,
    };
    uint64_t found;

    if (mz_rush_finds(&found))
        return found;
    if (position >= mz_turns.known) {
        *order = (struct mz_access_order){
            .newest = last_change(e.object),
        };
        mz_turns.chooser->serve(mz_turns.chooser, x, &e, order);
        MZ_ASSERT(order->source == MZ_NONE || order->source < position);
    }
    return order->source == MZ_NONE ? state_at_first(e.object, last)
                                    : state_after(order->source);
}

/* ---- loops --------------------------------------------------------------- */

/* What the bytes that the event has accessed hold last. */
static uint64_t last_in_memory(const struct mz_event *e)
{
    const struct mz_execution *x = mz_turns.execution;
    uint32_t at = last_access_to(e->object); /* e, or one behind it */

    while (x->events[at].mask != e->mask)
        at = x->orders[at].before;
    return x->orders[at].last;
}

bool mz_weak_is_stale(uint32_t position)
{
    const struct mz_event *e = &mz_turns.execution->events[position];

    if (mz_op_is_local(e->kind))
        return false;
    return e->value != (mz_op_is_memory(e->kind)
                            ? last_in_memory(e)
                            : last_state(e->object, e->value));
}

static enum mz_strength_role role_of(enum mz_op kind)
{
    if (!mz_op_writes(kind))
        return MZ_STRENGTH_LOAD;
    if (mz_op_overwrites(kind))
        return MZ_STRENGTH_STORE;
    return mz_op_compares(kind) ? MZ_STRENGTH_COMPARE : MZ_STRENGTH_UPDATE;
}

static uint64_t serve_as_wanted(const struct mz_weak_access *a)
{
    struct mz_strength_use use = {
        .pc = a->pc,
        .address = a->address,
        .size = a->size,
        .role = role_of(a->kind),
        .order = a->order,
        .failure = a->failure,
    };
    struct mz_weak_access counts = *a;

    mz_strength_apply(&use);
    counts.order = use.order;
    counts.failure = use.failure;
    return serve(&counts, &use);
}

uint64_t mz_weak_serve(const struct mz_weak_access *a)
{
    return mz_strength_is_wanted() ? serve_as_wanted(a) : serve(a, NULL);
}

/* ---- fences -------------------------------------------------------------- */

void mz_weak_fence(enum mz_order order, uint64_t pc)
{
    struct mz_strength_use use = {
        .pc = pc, .role = MZ_STRENGTH_FENCE, .order = order};

    mz_strength_apply(&use);
    order = use.order;
    mz_local_fence(order);
    mz_strength_tell(&use, false);
    if (mz_rt.detecting)
        mz_race_detector_fence(mz_rt.self, order);
    if (MZ_UNLIKELY(mz_crossings_count)) {
        mz_crossing_reads(order);
        mz_crossing_writes(order);
    }
    if (mz_rt.tracing) {
        mz_trace_order(order);
        mz_trace_step(MZ_ACTION_FENCE, 0, 0, 0, 0, 0, pc);
    }
}
