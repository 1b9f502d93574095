/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf, CPU_COUNT */
#include "cli/option_value.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/property.h"
#include "explore/share.h"
#include "region/failing.h"
#include "region/property.h"

/* ---- values read --------------------------------------------------------- */

static int refuse_value(const struct mz_option *option, const char *value,
                        const char *instead)
{
    return mz_refuse("--%s=%s: %s", option->name, value, instead);
}

static int set_flag(void *field, const struct mz_option *option,
                    const char *value)
{
    (void)option, (void)value;
    *(uint64_t *)field = true;
    return 0;
}

/* Some are for tests, or where nothing is said: of --help's on|off they are
 * none. */
static bool is_offered(const struct mz_option *option, const char *name)
{
    size_t length = strlen(name);
    const char *at = option->value;

    if (!at || !strchr(at, '|'))
        return true;
    for (; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (!strncmp(at, name, length) && (!at[length] || at[length] == '|'))
            return true;
    }
    return false;
}

static int refuse_choice(const struct mz_option *option, const char *value)
{
    struct mz_arguments words = {0};
    char choices[512];

    for (size_t i = 0; option->names[i]; i++)
        if (is_offered(option, option->names[i]))
            mz_arguments_add(&words, option->names[i]);
    snprintf(choices, sizeof choices, "choose %s%s",
             mz_arguments_enumerate(words.items, "or"),
             mz_nearest_question(value, strlen(value), option->names));
    return refuse_value(option, value, choices);
}

static int set_choice(void *field, const struct mz_option *option,
                      const char *value)
{
    for (uint64_t i = 0; option->names[i]; i++)
        if (!strcmp(option->names[i], value)) {
            *(uint64_t *)field = i;
            return 0;
        }
    return refuse_choice(option, value);
}

static bool read_count(uint64_t *field, const struct mz_option *option,
                       const char *value)
{
    char *end;

    errno = 0;
    *field = strtoull(value, &end, 10);
    return isdigit((unsigned char)value[0]) && !*end && !errno &&
           *field >= option->least && *field <= option->most;
}

static int set_count(void *field, const struct mz_option *option,
                     const char *value)
{
    char range[128];

    if (read_count(field, option, value))
        return 0;
    snprintf(range, sizeof range, "give a number from %llu to %llu",
             (unsigned long long)option->least,
             (unsigned long long)option->most);
    return refuse_value(option, value, range);
}

uint64_t mz_option_processors(void)
{
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) == 0
                     ? CPU_COUNT(&set)
                     : sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1             ? 1
           : count > MZ_MAX_JOBS ? MZ_MAX_JOBS
                                 : (uint64_t)count;
}

/* Of a number, or one of these words. */
static int refuse_number(const struct mz_option *option, const char *value,
                         const char *instead, const char *const *words)
{
    char all[256];

    snprintf(all, sizeof all, "%s%s", instead,
             mz_nearest_question(value, strlen(value), words));
    return refuse_value(option, value, all);
}

static int set_jobs(void *field, const struct mz_option *option,
                    const char *value)
{
    char instead[128];

    if (read_count(field, option, value))
        return 0;
    *(uint64_t *)field = 0;
    if (!strcmp(value, "auto"))
        return 0;
    snprintf(instead, sizeof instead,
             "give a number from %llu to %llu, or auto",
             (unsigned long long)option->least,
             (unsigned long long)option->most);
    return refuse_number(option, value, instead,
                         (const char *const[]){"auto", NULL});
}

static int set_bound(void *field, const struct mz_option *option,
                     const char *value)
{
    int status = set_count(field, option, value);

    *(uint64_t *)field += 1;
    return status;
}

static int set_partial(void *field, const struct mz_option *option,
                       const char *value)
{
    if (read_count(field, option, value))
        return 0;
    *(uint64_t *)field = 0;
    return strcmp(value, "optimal")
               ? refuse_number(option, value,
                               "give a number from 1, or optimal",
                               (const char *const[]){"optimal", NULL})
               : 0;
}

static const struct {
    const char *word;
    uint64_t value;
} audit_words[] = {{"off", MZ_AUDIT_NONE},
                   {"all", MZ_AUDIT_EVERY},
                   {"auto", MZ_AUDIT_BY_DEFAULT}};

static int set_audit(void *field, const struct mz_option *option,
                     const char *value)
{
    if (read_count(field, option, value))
        return 0;
    for (size_t i = 0; i < MZ_COUNT(audit_words); i++)
        if (!strcmp(value, audit_words[i].word)) {
            *(uint64_t *)field = audit_words[i].value;
            return 0;
        }
    return refuse_number(option, value,
                         "give a number from 1, all, off or auto",
                         (const char *const[]){"all", "off", "auto", NULL});
}

