/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option.h"

#include <stdlib.h>
#include <string.h>

#include "cli/option_value.h"
#include "explore/algorithm.h"
#include "explore/share.h"
#include "report/format.h"

static const char *const algorithm_names[] = {
#define X(id, ...) #id,
    MZ_ALGORITHMS(X)
#undef X
        NULL};
static const char *const relation_names[] = {"add", "rw", "object", NULL};
static const char *const memory_model_names[] = {
#define X(id, name) name,
    MZ_MEMORY_MODELS(X)
#undef X
        NULL};
static const char *const switch_names[] = {"off", "on", NULL};
static const char *const plain_names[] = {"check", "interleave", "ignore",
                                          NULL};
static const char *const counted_names[] = {"auto", "all", "first", NULL};
static const char *const volatile_names[] = {"plain", "atomic", NULL};
static const char *const assembly_names[] = {"refuse", "trust", NULL};
static const char *const isolation_names[] = {"process", "fork", NULL};
/* In the order of enum mz_colour_choice. */
static const char *const colour_names[] = {"auto", "always", "never", NULL};
static const char *const checkpoint_names[] = {"off", "on", "always", NULL};
static const char *const private_names[] = {"off", "on", "reduced", NULL};
static const char *const expected_names[] = {"none",
#define X(kind, name) name,
                                             MZ_ERROR_KINDS(X)
#undef X
                                             NULL};
static const char *const format_names[] = {
#define X(name, ...) #name,
    MZ_FORMATS(X)
#undef X
        NULL};

#define SETTING(field)                              \
    .setting = offsetof(struct mz_settings, field), \
    .setting_size = sizeof((struct mz_settings *)0)->field

const struct mz_option mz_option_table[MZ_OPTION_COUNT] = {
#define X(kind_, field, name_, ...)                                  \
    [MZ_ID_##field] = {.kind = MZ_KIND_##kind_,                      \
                       .name = name_,                                \
                       .offset = offsetof(struct mz_request, field), \
                       __VA_ARGS__},
    MZ_OPTIONS(X)
#undef X
};

_Static_assert(MZ_OPTION_COUNT <= 64, "mz_request.given has a bit for each");

static void *field_of(const struct mz_request *options, enum mz_option_id id)
{
    return (char *)options + mz_option_table[id].offset;
}

enum mz_option_id mz_option_find(const char *name)
{
    unsigned id = 0;

    while (id < MZ_OPTION_COUNT && strcmp(mz_option_table[id].name, name))
        id++;
    return id;
}

bool mz_option_is_given(const struct mz_request *options, enum mz_option_id id)
{
    return options->given >> id & 1;
}

bool mz_option_is_number(enum mz_option_id id)
{
    switch ((enum mz_option_kind)mz_option_table[id].kind) {
    case MZ_KIND_COUNT:
    case MZ_KIND_JOBS:
    case MZ_KIND_BOUND:
    case MZ_KIND_PARTIAL:
    case MZ_KIND_AUDIT:
    case MZ_KIND_SECONDS:
        return true;
    default:
        return false;
    }
}

int mz_option_set(struct mz_request *options, enum mz_option_id id,
                  const char *value)
{
    options->given |= UINT64_C(1) << id;
    return mz_option_value_set(field_of(options, id), &mz_option_table[id],
                               value);
}

char *mz_option_text(const struct mz_request *options, enum mz_option_id id)
{
    return mz_option_value_text(field_of(options, id), &mz_option_table[id]);
}

bool mz_option_has_value(const struct mz_request *options, enum mz_option_id id)
{
    const struct mz_option *option = &mz_option_table[id];

    return option->initial || option->kind == MZ_KIND_FLAG ||
           mz_option_is_given(options, id);
}

bool mz_option_asks(const struct mz_request *options, enum mz_option_id id)
{
    const char *idle = mz_option_table[id].idle;
    char *text;
    bool is_idle;

    if (!mz_option_is_given(options, id))
        return false;
    text = mz_option_text(options, id);
    is_idle = idle && !strcmp(text, idle);
    free(text);
    return !is_idle;
}

/* ---- what becomes of them ------------------------------------------------ */

static uint64_t setting_of(const struct mz_option *option, uint64_t value)
{
    return option->kind != MZ_KIND_BOUND ? value
           : value                       ? value - 1
                                         : MZ_NO_BOUND;
}

void mz_option_settle(const struct mz_request *options, enum mz_option_id id,
                      struct mz_settings *settings)
{
    const struct mz_option *option = &mz_option_table[id];
    void *setting = (char *)settings + option->setting;
    uint64_t value;

    if (!option->setting_size)
        return;
    value = setting_of(option, *(uint64_t *)field_of(options, id));
    switch (option->setting_size) {
    case sizeof(uint8_t):
        *(uint8_t *)setting = (uint8_t)value;
        break;
    case sizeof(uint32_t):
        *(uint32_t *)setting = (uint32_t)value;
        break;
    default:
        *(uint64_t *)setting = value;
    }
}
