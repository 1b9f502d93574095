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

/* CHECK(init(main()),LTL(FORMULA)); MZ_PROPERTY_ALL: it is none of these. */
static enum mz_property find_formula(const char *line)
{
    static const char before[] = "CHECK(init(main()),LTL(";
    size_t begin = strlen(before), length = strlen(line);

    if (strncmp(line, before, begin) || length < begin + 2 ||
        strcmp(line + length - 2, "))"))
        return MZ_PROPERTY_ALL;
    for (size_t i = 0; i < MZ_COUNT(formulas); i++)
        if (strlen(formulas[i].formula) == length - begin - 2 &&
            !strncmp(formulas[i].formula, line + begin, length - begin - 2))
            return formulas[i].property;
    return MZ_PROPERTY_ALL;
}

/* One more of what is asked. */
static int read_line(char *line, const char *path, uint64_t *property)
{
    enum mz_property found;

    remove_blanks(line);
    if (!*line)
        return 0;
    found = find_formula(line);
    if (!found)
        return mz_refuse("--property=%s: of properties there are unreach-call, "
                         "no-data-race, valid-memsafety and no-overflow, not "
                         "%s",
                         path, line);
    if (*property && *property != found)
        return mz_refuse("--property=%s: %s and %s: ask for one of them", path,
                         mz_property_names[*property],
                         mz_property_names[found]);
    *property = found;
    return 0;
}

static int read_file(FILE *file, const char *path, uint64_t *property)
{
    char *line = NULL;
    size_t size = 0;
    int status = 0;

    while (!status && getline(&line, &size, file) >= 0)
        status = read_line(line, path, property);
    if (!status && ferror(file))
        status = mz_refuse("--property=%s: %s", path, strerror(errno));
    if (!status && !*property)
        status = mz_refuse("--property=%s: there is no property in it", path);
    free(line);
    return status;
}

int mz_property_read(const char *value, uint64_t *property)
{
    FILE *file;
    int status;

    *property = find_name(value);
    if (*property)
        return 0;
    file = fopen(value, "re");
    if (!file)
        return mz_refuse("--property=%s: choose unreach-call, no-data-race, "
                         "valid-memsafety or no-overflow, or the name of a "
                         "file (%s)",
                         value, strerror(errno));
    status = read_file(file, value, property);
    fclose(file);
    return status;
}