static double unit_of(const char *suffix)
{
    static const struct {
        const char *suffix;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};

    for (size_t i = 0; i < MZ_COUNT(units); i++)
        if (!strcmp(suffix, units[i].suffix))
            return units[i].seconds;
    return 0;
}

bool mz_option_value_seconds(const char *value, double *seconds)
{
    size_t digits = strspn(value, "0123456789.");
    char *end;

    *seconds = strtod(value, &end);
    *seconds *= unit_of(end);
    return digits && end == value + digits && unit_of(end) > 0 &&
           *seconds <= 1e9;
}

static int set_seconds(void *field, const struct mz_option *option,
                       const char *value)
{
    double *seconds = field;

    if (mz_option_value_seconds(value, seconds) &&
        (*seconds > 0 || option->least == 0))
        return 0;
    return refuse_value(option, value, "give a time like 10, 0.5, 5m or 2h");
}

static int add_name(void *field, const struct mz_option *option,
                    const char *value)
{
    const char **names = field;
    char *joined;

    if (!*value)
        return refuse_value(option, value, "give a name");
    if (asprintf(&joined, "%s%s%s", *names ? *names : "", *names ? "," : "",
                 value) < 0)
        mz_out_of_memory();
    *names = joined;
    return 0;
}

static int set_text(void *field, const struct mz_option *option,
                    const char *value)
{
    if (!*value)
        return refuse_value(option, value, "give the name of a file");
    *(const char **)field = value;
    return 0;
}

/* `name` is the first that is none of them, or "". */
static int refuse_call(const struct mz_option *option, const char *value,
                       const char *name)
{
    const char *names[MZ_FAILING_COUNT + 1] = {NULL};
    struct mz_arguments words = {0};
    char instead[512];

    for (size_t i = 0; i < MZ_FAILING_COUNT; i++) {
        names[i] = mz_failing_rows[i].name;
        mz_arguments_add(&words, names[i]);
    }
    snprintf(instead, sizeof instead,
             "give names among %s, and how many calls may fail: "
             "malloc,read:2%s",
             mz_arguments_enumerate(words.items, "and"),
             mz_nearest_question(name, strcspn(name, ",:"), names));
    return refuse_value(option, value, instead);
}

/* The bit of the name that has that length; 0: there is none. */
static uint64_t find_failing(const char *name, size_t length)
{
    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++)
        if (strlen(mz_failing_rows[i].name) == length &&
            !strncmp(mz_failing_rows[i].name, name, length))
            return UINT64_C(1) << i;
    return 0;
}

static int set_failures(void *field, const struct mz_option *option,
                        const char *value)
{
    struct mz_option range = {.least = 1, .most = option->most};
    const char *name = value;
    uint64_t mask = 0, count = 1;

    for (;;) {
        size_t length = strcspn(name, ",:");
        uint64_t found = find_failing(name, length);

        if (!found)
            return refuse_call(option, value, name);
        mask |= found;
        name += length;
        if (*name != ',')
            break;
        name++;
    }
    if (*name && !read_count(&count, &range, name + 1))
        return refuse_call(option, value, "");
    *(uint64_t *)field = count << 32 | mask;
    return 0;
}

static int set_property(void *field, const struct mz_option *option,
                        const char *value)
{
    (void)option;
    return mz_property_read(value, field);
}

/* `same`, or `same:` and names, each of something; or `as:` and one. */
static int set_expected(void *field, const struct mz_option *option,
                        const char *value)
{
    size_t count = 0, length = strlen(value);
    bool is_right =
        !strncmp(value, "same", 4) && (!value[4] || value[4] == ':');

    if (!strncmp(value, "as:", 3) && value[3] && length < MZ_MAX_PATH) {
        *(const char **)field = value;
        return 0;
    }
    for (const char *name = value + 4; is_right && *name;
         name += 1 + strcspn(name + 1, ",")) {
        is_right = strcspn(name + 1, ",") > 0;
        count++;
    }
    if (!is_right)
        return refuse_value(option, value,
                            "give same, same:FILE,... to compare these files, "
                            "too, or as:FILE, which holds what is expected");
    if (count > MZ_MAX_EXPECTED || length >= MZ_MAX_EXPECTED_NAMES)
        return mz_refuse("--%s: at most %d files, with names of %d bytes "
                         "together",
                         option->name, MZ_MAX_EXPECTED, MZ_MAX_EXPECTED_NAMES);
    *(const char **)field = value;
    return 0;
}

