/* SPDX-License-Identifier: Apache-2.0 */
#include "characterisation_text.h"

struct text {
    char *next, *end; /* there is room for a 0 at the end */
};

/* An expression that inherits others, by its i-th schedule. */
struct inheritor {
    const struct inheritor *outer; /* or NULL */
    const struct mz_characterisation *c;
    uint32_t i;
};

static void put(struct text *t, const char *s)
{
    while (*s && t->next < t->end)
        *t->next++ = *s++;
}

static void put_number(struct text *t, uint32_t n)
{
    char digit[] = {'0' + n % 10, 0};

    if (n >= 10)
        put_number(t, n / 10);
    put(t, digit);
}

static void put_key(struct text *t, struct mz_key key)
{
    put_number(t, key.thread);
    put(t, ".");
    put_number(t, key.number);
}

static void put_element(struct text *t, const struct mz_characterisation *c,
                        const struct mz_element *element)
{
    const struct mz_access *accesses = mz_accesses_of(c) + element->accesses;

    put_key(t, element->key);
    put(t, " ");
    put(t, mz_op_names[element->kind]);
    for (uint32_t i = 0; i < element->access_count; i++) {
        put(t, i ? ", " : " ");
        if (i) {
            put(t, mz_op_names[accesses[i].kind]);
            put(t, " ");
        }
        put_number(t, accesses[i].object);
    }
}

/* w_i \ sigma, if it is not empty. */
static void put_segment(struct text *t, const struct mz_characterisation *c,
                        uint32_t segment)
{
    bool any = false;

    for (uint32_t i = 0; i < c->elements; i++) {
        const struct mz_element *element = &mz_elements_of(c)[i];

        if (element->segment != segment)
            continue;
        put(t, any ? " . " : "<");
        put_element(t, c, element);
        any = true;
    }
    put(t, any ? ">" : "");
}

/* P_m */
static void put_events(struct text *t, const struct mz_characterisation *c,
                       uint32_t m)
{
    put_segment(t, c, 0);
    for (uint32_t i = 0; i < m; i++) {
        put(t, "{");
        put_key(t, mz_contained_of(c)[i].head);
        put(t, "}");
        put_segment(t, c, i + 1);
    }
}

static void put_objects(struct text *t, const struct mz_characterisation *c)
{
    put(t, " |> ");
    for (uint32_t i = 0; i < c->e_accesses; i++) {
        put(t, i ? "," : "");
        put_number(t, mz_accesses_of(c)[i].object);
    }
}

static void open_all(struct text *t, const struct inheritor *outer)
{
    if (!outer)
        return;
    open_all(t, outer->outer);
    put_events(t, outer->c, outer->i);
    put(t, "[");
}

static void put_all(struct text *t, const struct inheritor *outer,
                    const struct mz_characterisation *c, const char *memory)
{
    struct inheritor own = {outer, c, 0};

    open_all(t, outer);
    put(t, c->schedules || c->elements ? "" : "<>");
    put_events(t, c, c->schedules);
    put_objects(t, c);
    for (const struct inheritor *o = outer; o; o = o->outer) {
        put(t, "]");
        put_objects(t, o->c);
    }
    put(t, "\n");
    for (; own.i < c->schedules; own.i++) {
        uint64_t inner = mz_contained_of(c)[own.i].characterisation;

        if (inner)
            put_all(t, &own, (const void *)(memory + inner), memory);
    }
}

void mz_characterisation_print(const struct mz_characterisation *c,
                               const char *memory, char *text, size_t size)
{
    struct text t = {text, text + size - 1};

    put_all(&t, NULL, c, memory);
    *t.next = 0;
}
