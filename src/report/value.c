/* SPDX-License-Identifier: Apache-2.0 */
#include "report/value.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/narrator.h"

json_t *mz_value_text(const char *string)
{
    const char *s = string ? string : "";
    json_t *value = json_string(s);
    char clean[MZ_PHRASE];
    size_t i = 0;

    if (value)
        return value;
    for (; s[i] && i + 1 < sizeof clean; i++)
        clean[i] = (signed char)s[i] < 0 ? '?' : s[i];
    clean[i] = 0;
    return json_string(clean);
}

void mz_value_set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

void mz_value_set_hex(json_t *object, const char *key, uint64_t value)
{
    char digits[20];

    snprintf(digits, sizeof digits, "%016" PRIx64, value);
    mz_value_set(object, key, json_string(digits));
}

void mz_value_set_place(json_t *object, const struct mz_frame *frame)
{
    mz_value_set(object, "file",
                 frame->file ? mz_value_text(frame->file) : json_null());
    mz_value_set(object, "line", json_integer(frame->line));
    mz_value_set(object, "function",
                 frame->function ? mz_value_text(frame->function)
                                 : json_null());
}

json_t *mz_value_exact(uint64_t bits)
{
    char digits[24];

    if (bits <= INT64_MAX)
        return json_integer((json_int_t)bits);
    snprintf(digits, sizeof digits, "%" PRIu64, bits);
    return json_string(digits);
}

json_t *mz_value_number(const char *literal, uint64_t bits)
{
    long long integer;
    double real;
    char *end;

    errno = 0;
    integer = strtoll(literal, &end, 10);
    if (end > literal && (!*end || *end == ' ') && !errno)
        return json_integer(integer);
    real = strtod(literal, &end);
    if (end > literal && !*end && !isfinite(real))
        return json_null();
    if (end > literal && !*end && strpbrk(literal, ".e") &&
        strncmp(literal, "0x", 2))
        return json_real(real);
    return mz_value_exact(bits);
}

json_t *mz_value_step(uint64_t step)
{
    return step ? json_integer((json_int_t)step) : json_null();
}

json_t *mz_value_thread(unsigned thread)
{
    return thread == MZ_NOBODY ? json_null() : json_integer(thread);
}
