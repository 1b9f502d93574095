/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the command reads of a region that the checked program has scribbled
 * over: it puts together what the workers have left, takes its private copy,
 * and writes all reports of that. They are of clean text; what can be replayed
 * is JSON.
 *
 * The input is a list of stores, each of up to 16 bytes somewhere behind one of
 * the places below: the region is too large to be made up as a whole. It is
 * full of an error before, or, if the input is of odd size, empty.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/transcript.h"
#include "report/document.h"
#include "report/format.h"
#include "tests/random_below.h"

enum { JOBS = 2, MOST_STORES = 64, REACH = 4096, MOST_STEPS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct mz_region shared[1 + JOBS];

static const uint32_t places[] = {
    0,
    offsetof(struct mz_region, settings),
    offsetof(struct mz_region, status),
    offsetof(struct mz_region, message),
    offsetof(struct mz_region, limit),
    offsetof(struct mz_region, unseen),
    offsetof(struct mz_region, unseen.items[MZ_MAX_UNSEEN - 1]),
    offsetof(struct mz_region, progress),
    offsetof(struct mz_region, statistics),
    offsetof(struct mz_region, teller),
    offsetof(struct mz_region, modules),
    offsetof(struct mz_region, thread_count),
    offsetof(struct mz_region, stack_size),
    offsetof(struct mz_region, findings[0].fault),
    offsetof(struct mz_region, findings[0].file),
    offsetof(struct mz_region, findings[0].line),
    offsetof(struct mz_region, findings[1]),
    offsetof(struct mz_region, has_cut),
    offsetof(struct mz_region, account),
    offsetof(struct mz_region, account.stack_count),
    offsetof(struct mz_region, account.blocked_count),
    offsetof(struct mz_region, account.block_count),
    offsetof(struct mz_region, account.plan_length),
};

struct store {
    uint8_t region, place, size, unused;
    uint32_t offset;
    uint8_t bytes[16];
};

/* An account with some of everything, in which any store tells. */
static void fill_account(struct mz_account *account)
{
    struct mz_random random;

    mz_random_seed(&random, 1);
    account->step_count = MZ_ACTION_COUNT;
    account->stack_count = 4;
    account->blocked_count = 3;
    account->block_count = 2;
    account->plan_length = 8;
    for (uint32_t i = 0; i < account->step_count; i++)
        account->steps[i] = (struct mz_step){
            .thread = i % 3,
            .action = i % MZ_ACTION_COUNT,
            .size = 1 << i % 4,
            .has_value = mz_random_below(&random, 4),
            .address = 0x1000 + i % 7 * 8,
            .value = mz_random_below(&random, 4),
            .second = mz_random_below(&random, 4),
            .pc = 0x2000 + i,
        };
    for (uint32_t i = 0; i < account->stack_count; i++)
        account->stacks[i] = (struct mz_stack){
            .thread = i % 3, .role = i, .depth = 2, .pcs = {0x2001, 0x2009}};
    for (uint32_t i = 0; i < account->blocked_count; i++)
        account->blocked[i] = (struct mz_blocked_thread){
            .thread = i, .action = MZ_ACTION_MUTEX_LOCK, .address = 0x1000};
    account->blocks[0] = (struct mz_block_note){
        .address = 0x1000, .size = 24, .allocated_pc = 0x2000, .freed_pc = 7};
}

/* What a search that found an error leaves behind. */
static void fill(struct mz_region *region)
{
    region->settings.keep_going = true;
    region->status = MZ_STATUS_ERROR;
    region->thread_count = 3;
    for (unsigned t = 1; t < 3; t++)
        region->names[t].child = t;
    region->module_count = 1;
    region->finding_count = 1;
    region->findings[0] = (struct mz_finding){
        .kind = MZ_FINDING_DATA_RACE,
        .fault = MZ_FAULT_RACE,
        .traced = true,
        .text = "a text",
        .address = 0x1000,
        .pc = 0x2000,
    };
    region->unseen.count = 1;
    fill_account(&region->account);
}

static void scribble(const uint8_t *data, size_t size)
{
    struct store s;

    for (unsigned i = 0; size >= sizeof s && i < MOST_STORES; i++) {
        memcpy(&s, data, sizeof s);
        memcpy((char *)&shared[s.region % (1 + JOBS)] +
                   places[s.place % MZ_COUNT(places)] + s.offset % REACH,
               s.bytes, s.size % (sizeof s.bytes + 1));
        data += sizeof s;
        size -= sizeof s;
    }
}

/* All that stores reach, and what putting together changes. */
static void clean(void)
{
    for (unsigned i = 0; i <= JOBS; i++) {
        memset(&shared[i], 0, offsetof(struct mz_region, account));
        for (unsigned p = 0; p < MZ_COUNT(places); p++)
            memset((char *)&shared[i] + places[p], 0,
                   REACH + sizeof((struct store *)0)->bytes);
    }
}

/* Looking symbols up is slow, and not what is to be shown here. */
static void forget_files(struct mz_region *region)
{
    for (uint32_t i = 0; i < region->module_count; i++)
        if (region->modules[i].path[0] == '/')
            region->modules[i].path[0] = '?';
}

static void shorten(struct mz_account *account)
{
    if (account->step_count > MOST_STEPS)
        account->step_count = MOST_STEPS;
    if (account->plan_length > MOST_STEPS)
        account->plan_length = MOST_STEPS;
}

/* libFuzzer need not be told which characters it looks at. */
__attribute__((no_sanitize("address", "undefined", "coverage")))
static void check_text(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)text[i] < 0x20 && text[i] != '\n') ||
            text[i] == 0x7f)
            abort();
}

static void check_json(const char *text, size_t size)
{
    json_t *root = json_loadb(text, size, 0, NULL);

    if (!json_is_object(root))
        abort();
    json_decref(root);
}

static void write_reports(const struct mz_region *region,
                          enum mz_verdict verdict)
{
    static char *const none[] = {NULL};
    struct mz_report report = {
        .region = region,
        .verdict = verdict,
        .version = "0",
        .program = "./p",
        .algorithm = "source",
        .dependence = "rw",
        .command = none,
        .arguments = none,
        .cwd = "/",
        .verbose = true,
    };
    json_t *document;

    document = mz_document(&report);
    for (unsigned i = 0; i < MZ_FORMAT_COUNT; i++) {
        char *text;
        size_t size;
        FILE *file = open_memstream(&text, &size);

        if (mz_formats[i].view)
            mz_formats[i].view(document, file);
        else
            mz_formats[i].write(&report, file);
        fclose(file);
        check_text(text, size);
        if (mz_formats[i].can_be_replayed)
            check_json(text, size);
        free(text);
    }
    json_decref(document);
}

static enum mz_verdict verdict_of(const struct mz_region *region)
{
    return region->finding_count                     ? MZ_VERDICT_ERROR
           : region->status == MZ_STATUS_DONE        ? MZ_VERDICT_SAFE
           : region->status == MZ_STATUS_UNSUPPORTED ? MZ_VERDICT_UNSUPPORTED
           : region->status == MZ_STATUS_FAILED      ? MZ_VERDICT_FAILED
                                                     : MZ_VERDICT_INCOMPLETE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mz_region *region;

    clean();
    if (size % 2 == 0)
        fill(&shared[1]);
    scribble(data, size);
    mz_region_gather(shared, JOBS);
    region = mz_transcript_take(shared, 1 + JOBS);
    forget_files(region);
    shorten(&region->account);
    write_reports(region, verdict_of(region));
    mz_transcript_release(region);
    return 0;
}
