/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document.h"

#include <string.h>

const char *mz_field_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

long long mz_field_number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

bool mz_field_is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

bool mz_is_of_thread(const json_t *of, const char *name)
{
    return !strcmp(mz_field_text(of, "thread_name"), name);
}

const json_t *mz_field_array(const json_t *object, const char *key)
{
    const json_t *array = json_object_get(object, key);

    return json_is_array(array) ? array : NULL;
}

bool mz_is_same_object(const json_t *a, const json_t *b)
{
    const json_t *address = json_object_get(a, "address");

    return address && !json_is_null(address) &&
           json_equal(address, json_object_get(b, "address"));
}

const char *mz_document_source(const json_t *document, const json_t *place)
{
    const json_t *sources = json_object_get(document, "sources");
    char line[24];

    snprintf(line, sizeof line, "%lld", mz_field_number(place, "line"));
    return json_string_value(json_object_get(
        json_object_get(sources, mz_field_text(place, "file")), line));
}
