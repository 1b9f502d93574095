/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of saved reports, given whatever the fuzzer makes up: it takes the
 * report, all of whose numbers are then in range, or says why not in one line.
 * And the formats that are views of a document, whatever it is.
 *
 * runs: 80000
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_line(const char *text, bool may_be_empty)
{
    check(may_be_empty || *text);
    for (; *text; text++)
        check((unsigned char)*text >= 0x20 && *text != 0x7f);
}

static void check_request(const struct mz_replay_request *r)
{
    check(r->program && r->command && r->cwd);
    check(r->finding.kind < MZ_FINDING_KINDS);
    check_line(r->message, true);
    check(r->thread_count > 0 && r->thread_count <= MZ_WIDE_THREADS);
    for (uint32_t t = 0; t < r->thread_count; t++) {
        check(!t || r->names[t].parent < t);
        check_line(r->names[t].name, true);
    }
    check(r->plan_length <= MZ_MAX_PLAN);
    for (uint64_t i = 0; i < r->plan_length; i++)
        check(r->plan[i].thread < r->thread_count);
}

static void write_views(const char *data, size_t size)
{
    json_t *document = json_loadb(data, size, 0, NULL);

    for (unsigned i = 0; document && i < MZ_FORMAT_COUNT; i++) {
        char *text = NULL;
        size_t length;
        FILE *out = open_memstream(&text, &length);

        if (mz_formats[i].view)
            mz_formats[i].view(document, out);
        fclose(out);
        free(text);
    }
    json_decref(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file;
    static char path[64];
    struct mz_replay_request request;
    char error[256] = "";

    if (!file) {
        file = memfd_create("report", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    check(ftruncate(file, 0) == 0);
    check(pwrite(file, data, size, 0) == (ssize_t)size);
    for (uint32_t number = 1; number <= 2; number++) {
        if (mz_report_load(path, number, &request, error, sizeof error))
            check_request(&request);
        else
            check_line(error, false);
        mz_replay_request_release(&request);
    }
    write_views((const char *)data, size);
    return 0;
}
