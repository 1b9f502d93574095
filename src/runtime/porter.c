/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/porter.h"

#include <linux/futex.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/object.h"
#include "runtime/resume.h"
#include "runtime/runtime.h"
#include "runtime/supervisor.h"
#include "runtime/turn.h"

enum {
    MOST_TASK = 16 << 20, /* bytes of one that goes to other ranks */
    NAP = 1000 * 1000,    /* ns: workers may have changed something, too */
    LONG_NAP = 20 * NAP,  /* they would ring, but for one that is killed */
};

_Static_assert((int)MZ_MAX_ASKING == (int)MZ_MAX_JOBS, "");


static uint64_t most_task; /* bytes, of any here */

static struct mz_exchange *exchange(void)
{
    return &mz_rt.common->exchange;
}

bool mz_porter_is_on(void)
{
    return exchange()->is_on;
}

/* ---- places -------------------------------------------------------------- */

void mz_porter_shape(struct mz_share_shape *shape)
{
    shape->is_open = exchange()->is_on;
    if (exchange()->is_on && !exchange()->is_first)
        shape->is_resumed = true; /* with no task at all */
}

static void *at(uint64_t offset)
{
    return (char *)mz_rt.common + offset;
}

void mz_porter_prepare(struct mz_arena *arena,
                       const struct mz_share_shape *shape)
{
    struct mz_exchange *e = exchange();
    uint64_t room = sizeof(struct mz_share_record) +
                    (shape->room < MOST_TASK ? shape->room : MOST_TASK);

    if (!e->is_on)
        return;
    most_task = shape->room;
    e->in.at = mz_offset_of(mz_arena_take(arena, room));
    e->out.at = mz_offset_of(mz_arena_take(arena, room));
    e->in.room = e->out.room = room;
    e->keys = mz_offset_of(mz_object_keys);
    e->most_keys = mz_object_room();
    e->layout = mz_layout_hash(mz_resume_layout());
    MZ_STORE(e->is_ready, 1);
}

/* ---- carrying ------------------------------------------------------------ */

static bool is_there(struct mz_exchange_place *place)
{
    return MZ_LOAD(place->put) != place->got;
}

static bool carry_in(struct mz_share *share, struct mz_exchange *e)
{
    const struct mz_share_record *record = at(e->in.at);

    if (!is_there(&e->in))
        return false;
    if (e->in.size > e->in.room || e->in.size < sizeof *record ||
        record->size != e->in.size - sizeof *record ||
        record->size > most_task)
        mz_give_up("a task of another rank is not what tasks of this one are");
    if (!mz_share_carry_in(share, record))
        return false;
    MZ_STORE(e->in.got, e->in.got + 1);
    return true;
}

static void carry_out(struct mz_share *share, struct mz_exchange *e)
{
    struct mz_share_record *record = at(e->out.at);

    if (!MZ_LOAD(e->is_wanted) || MZ_LOAD(e->out.got) != e->out.put ||
        !mz_share_carry_out(share, record, e->out.room))
        return;
    e->out.size = sizeof *record + record->size;
    MZ_STORE(e->out.put, e->out.put + 1);
    mz_supervisor_wake();
}

static void say_idle(struct mz_exchange *e)
{
    uint64_t idle = (uint64_t)e->in.got + 1;

    if (MZ_LOAD(e->idle) == idle)
        return;
    MZ_STORE(e->idle, idle);
    mz_supervisor_wake();
}

bool mz_porter_act(struct mz_share *share, bool one_waits)
{
    struct mz_exchange *e = exchange();
    bool is_news = carry_in(share, e);

    if (!one_waits)
        carry_out(share, e);
    if (mz_share_is_idle(share))
        say_idle(e);
    if (MZ_LOAD(e->is_closed)) {
        mz_share_close(share);
        is_news = true;
    }
    return is_news;
}

static void nap_unless(uint32_t *bell, uint32_t value, long most)
{
    const struct timespec nap = {.tv_nsec = most};

    MZ_SYSTEM(futex, bell, FUTEX_WAIT, value, &nap, NULL, 0);
}

uint32_t mz_porter_bell(void)
{
    return MZ_LOAD(exchange()->bell);
}

void mz_porter_nap(uint32_t bell, bool all_work)
{
    struct mz_exchange *e = exchange();
    bool is_long = all_work && !MZ_LOAD(e->is_wanted) &&
                   !MZ_LOAD(e->is_closed) && !is_there(&e->in);

    nap_unless(&e->bell, bell, is_long ? LONG_NAP : NAP);
}

void mz_porter_ring(void)
{
    struct mz_exchange *e = exchange();

    if (!e->is_on)
        return;
    __atomic_fetch_add(&e->bell, 1, __ATOMIC_SEQ_CST);
    MZ_SYSTEM(futex, &e->bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* ---- asking -------------------------------------------------------------- */

bool mz_porter_asks(void)
{
    return exchange()->is_on && !exchange()->is_first;
}

static uint32_t seat(void)
{
    return (uint32_t)(mz_rt.region - mz_rt.common) - 1;
}

/* Others wait, too: the answer to one may be the next place of the list. */
static void wait_a_while(uint32_t bell)
{
    nap_unless(&exchange()->names_bell, bell, NAP);
    mz_turn_beat();
}

void mz_porter_ask_thread(uint32_t name, const uint32_t *word)
{
    uint32_t bell = MZ_LOAD(exchange()->names_bell);

    MZ_STORE(exchange()->asked_threads[seat()], name);
    while (!MZ_LOAD(*word)) {
        wait_a_while(bell);
        bell = MZ_LOAD(exchange()->names_bell);
    }
    MZ_STORE(exchange()->asked_threads[seat()], 0);
}

void mz_porter_ask_object(uint64_t key, const uint64_t *word)
{
    uint32_t bell = MZ_LOAD(exchange()->names_bell);

    MZ_STORE(exchange()->asked_objects[seat()], key);
    while (!MZ_LOAD(*word)) {
        wait_a_while(bell);
        bell = MZ_LOAD(exchange()->names_bell);
    }
    MZ_STORE(exchange()->asked_objects[seat()], 0);
}
