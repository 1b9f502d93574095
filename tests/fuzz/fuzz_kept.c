/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of searches that were kept (docs/searches.md), given a file in
 * which the fuzzer has stored what it likes: it takes the search, all of whose
 * parts are then in the file, or says in one line why not.
 *
 * The input is a list of stores of up to 8 bytes, from the file's start or from
 * the start of what is left to explore, or what the file is cut to; if its size
 * is odd the seals are left as they were.
 *
 * runs: 8000
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/seal.h"
#include "cli/left.h"
#include "cli/message.h"
#include "cli/search_state.h"
#include "cli/transcript.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MOST_STORES = 32,
    MOST_MAPPINGS = 16,
    MOST_HEAD = 512,
    TASKS = 3,
    CONTENT = 21 /* bytes of each */
};

static unsigned lines;

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* ---- messages, in place of those of cli/message.c ------------------------ */

static int check_message(const char *format, va_list values)
{
    char text[8192];
    int length = vsnprintf(text, sizeof text, format, values);

    check(length > 0 && length < (int)sizeof text);
    for (int i = 0; i < length; i++)
        check(text[i] != '\n');
    lines++;
    return MZ_EXIT_USAGE;
}

int mz_refuse(const char *format, ...)
{
    va_list values;
    int status;

    va_start(values, format);
    status = check_message(format, values);
    va_end(values);
    return status;
}

int mz_failed(const char *format, ...)
{
    (void)format;
    abort();
}

void mz_note(const char *format, ...)
{
    (void)format;
    abort();
}

void mz_out_of_memory(void)
{
    abort();
}

/* ---- what the reader maps, and a command never releases ------------------ */

void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);
void *__wrap_mmap(void *, size_t, int, int, int, off_t);
int __wrap_munmap(void *, size_t);

static struct {
    void *at;
    size_t size;
} mappings[MOST_MAPPINGS];

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int file,
                  off_t offset)
{
    void *made = __real_mmap(at, size, protection, flags, file, offset);
    unsigned i = 0;

    while (i < MOST_MAPPINGS && mappings[i].at)
        i++;
    check(i < MOST_MAPPINGS);
    mappings[i].at = made == MAP_FAILED ? NULL : made;
    mappings[i].size = size;
    return made;
}

int __wrap_munmap(void *at, size_t size)
{
    for (unsigned i = 0; i < MOST_MAPPINGS; i++)
        if (mappings[i].at == at)
            mappings[i].at = NULL;
    return __real_munmap(at, size);
}

static void unmap_all(void)
{
    for (unsigned i = 0; i < MOST_MAPPINGS; i++)
        if (mappings[i].at)
            __wrap_munmap(mappings[i].at, mappings[i].size);
}

static void release(struct mz_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        free(arguments->items[i]);
    free(arguments->items);
}

/* ---- a file -------------------------------------------------------------- */

static char *file; /* as it is written */
static size_t file_size;
static size_t head_size, seal_at; /* found, as only the writer knows them */
static size_t rest_at;

static bool find_seal(size_t head)
{
    uint64_t seal = mz_seal_of(file + head, file_size - head);

    for (seal_at = 0; seal_at < head; seal_at += sizeof seal)
        if (!memcmp(file + seal_at, &seal, sizeof seal))
            return true;
    return false;
}

static struct mz_rest *some_rest(void)
{
    static const uint64_t keys[] = {0x1000, 0x1008};
    static const struct mz_layout layout = {0x7000, 0x8000, 0x9000, 1};
    struct mz_share_record *task = calloc(1, sizeof *task + CONTENT);
    struct mz_rest *rest;

    task->size = CONTENT;
    rest = mz_left_begin(&layout, keys, MZ_COUNT(keys),
                         TASKS * mz_share_stride(task));
    for (unsigned i = 0; i < TASKS; i++)
        mz_left_add(rest, task);
    free(task);
    mz_left_seal(rest);
    return rest;
}

