/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char *const mz_relation_names[MZ_RELATION_COUNT] = {
    [MZ_RELATION_ADD] = "add",
    [MZ_RELATION_RW] = "rw",
    [MZ_RELATION_OBJECT] = "object",
    [MZ_RELATION_OPAQUE] = "opaque",
};

int mz_command_mix(const char *name)
{
    for (unsigned mix = 0; mix < MZ_MIX_COUNT; mix++)
        if (!strcmp(mz_mix_names[mix], name))
            return mix;
    fprintf(stderr, "%s: no mix is called %s\n", program_invocation_short_name,
            name);
    exit(2);
}

bool mz_command_seeds(int option, uint64_t *seed, uint64_t *count)
{
    if (option == 's') {
        *seed = strtoull(optarg, NULL, 0);
        *count = *count ? *count : 1;
    } else if (option == 'c') {
        *count = strtoull(optarg, NULL, 0);
    }
    return option == 's' || option == 'c';
}

bool mz_command_read(struct mz_script *script, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    const char *wrong;
    char text[8192];
    size_t size;

    if (!file) {
        perror(path);
        return false;
    }
    size = fread(text, 1, sizeof text - 1, file);
    text[size] = 0;
    if ((wrong = mz_script_parse(script, text)))
        fprintf(stderr, "%s: %s\n", path, wrong);
    return !wrong;
}

static uint64_t divisor(void)
{
    const char *text = getenv("MAZURKA_TEST_DIVISOR");
    uint64_t number = text ? strtoull(text, NULL, 10) : 1;
    uint64_t wide = MZ_MAX_THREADS > 64 ? 16 : 1; /* the second time it is run */

    return wide * (number ? number : 1);
}

uint64_t mz_command_count(uint64_t usual)
{
    return (usual + divisor() - 1) / divisor();
}

bool mz_command_is_whole(void)
{
    return divisor() == 1;
}

void mz_command_print(const struct mz_script *script)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    mz_script_print(script, memory);
    fclose(memory);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        printf("#     %s\n", line);
    free(text);
}
