/* SPDX-License-Identifier: Apache-2.0 */
#include "report/namesakes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST = 512,   /* different accesses that are looked at */
    SLOTS = 2 * MOST, /* of the table of these */
};

struct named {
    char *name;
    uint64_t of; /* mz_narrator_holder: what tells it apart */
};

struct mz_namesakes {
    struct named all[MOST];
    size_t count;
    const struct mz_step *slots[SLOTS]; /* at most half of them are taken */
    size_t taken;
};

/* Whether it is the first access of this code to this address. */
static bool is_new(struct mz_namesakes *s, const struct mz_step *step)
{
    uint64_t hash = (step->address ^ step->pc << 20) * 0x9e3779b97f4a7c15;
    size_t i = hash >> 32 & (SLOTS - 1);

    for (; s->slots[i]; i = (i + 1) & (SLOTS - 1))
        if (s->slots[i]->address == step->address &&
            s->slots[i]->pc == step->pc)
            return false;
    s->slots[i] = step;
    s->taken++;
    return true;
}

static void add(struct mz_namesakes *s, const struct mz_narrator *n,
                const struct mz_step *step)
{
    uint64_t of = mz_narrator_holder(n, step->address);
    char name[MZ_PHRASE];
    char *copy;

    if (!of)
        return;
    mz_narrator_object_seen(n, step->address, step->size,
                            mz_narrator_sight(n, step), name);
    copy = strdup(name);
    if (copy)
        s->all[s->count++] = (struct named){copy, of};
}

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : (x->of > y->of) - (x->of < y->of);
}

/* Keeps each name that several have, once. */
static void keep_shared(struct mz_namesakes *s)
{
    size_t kept = 0, next;

    qsort(s->all, s->count, sizeof *s->all, by_name);
    for (size_t i = 0; i < s->count; i = next) {
        bool is_shared = false;

        for (next = i + 1; next < s->count &&
                           !strcmp(s->all[i].name, s->all[next].name);
             next++) {
            is_shared |= s->all[next].of != s->all[i].of;
            free(s->all[next].name);
        }
        if (is_shared)
            s->all[kept++] = s->all[i];
        else
            free(s->all[i].name);
    }
    s->count = kept;
}

struct mz_namesakes *mz_namesakes_find(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_namesakes *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    for (uint32_t i = 0; i < account->step_count && s->taken < MOST; i++)
        if (account->steps[i].address && is_new(s, &account->steps[i]))
            add(s, n, &account->steps[i]);
    keep_shared(s);
    if (s->count)
        return s;
    free(s);
    return NULL;
}

void mz_namesakes_free(struct mz_namesakes *s)
{
    for (size_t i = 0; s && i < s->count; i++)
        free(s->all[i].name);
    free(s);
}

bool mz_namesakes_has(const struct mz_namesakes *s, const char *name)
{
    for (size_t i = 0; s && i < s->count; i++)
        if (!strcmp(s->all[i].name, name))
            return true;
    return false;
}