static void read_file(const char *path)
{
    FILE *in = fopen(path, "re");

    check(in && !fseek(in, 0, SEEK_END));
    file_size = (size_t)ftell(in);
    file = malloc(file_size);
    rewind(in);
    check(fread(file, 1, file_size, in) == file_size);
    fclose(in);
}

/* What the writer makes of a search in which little is known. */
static void make_file(void)
{
    char *words[] = {"check", "--keep-going", "./p", NULL};
    char *environment[] = {"HOME=/", NULL};
    struct mz_search_origin origin = {
        .folder = "/",
        .words = {.items = words, .count = 3},
        .environment = {.items = environment, .count = 1},
    };
    struct mz_region *before = mz_search_state_memory(sizeof *before);
    struct mz_search_state state = {.before = before, .rest = some_rest()};
    char folder[] = "/tmp/fuzz-kept-XXXXXX", path[64];

    before->thread_count = 2;
    rest_at = state.rest->size; /* from the end, until that is known */
    check(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/kept", folder);
    check(!mz_search_state_save(&state, &origin, path));
    read_file(path);
    unlink(path);
    rmdir(folder);
    unmap_all();
    rest_at = file_size - rest_at;
    for (head_size = 64; head_size < MOST_HEAD; head_size += 8)
        if (find_seal(head_size))
            return;
    abort();
}

/* ---- an input ------------------------------------------------------------ */

struct store {
    uint16_t offset;
    uint8_t size, what; /* 0: from the start, 0xff: a cut, else of the rest */
    uint8_t bytes[8];
};

/* The file's new size. */
static size_t scribble(char *bytes, const uint8_t *data, size_t size)
{
    size_t left = file_size;
    struct store s;

    for (unsigned i = 0; size >= sizeof s && i < MOST_STORES; i++) {
        size_t start, reach;

        memcpy(&s, data, sizeof s);
        start = s.what ? rest_at : 0;
        reach = file_size - start - sizeof s.bytes;
        if (s.what == 0xff)
            left = s.offset % (file_size + 1);
        else
            memcpy(bytes + start + s.offset % reach, s.bytes,
                   s.size % (sizeof s.bytes + 1));
        data += sizeof s;
        size -= sizeof s;
    }
    return left;
}

/* As whoever has made it up would. */
static void reseal(char *bytes, size_t size)
{
    struct mz_rest *rest = (struct mz_rest *)(bytes + rest_at);
    uint64_t seal;

    if (size == file_size && rest->size == file_size - rest_at)
        rest->seal = mz_rest_seal_of(rest);
    if (size < head_size)
        return;
    seal = mz_seal_of(bytes + head_size, size - head_size);
    memcpy(bytes + seal_at, &seal, sizeof seal);
}

static void check_search(const struct mz_search_state *state,
                         const struct mz_search_origin *origin)
{
    const struct mz_share_record *r = mz_left_first(state->rest);
    const char *end = (const char *)state->rest + state->rest->size;

    check((const char *)r <= end);
    for (uint64_t i = 0; i < state->rest->tasks; i++, r = mz_left_after(r))
        check((const char *)(r + 1) + r->size <= end);
    check((const char *)r == end);
    check(state->before->thread_count <= MZ_WIDE_THREADS);
    check(strlen(origin->folder) < file_size);
    check(origin->words.count + origin->environment.count < file_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mz_search_state state;
    struct mz_search_origin origin;
    char path[32], *bytes;
    size_t left;
    int fd, status;

    if (!file)
        make_file();
    bytes = malloc(file_size);
    memcpy(bytes, file, file_size);
    left = scribble(bytes, data, size);
    if (size % 2 == 0)
        reseal(bytes, left);
    fd = memfd_create("kept", 0);
    check(fd >= 0 && write(fd, bytes, left) == (ssize_t)left);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    lines = 0;
    status = mz_search_state_load(&state, &origin, path);
    check(lines == (status != 0));
    if (!status)
        check_search(&state, &origin);
    release(&origin.words);
    release(&origin.environment);
    unmap_all();
    close(fd);
    free(bytes);
    return 0;
}
