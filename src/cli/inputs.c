/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* reallocarray */
#include "cli/inputs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"

/* ---- line markers -------------------------------------------------------- */

/* The text from `at` to `end` of a marker: # LINE "FILE", or #line. */
static bool read_marker(const char *at, const char *end,
                        struct mz_report_marker *marker)
{
    const char *name, *quote;
    unsigned long line = 0;

    if (at == end || *at++ != '#')
        return false;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at > 4 && !memcmp(at, "line", 4))
        at += 4;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || !isdigit((unsigned char)*at))
        return false;
    for (; at < end && isdigit((unsigned char)*at) && line < UINT_MAX; at++)
        line = 10 * line + (unsigned)(*at - '0');
    name = memchr(at, '"', (size_t)(end - at));
    quote = name ? memchr(name + 1, '"', (size_t)(end - name - 1)) : NULL;
    if (!quote || line > UINT_MAX)
        return false;
    marker->line = (unsigned)line;
    marker->file = strndup(name + 1, (size_t)(quote - name - 1));
    if (!marker->file)
        mz_out_of_memory();
    return true;
}

static void add_marker(struct mz_report_input *input,
                       const struct mz_report_marker *marker)
{
    input->markers = reallocarray(input->markers, input->marker_count + 1,
                                  sizeof *input->markers);
    if (!input->markers)
        mz_out_of_memory();
    input->markers[input->marker_count++] = *marker;
}

static void read_markers(struct mz_report_input *input, const char *text,
                         size_t size)
{
    const char *end = text + size, *next;
    unsigned number = 1;

    for (const char *line = text; line < end; line = next + 1, number++) {
        struct mz_report_marker marker = {.of = number};

        next = memchr(line, '\n', (size_t)(end - line));
        if (!next)
            next = end;
        if (read_marker(line, next, &marker))
            add_marker(input, &marker);
    }
}

/* ---- files --------------------------------------------------------------- */

/* 0, or -errno. */
static int read_open(struct mz_report_input *input, int file)
{
    struct stat status;
    void *bytes = NULL;

    if (fstat(file, &status) != 0)
        return -errno;
    if (status.st_size)
        bytes =
            mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return -errno;
    mz_sha256(bytes, (size_t)status.st_size, input->sha256);
    if (bytes) {
        read_markers(input, bytes, (size_t)status.st_size);
        munmap(bytes, (size_t)status.st_size);
    }
    return 0;
}

static int read_file(struct mz_report_input *input)
{
    int file = open(input->file, O_RDONLY | O_CLOEXEC);
    int error = file < 0 ? -errno : read_open(input, file);

    if (file >= 0)
        close(file);
    return error ? mz_refuse("%s: %s", input->file, strerror(-error)) : 0;
}

int mz_inputs_read(struct mz_inputs *inputs, const struct mz_arguments *build)
{
    int status = 0;

    inputs->items = calloc(build->count + 1, sizeof *inputs->items);
    if (!inputs->items)
        mz_out_of_memory();
    for (size_t i = 0; i < build->count && !status; i++) {
        if (build->items[i][0] == '-')
            continue;
        inputs->items[inputs->count].file = build->items[i];
        status = read_file(&inputs->items[inputs->count++]);
    }
    return status;
}

void mz_inputs_release(struct mz_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        for (size_t k = 0; k < inputs->items[i].marker_count; k++)
            free(inputs->items[i].markers[k].file);
        free(inputs->items[i].markers);
    }
    free(inputs->items);
    *inputs = (struct mz_inputs){0};
}
