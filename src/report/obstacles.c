/* SPDX-License-Identifier: Apache-2.0 */
#include "report/obstacles.h"

#include <inttypes.h>
#include <string.h>

#include "report/stacks.h"

/* ---- local variables ----------------------------------------------------- */

static struct mz_local_place place_of(const struct mz_obstacle *o)
{
    return o->kind == MZ_OBSTACLE_REGISTER
               ? mz_narrator_register(o->reg)
               : (struct mz_local_place){.address = o->address};
}

static void put_local_value(const struct mz_narrator *n,
                            const struct mz_obstacle *o, uint64_t bits,
                            char out[MZ_PHRASE])
{
    struct mz_local_frame frame = mz_narrator_frame(&o->frame);
    struct mz_local_place place = place_of(o);

    if (!mz_symbols_local_value(n->symbols, &frame, &place, bits, out,
                                MZ_PHRASE))
        *out = 0;
}

static bool name_local(const struct mz_narrator *n,
                       struct mz_told_obstacle *told)
{
    const struct mz_obstacle *o = told->of;
    struct mz_local_frame frame = mz_narrator_frame(&o->frame);
    struct mz_local_place place = place_of(o);

    if (!o->frame.pc || !mz_symbols_local(n->symbols, &frame, &place,
                                          told->what, MZ_PHRASE))
        return false;
    put_local_value(n, o, o->was, told->was);
    put_local_value(n, o, o->is, told->is);
    return true;
}

/* ---- anything ------------------------------------------------------------ */

static bool name_memory(const struct mz_narrator *n,
                        struct mz_told_obstacle *told)
{
    const struct mz_obstacle *o = told->of;
    unsigned shift = 8 * (o->address % 8);
    uint64_t mask = o->size ? UINT64_MAX >> (64 - 8 * o->size) : 0;

    mz_narrator_object(n, o->address, o->size, told->what);
    if (!o->has_words || o->address % 8 + o->size > 8)
        return true;
    mz_narrator_value(n, o->address, o->size, o->was >> shift & mask,
                      told->was);
    mz_narrator_value(n, o->address, o->size, o->is >> shift & mask, told->is);
    return true;
}

static bool name_storage(const struct mz_narrator *n,
                         struct mz_told_obstacle *told)
{
    char name[MZ_PHRASE];

    if (!mz_symbols_thread_local(n->symbols, (int64_t)told->of->address, 0,
                                 name, sizeof name))
        return false;
    snprintf(told->what, MZ_PHRASE, "thread-local %.200s", name);
    return true;
}

static bool name(const struct mz_narrator *n, struct mz_told_obstacle *told)
{
    switch ((enum mz_obstacle_kind)told->of->kind) {
    case MZ_OBSTACLE_REGISTER:
    case MZ_OBSTACLE_STACK:
        return name_local(n, told);
    case MZ_OBSTACLE_STORAGE:
        return name_storage(n, told);
    case MZ_OBSTACLE_MEMORY:
        return name_memory(n, told);
    case MZ_OBSTACLE_CALL:
        strcpy(told->what, "a call that may change something");
        return true;
    default:
        return false;
    }
}

/* Of what has no name. */
static void name_roughly(const struct mz_narrator *n,
                         struct mz_told_obstacle *told)
{
    const struct mz_obstacle *o = told->of;
    struct mz_frame frame = {0};

    if (o->kind == MZ_OBSTACLE_STORAGE)
        strcpy(told->what, "thread-local storage");
    else if (mz_narrator_place(n, o->frame.pc, &frame) && frame.function)
        snprintf(told->what, MZ_PHRASE, "%s of %.200s",
                 o->kind == MZ_OBSTACLE_REGISTER ? "a register" : "the frame",
                 frame.function);
    else
        strcpy(told->what, "its stack");
}

/* ---- those that are told ------------------------------------------------- */

/* Of this loop; `what`: of that name; NULL: of any. */
static bool has(const struct mz_told_obstacle *told, unsigned count,
                const struct mz_obstacle *o, const char *what)
{
    for (unsigned i = 0; i < count; i++)
        if (told[i].of->thread == o->thread &&
            (!what || !strcmp(told[i].what, what)))
            return true;
    return false;
}

unsigned mz_obstacles_list(const struct mz_narrator *n,
                           struct mz_told_obstacle told[MZ_TOLD_OBSTACLES])
{
    const struct mz_account *account = &n->report->region->account;
    unsigned count = 0;

    for (int is_named = 1; is_named >= 0; is_named--)
        for (uint32_t i = 0;
             i < account->obstacle_count && count < MZ_TOLD_OBSTACLES; i++) {
            const struct mz_obstacle *o = &account->obstacles[i];
            struct mz_told_obstacle *next = &told[count];

            *next = (struct mz_told_obstacle){.of = o};
            if (is_named ? !name(n, next) : has(told, count, o, NULL))
                continue;
            if (!is_named)
                name_roughly(n, next);
            count += !has(told, count, o, next->what);
        }
    return count;
}

bool mz_obstacles_place(const struct mz_narrator *n,
                        const struct mz_obstacle *o, struct mz_frame *out)
{
    for (uint32_t i = 0; i < o->depth; i++)
        if (mz_narrator_place(n, o->pcs[i], out) && mz_narrator_is_users(out))
            return true;
    return o->depth && mz_narrator_place(n, o->pcs[0], out);
}

/* ---- in a report for people ---------------------------------------------- */

static void print_one(const struct mz_told_obstacle *told, FILE *out)
{
    fputs(told->what, out);
    if (*told->was && *told->is)
        fprintf(out, " (%s, then %s)", told->was, told->is);
}

/* All of one loop. */
static void print_loop(const struct mz_narrator *n,
                       const struct mz_told_obstacle *told, unsigned count,
                       FILE *out)
{
    const struct mz_obstacle *first = told[0].of;
    struct mz_frame place;
    char thread[MZ_PHRASE];

    mz_narrator_thread(n, first->thread, thread);
    fprintf(out, "  %s", thread);
    if (mz_obstacles_place(n, first, &place)) {
        fputs(" at ", out);
        mz_stacks_place(&place, out);
    }
    fprintf(out, ", %" PRIu64 " times: ", first->rounds);
    print_one(&told[0], out);
    for (unsigned i = 1; i < count; i++) {
        if (told[i].of->thread != first->thread)
            continue;
        fputs(", ", out);
        print_one(&told[i], out);
    }
    fputc('\n', out);
}

void mz_obstacles_print(const struct mz_narrator *n, FILE *out)
{
    struct mz_told_obstacle told[MZ_TOLD_OBSTACLES];
    unsigned count = mz_obstacles_list(n, told);

    if (count)
        fputs("\nloops that change something in each round:\n", out);
    for (unsigned i = 0; i < count; i++)
        if (!has(told, i, told[i].of, NULL))
            print_loop(n, &told[i], count - i, out);
}
