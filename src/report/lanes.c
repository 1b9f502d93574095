/* SPDX-License-Identifier: Apache-2.0 */
#include "report/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "report/document.h"

static bool is_new(const struct mz_lanes *lanes, const char *name)
{
    for (size_t i = 0; i < lanes->count; i++)
        if (!strcmp(lanes->names[i], name))
            return false;
    return *name;
}

static void add(struct mz_lanes *lanes, const char *name)
{
    if (is_new(lanes, name))
        lanes->names[lanes->count++] = name;
}

static void add_all(struct mz_lanes *lanes, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        add(lanes, mz_field_text(json_array_get(array, i), "thread_name"));
}

bool mz_lanes_make(struct mz_lanes *lanes, const json_t *error)
{
    const json_t *trace = mz_field_array(error, "trace");
    const json_t *blocked = mz_field_array(error, "blocked");

    lanes->count = 0;
    lanes->names = calloc(json_array_size(trace) + json_array_size(blocked) + 3,
                          sizeof *lanes->names);
    if (!lanes->names)
        return false;
    add_all(lanes, trace);
    add_all(lanes, blocked);
    add(lanes, mz_field_text(error, "thread_name"));
    add(lanes, mz_field_text(json_object_get(error, "other"), "thread_name"));
    return true;
}

void mz_lanes_release(struct mz_lanes *lanes)
{
    free(lanes->names);
    *lanes = (struct mz_lanes){0};
}

size_t mz_lanes_find(const struct mz_lanes *lanes, const char *name)
{
    for (size_t i = 0; i < lanes->count; i++)
        if (!strcmp(lanes->names[i], name))
            return i;
    return 0;
}