/* ---- values told --------------------------------------------------------- */

static char *number_text(uint64_t number)
{
    char *text;

    if (asprintf(&text, "%llu", (unsigned long long)number) < 0)
        mz_out_of_memory();
    return text;
}

static char *word_text(const char *word)
{
    char *text = strdup(word);

    if (!text)
        mz_out_of_memory();
    return text;
}

static char *tell_flag(const void *field, const struct mz_option *option)
{
    (void)option;
    return word_text(*(const uint64_t *)field ? "on" : "off");
}

static char *tell_choice(const void *field, const struct mz_option *option)
{
    return word_text(option->names[*(const uint64_t *)field]);
}

static char *tell_count(const void *field, const struct mz_option *option)
{
    (void)option;
    return number_text(*(const uint64_t *)field);
}

static char *tell_bound(const void *field, const struct mz_option *option)
{
    (void)option;
    return number_text(*(const uint64_t *)field - 1);
}

static char *tell_partial(const void *field, const struct mz_option *option)
{
    uint64_t k = *(const uint64_t *)field;

    (void)option;
    return k ? number_text(k) : word_text("optimal");
}

static char *tell_audit(const void *field, const struct mz_option *option)
{
    uint64_t value = *(const uint64_t *)field;

    (void)option;
    for (size_t i = 0; i < MZ_COUNT(audit_words); i++)
        if (audit_words[i].value == value)
            return word_text(audit_words[i].word);
    return number_text(value);
}

static char *tell_seconds(const void *field, const struct mz_option *option)
{
    char *text;

    (void)option;
    if (asprintf(&text, "%g", *(const double *)field) < 0)
        mz_out_of_memory();
    return text;
}

static char *tell_failures(const void *field, const struct mz_option *option)
{
    uint64_t value = *(const uint64_t *)field;
    char *text = word_text("");

    (void)option;
    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++) {
        char *longer;

        if (!(value >> i & 1))
            continue;
        if (asprintf(&longer, "%s%s%s", text, *text ? "," : "",
                     mz_failing_rows[i].name) < 0)
            mz_out_of_memory();
        free(text);
        text = longer;
    }
    if (asprintf(&text, "%s:%u", text, (unsigned)(value >> 32)) < 0)
        mz_out_of_memory();
    return text;
}

static char *tell_property(const void *field, const struct mz_option *option)
{
    (void)option;
    return word_text(mz_property_names[*(const uint64_t *)field]);
}

static char *tell_text(const void *field, const struct mz_option *option)
{
    const char *text = *(const char *const *)field;

    (void)option;
    return word_text(text ? text : "");
}

/* ---- the kinds ----------------------------------------------------------- */

static const struct {
    int (*set)(void *field, const struct mz_option *, const char *value);
    char *(*tell)(const void *field, const struct mz_option *);
} kinds[] = {
    [MZ_KIND_FLAG] = {set_flag, tell_flag},
    [MZ_KIND_CHOICE] = {set_choice, tell_choice},
    [MZ_KIND_COUNT] = {set_count, tell_count},
    [MZ_KIND_JOBS] = {set_jobs, tell_count},
    [MZ_KIND_BOUND] = {set_bound, tell_bound},
    [MZ_KIND_PARTIAL] = {set_partial, tell_partial},
    [MZ_KIND_AUDIT] = {set_audit, tell_audit},
    [MZ_KIND_SECONDS] = {set_seconds, tell_seconds},
    [MZ_KIND_NAMES] = {add_name, tell_text},
    [MZ_KIND_FAILURES] = {set_failures, tell_failures},
    [MZ_KIND_PROPERTY] = {set_property, tell_property},
    [MZ_KIND_EXPECTED] = {set_expected, tell_text},
    [MZ_KIND_TEXT] = {set_text, tell_text},
};

int mz_option_value_set(void *field, const struct mz_option *option,
                        const char *value)
{
    return kinds[option->kind].set(field, option, value);
}

char *mz_option_value_text(const void *field, const struct mz_option *option)
{
    return kinds[option->kind].tell(field, option);
}

/* ---- values named -------------------------------------------------------- */

/* "check|interleave|ignore" */
static char *join_names(const char *const *names)
{
    char *joined = word_text(names[0]);

    for (size_t i = 1; names[i]; i++) {
        char *longer;

        if (asprintf(&longer, "%s|%s", joined, names[i]) < 0)
            mz_out_of_memory();
        free(joined);
        joined = longer;
    }
    return joined;
}

char *mz_option_value_name(const struct mz_option *option)
{
    if (option->value)
        return word_text(option->value);
    return option->names ? join_names(option->names) : NULL;
}
