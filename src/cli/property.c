/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "cli/property.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "region/property.h"

/* What is to hold, without blanks. */
static const struct {
    const char *formula;
    enum mz_property property;
} formulas[] = {
    {"G!call(reach_error())", MZ_PROPERTY_UNREACH_CALL},
    {"G!call(__VERIFIER_error())", MZ_PROPERTY_UNREACH_CALL},
    {"G!data-race", MZ_PROPERTY_NO_DATA_RACE},
    {"G!overflow", MZ_PROPERTY_NO_OVERFLOW},
    {"Fend", MZ_PROPERTY_TERMINATION},
    {"Gvalid-free", MZ_PROPERTY_VALID_MEMSAFETY},
    {"Gvalid-deref", MZ_PROPERTY_VALID_MEMSAFETY},
    {"Gvalid-memtrack", MZ_PROPERTY_VALID_MEMSAFETY},
};

static enum mz_property find_name(const char *name)
{
    for (unsigned i = 1; i < MZ_PROPERTY_COUNT; i++)
        if (!strcmp(mz_property_names[i], name))
            return i;
    return MZ_PROPERTY_ALL;
}

static void remove_blanks(char *line)
{
    char *to = line;

    for (const char *from = line; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    *to = '\0';
}

/* CHECK(init(main()),LTL(FORMULA)): its row; their number: it is none. */
static size_t find_formula(const char *line)
{
    static const char before[] = "CHECK(init(main()),LTL(";
    size_t begin = strlen(before), length = strlen(line), i = 0;

    if (strncmp(line, before, begin) || length < begin + 2 ||
        strcmp(line + length - 2, "))"))
        return MZ_COUNT(formulas);
    while (i < MZ_COUNT(formulas) &&
           (strlen(formulas[i].formula) != length - begin - 2 ||
            strncmp(formulas[i].formula, line + begin, length - begin - 2)))
        i++;
    return i;
}

/* One more of what is asked; `rows` has a bit for each. */
static int read_line(char *line, const char *path, uint64_t *property,
                     unsigned *rows)
{
    enum mz_property found;
    size_t row;

    remove_blanks(line);
    if (!*line)
        return 0;
    row = find_formula(line);
    if (row == MZ_COUNT(formulas))
        return mz_refuse("--property=%s: of properties there are unreach-call, "
                         "no-data-race, valid-memsafety, no-overflow and "
                         "termination, not %s",
                         path, line);
    found = formulas[row].property;
    *rows |= 1u << row;
    if (*property && *property != found)
        return mz_refuse("--property=%s: %s and %s: ask for one of them", path,
                         mz_property_names[*property],
                         mz_property_names[found]);
    *property = found;
    return 0;
}

/* The parts of valid-memsafety are not told apart: who asks for one of them
 * would take the violation of another for its. */
static bool is_part(uint64_t property, unsigned rows)
{
    if (property != MZ_PROPERTY_VALID_MEMSAFETY)
        return false;
    for (size_t i = 0; i < MZ_COUNT(formulas); i++)
        if (formulas[i].property == property && !(rows >> i & 1))
            return true;
    return false;
}

static int read_file(FILE *file, const char *path, uint64_t *property)
{
    char *line = NULL;
    unsigned rows = 0;
    size_t size = 0;
    int status = 0;

    while (!status && getline(&line, &size, file) >= 0)
        status = read_line(line, path, property, &rows);
    if (!status && ferror(file))
        status = mz_refuse("--property=%s: %s", path, strerror(errno));
    if (!status && !*property)
        status = mz_refuse("--property=%s: there is no property in it", path);
    if (!status && is_part(*property, rows))
        status = mz_refuse("--property=%s: ask for valid-free, valid-deref and "
                           "valid-memtrack together",
                           path);
    free(line);
    return status;
}

int mz_property_read(const char *value, uint64_t *property)
{
    const char *names[MZ_PROPERTY_COUNT] = {NULL};
    FILE *file;
    int status;

    for (size_t i = MZ_PROPERTY_ALL + 1; i < MZ_PROPERTY_COUNT; i++)
        names[i - 1] = mz_property_names[i];
    *property = find_name(value);
    if (*property)
        return 0;
    file = fopen(value, "re");
    if (!file)
        return mz_refuse("--property=%s: choose unreach-call, no-data-race, "
                         "valid-memsafety, no-overflow or termination, or the "
                         "name of a file (%s)%s",
                         value, strerror(errno),
                         mz_nearest_question(value, strlen(value), names));
    status = read_file(file, value, property);
    fclose(file);
    return status;
}
