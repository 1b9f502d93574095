/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules and their expressions, on the example of [AADJS24]: Fig. 1, 2.
 *
 *   p: x = 1    q: y = 1; z = 1    r: g = 1; a = y; b = x
 *   s: c = y; d = z; e = x
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "characterisation_text.h"

enum { EVENTS = 16, ARENA = 16 << 20, MEMORY = 1 << 16 };

enum { MAIN, P, Q, R, S, THREADS };
enum { X, Y, Z, G }; /* objects */

struct world {
    void *memory;
    struct mz_arena arena;
    struct mz_execution x;
    struct mz_happens_before hb;
    struct mz_marks marks;
    struct mz_pop_schedule schedule;
    char *characterisations;
    uint64_t used; /* of these */
};

/* ---- executions ---------------------------------------------------------- */

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);

    w->memory = aligned_alloc(64, ARENA);
    memset(w->memory, 0, ARENA);
    mz_arena_init(&w->arena, w->memory, ARENA);
    mz_execution_init(&w->x, &w->arena, EVENTS);
    for (mz_tid t = 0; t < THREADS; t++) {
        w->x.births[t] = (struct mz_birth){.parent = t ? MAIN : MZ_NO_THREAD,
                                           .event = MZ_NONE};
        mz_tset_add(&w->x.born, t);
    }
    w->x.thread_count = THREADS;
    mz_happens_before_init(&w->hb, &w->arena, &w->x, MZ_RELATION_ADD);
    mz_pop_schedule_init(&w->schedule, &w->arena, EVENTS);
    w->marks.of = mz_arena_take(&w->arena, EVENTS * sizeof *w->marks.of);
    w->marks.numbers =
        mz_arena_take(&w->arena, EVENTS * sizeof *w->marks.numbers);
    w->marks.schedules =
        mz_arena_take(&w->arena, EVENTS * sizeof *w->marks.schedules);
    w->characterisations = mz_arena_take(&w->arena, MEMORY);
    w->used = 8;
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;

    free(w->memory);
    free(w);
    return 0;
}

/* The statement of that letter: what it assigns to. */
static struct mz_event statement(char letter)
{
    static const struct {
        char letter;
        mz_tid thread;
        uint8_t kind;
        uint32_t object;
    } all[] = {
        {'x', P, MZ_WRITE, X}, {'y', Q, MZ_WRITE, Y}, {'z', Q, MZ_WRITE, Z},
        {'g', R, MZ_WRITE, G}, {'a', R, MZ_READ, Y},  {'b', R, MZ_READ, X},
        {'c', S, MZ_READ, Y},  {'d', S, MZ_READ, Z},  {'e', S, MZ_READ, X},
    };
    unsigned i = 0;

    while (all[i].letter != letter)
        i++;
    return (struct mz_event){.thread = all[i].thread,
                             .kind = all[i].kind,
                             .mask = 0xff,
                             .object = all[i].object};
}

/* Executes these; `characterisation` is that of the schedule in brackets, and
 * of the second. */
static void execute(struct world *w, const char *text, uint64_t first,
                    uint64_t second)
{
    uint32_t counts[THREADS] = {0}, *count = &w->marks.count;
    bool inside = false;

    mz_happens_before_truncate(&w->hb, &w->x, 0);
    mz_execution_cut(&w->x, 0);
    *count = 0;
    for (; *text; text++) {
        uint32_t k = w->x.length;

        if (*text == '[') {
            w->marks.schedules[*count].start = k;
            w->marks.schedules[*count].characterisation =
                *count ? second : first;
            inside = true;
            ++*count;
        } else if (*text == ']') {
            w->marks.schedules[*count - 1].end = k;
            inside = false;
        } else {
            w->x.events[k] = statement(*text);
            w->marks.of[k] = inside ? *count : 0;
            w->marks.numbers[k] = ++counts[w->x.events[k].thread];
            w->x.length++;
        }
    }
    mz_happens_before_extend(&w->hb, &w->x);
}

static uint32_t position(const struct world *w, char letter)
{
    struct mz_event e = statement(letter);
    uint32_t k = 0;

    while (w->x.events[k].thread != e.thread ||
           w->x.events[k].object != e.object)
        k++;
    return k;
}

/* The events of the schedule of a race, in letters; and its characterisation,
 * where it is put. */
static uint64_t reverse(struct world *w, char first, char second,
                        const char *letters, const char *expressions)
{
    struct mz_later later = mz_later_event(&w->x, position(w, second));
    struct mz_pop_schedule *s = &w->schedule;
    char text[1024];
    uint64_t place = w->used;

    mz_pop_schedule_of(s, &w->hb, &w->x, position(w, first), &later,
                       later.event->kind, 0);
    assert_int_equal(s->count, strlen(letters));
    for (uint32_t i = 0; i < s->count; i++)
        assert_int_equal(s->events[i], position(w, letters[i]));
    assert_true(mz_characterisation_is_due(s));
    w->used += mz_characterise(w->characterisations + place, MEMORY - place, s,
                               &w->marks);
    assert_true(w->used > place);
    mz_characterisation_print((const void *)(w->characterisations + place),
                              w->characterisations, text, sizeof text);
    assert_string_equal(text, expressions);
    return place;
}

/* ---- schedules ----------------------------------------------------------- */

static void test_example_of_the_paper(void **state)
{
    struct world *w = *state;
    uint64_t a, c, d;

    /* E1, in which y = 1 races with a = y and c = y. */
    execute(w, "xyzgabcde", 0, 0);
    a = reverse(w, 'y', 'a', "g", "<2.2 write 2> |> 1\n");
    c = reverse(w, 'y', 'c', "",
                "<2.2 write 2 . 3.1 write 3 . 3.2 read 1 . 3.3 read 0> |> 1\n");

    /* E2: sigma_1. */
    execute(w, "x[ga]byzcde", a, 0);
    reverse(w, 'x', 'b', "ga", "{3.2} |> 0\n[<2.2 write 2> |> 1] |> 0\n");

    /* E3: sigma_3, sigma_4, and what begins T5. */
    execute(w, "x[c]yzdegab", c, 0);
    reverse(w, 'x', 'e', "cyzd",
            "{4.1} |> 0\n"
            "[<2.2 write 2 . 3.1 write 3 . 3.2 read 1 . 3.3 read 0> |> 1] "
            "|> 0\n");
    reverse(w, 'x', 'b', "cyga",
            "{4.1}<2.2 write 2 . 4.2 read 2 . 4.3 read 0> |> 0\n"
            "[<2.2 write 2 . 3.1 write 3 . 3.2 read 1 . 3.3 read 0> |> 1] "
            "|> 0\n");
    d = reverse(w, 'z', 'd', "", "<> |> 2\n");

    /* T5: sigma_2. */
    execute(w, "x[c]y[d]zegab", c, d);
    reverse(w, 'x', 'e', "cd",
            "{4.1}<2.1 write 1>{4.2}<2.2 write 2> |> 0\n"
            "[<2.2 write 2 . 3.1 write 3 . 3.2 read 1 . 3.3 read 0> |> 1] "
            "|> 0\n"
            "{4.1}<2.1 write 1>[<> |> 2] |> 0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_example_of_the_paper, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
