/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "cli/search_state.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/seal.h"
#include "cli/message.h"
#include "cli/output.h"
#include "cli/transcript.h"
#include "explore/share.h"

/* ---- what is left -------------------------------------------------------- */

/* Every offset is looked at, as a file can come from anywhere. The seal is that
 * of who wrote it, and no proof of good faith. */
bool mz_search_state_is_sound(const struct mz_rest *rest, uint64_t room)
{
    uint64_t at = sizeof *rest;

    if (room < at || rest->size < at || rest->size > room || rest->size % 8 ||
        rest->objects > (rest->size - at) / sizeof(uint64_t) ||
        rest->tasks > UINT32_MAX / 2)
        return false;
    at += rest->objects * sizeof(uint64_t);
    for (uint64_t i = 0; i < rest->tasks; i++) {
        const struct mz_share_record *r =
            (const struct mz_share_record *)((const char *)rest + at);

        if (rest->size - at < sizeof *r ||
            r->size > rest->size - at - sizeof *r)
            return false;
        at += mz_share_stride(r);
        if (at > rest->size)
            return false;
    }
    return at == rest->size && rest->seal == mz_rest_seal_of(rest);
}

void *mz_search_state_memory(uint64_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        mz_out_of_memory();
    return memory;
}

/* Of a file: all of it, or false. */
static bool read_at(int file, void *to, uint64_t size, uint64_t from)
{
    while (size) {
        ssize_t count = pread(file, to, size, (off_t)from);

        if (count <= 0)
            return false;
        to = (char *)to + count;
        from += (uint64_t)count;
        size -= (uint64_t)count;
    }
    return true;
}

static bool write_at(int file, const void *from, uint64_t size, uint64_t to)
{
    while (size) {
        ssize_t count = pwrite(file, from, size, (off_t)to);

        if (count <= 0)
            return false;
        from = (const char *)from + count;
        to += (uint64_t)count;
        size -= (uint64_t)count;
    }
    return true;
}

bool mz_search_state_take(struct mz_search_state *state,
                          const struct mz_region *shared, uint64_t size,
                          int file)
{
    uint64_t at = shared->rest;
    struct mz_rest head;

    state->rest = NULL;
    if (!at || at % 8 || at > size || size - at < sizeof head ||
        !read_at(file, &head, sizeof head, at) || head.size > size - at ||
        head.size < sizeof head)
        return false;
    state->rest = mz_search_state_memory(head.size);
    if (read_at(file, state->rest, head.size, at) &&
        mz_search_state_is_sound(state->rest, head.size))
        return true;
    munmap(state->rest, head.size);
    state->rest = NULL;
    return false;
}

void mz_search_state_release(struct mz_search_state *state)
{
    if (state->rest)
        munmap(state->rest, state->rest->size);
    if (state->before)
        munmap(state->before, sizeof *state->before);
    state->rest = NULL;
    state->before = NULL;
}

/* ---- what was found before ----------------------------------------------- */

bool mz_search_state_put(const struct mz_search_state *state,
                         struct mz_region *shared, int file)
{
    struct mz_region *first = &shared[1];

    mz_transcript_copy(first, state->before);
    first->status = MZ_STATUS_STARTED;
    first->stop = 0;
    first->teller = 0;
    first->taken_up = first->rest = 0;
    first->limit = MZ_LIMIT_NONE;
    first->message[0] = '\0';
    first->refusal = MZ_REFUSAL_NONE;
    first->gap.kind = MZ_GAP_NONE;
    for (uint32_t i = 0; i < first->finding_count; i++)
        first->findings[i].plan_region = 1;
    return write_at(file, state->rest, state->rest->size, shared->taken_up);
}

/* ---- the file ------------------------------------------------------------ */

static const char mark[16] = "MAZURKA SEARCH\n";

enum { VERSION = 9, MOST_TEXT = 1 << 24 };

/* Each part that follows is padded to 8 bytes. */
struct head {
    char mark[16];
    uint64_t version;
    uint64_t layout; /* of the structures: mz_region_magic() */
    uint64_t size;   /* of the file */
    uint64_t seal;   /* of all that follows the head */
    uint64_t text;   /* bytes of texts, each with a zero at its end */
    uint64_t words, variables; /* texts: of the folder, of these, ... */
    uint64_t modules; /* hashes of their files */
    uint64_t pages;   /* of the transcript: number and content */
    uint64_t rest;    /* bytes */
    double seconds;
    struct mz_search_part of;
};

struct writer {
    FILE *file;
    struct mz_seal seal;
    uint64_t size;
    uint64_t word; /* that is not full yet */
    unsigned filled;
};

static void put(struct writer *w, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;

    fwrite(bytes, 1, size, w->file);
    w->size += size;
    if (!w->filled) {
        mz_seal_add(&w->seal, from, size / 8);
        from += size / 8 * 8;
        size %= 8;
    }
    for (size_t i = 0; i < size; i++) {
        w->word |= (uint64_t)from[i] << 8 * w->filled++;
        if (w->filled == 8) {
            mz_seal_add(&w->seal, &w->word, 1);
            w->word = w->filled = 0;
        }
    }
}

static void pad(struct writer *w)
{
    static const char zeros[8];

    put(w, zeros, -w->size % 8);
}

static void put_text(struct writer *w, const char *text)
{
    put(w, text, strlen(text) + 1);
}

/* At its end, zeros are a part of the last word. 0: it cannot be read. */
static uint64_t hash_now(const char *path)
{
    static uint64_t words[8192]; /* known_lock is held */
    FILE *file = fopen(path, "re");
    struct mz_seal seal;
    uint64_t hash;
    size_t size;

    if (!file)
        return 0;
    mz_seal_begin(&seal);
    while ((size = fread(words, 1, sizeof words, file))) {
        memset((char *)words + size, 0, -size % sizeof *words);
        mz_seal_add(&seal, words, (size + sizeof *words - 1) / sizeof *words);
    }
    fclose(file);
    hash = mz_seal_end(&seal);
    return hash ? hash : 1;
}

static struct known_file {
    char *path;
    uint64_t hash;
    struct stat status;
} *known_files;
static size_t known_count;
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;

static struct known_file *know_file(const char *path)
{
    struct known_file *file;

    for (size_t i = 0; i < known_count; i++)
        if (!strcmp(known_files[i].path, path))
            return &known_files[i];
    known_files =
        realloc(known_files, (known_count + 1) * sizeof *known_files);
    if (!known_files)
        mz_out_of_memory();
    file = &known_files[known_count++];
    *file = (struct known_file){.path = strdup(path)};
    if (!file->path)
        mz_out_of_memory();
    if (!stat(path, &file->status))
        file->hash = hash_now(path);
    return file;
}

uint64_t mz_search_state_hash_file(const char *path)
{
    uint64_t hash;

    pthread_mutex_lock(&known_lock);
    hash = know_file(path)->hash;
    pthread_mutex_unlock(&known_lock);
    return hash;
}

static bool is_as_it_was(const struct known_file *file)
{
    const struct stat *before = &file->status;
    struct stat now;

    if (stat(file->path, &now))
        return !file->hash;
    return (now.st_dev == before->st_dev && now.st_ino == before->st_ino &&
            now.st_size == before->st_size &&
            now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
            now.st_mtim.tv_nsec == before->st_mtim.tv_nsec) ||
           hash_now(file->path) == file->hash;
}

const char *mz_search_state_changed_file(void)
{
    const char *changed = NULL;

    pthread_mutex_lock(&known_lock);
    for (size_t i = 0; i < known_count && !changed; i++)
        if (!is_as_it_was(&known_files[i]))
            changed = known_files[i].path;
    pthread_mutex_unlock(&known_lock);
    return changed;
}

static size_t text_size(const struct mz_search_origin *origin)
{
    size_t size = strlen(origin->folder) + 1;

    for (size_t i = 0; i < origin->words.count; i++)
        size += strlen(origin->words.items[i]) + 1;
    for (size_t i = 0; i < origin->environment.count; i++)
        size += strlen(origin->environment.items[i]) + 1;
    return size;
}

static void write_body(struct writer *w, struct head *head,
                       const struct mz_search_state *state,
                       const struct mz_search_origin *origin)
{
    const char *before = (const char *)state->before;

    put_text(w, origin->folder);
    for (size_t i = 0; i < origin->words.count; i++)
        put_text(w, origin->words.items[i]);
    for (size_t i = 0; i < origin->environment.count; i++)
        put_text(w, origin->environment.items[i]);
    pad(w);
    for (uint32_t i = 0; i < state->before->module_count; i++) {
        uint64_t hash =
            mz_search_state_hash_file(state->before->modules[i].path);

        put(w, &hash, sizeof hash);
    }
    put(w, &state->settings, sizeof state->settings);
    pad(w);
    for (uint64_t i = 0; i < MZ_TRANSCRIPT_PAGES; i++) {
        if (mz_transcript_page_is_zero(state->before, i))
            continue;
        put(w, &i, sizeof i);
        put(w, before + i * MZ_PAGE, mz_transcript_page_size(i));
        pad(w);
        head->pages++;
    }
    put(w, state->rest, state->rest->size);
}

int mz_search_state_save(const struct mz_search_state *state,
                         const struct mz_search_origin *origin,
                         const char *path)
{
    struct mz_output output;
    struct writer w = {0};
    struct head head = {
        .version = VERSION,
        .layout = mz_region_magic(),
        .text = text_size(origin),
        .words = origin->words.count,
        .variables = origin->environment.count,
        .modules = state->before->module_count,
        .rest = state->rest->size,
        .seconds = state->seconds,
        .of = state->of,
    };
    int status = mz_output_open_search(&output, path);

    if (status)
        return status;
    memcpy(head.mark, mark, sizeof head.mark);
    mz_seal_begin(&w.seal);
    w.file = output.file;
    fwrite(&head, sizeof head, 1, w.file);
    write_body(&w, &head, state, origin);
    head.size = sizeof head + w.size;
    head.seal = mz_hash_word(mz_seal_end(&w.seal), w.size);
    fflush(w.file);
    if (!ferror(w.file) &&
        (!write_at(fileno(w.file), &head, sizeof head, 0) ||
         fsync(fileno(w.file))))
        mz_note("%s is not on the disk for certain: %s", path, strerror(errno));
    return mz_output_commit(&output);
}

/* ---- reading ------------------------------------------------------------- */

struct reader {
    const char *at;
    uint64_t left; /* bytes */
    uint64_t used;
};

/* NULL: there are not so many. */
static const void *take(struct reader *r, uint64_t size)
{
    const char *at = r->at;

    if (size > r->left)
        return NULL;
    r->at += size;
    r->left -= size;
    r->used += size;
    return at;
}

static bool skip_padding(struct reader *r)
{
    return take(r, -r->used % 8);
}

static char *take_text(struct reader *r)
{
    uint64_t length = strnlen(r->at, r->left);

    return length < r->left ? (char *)take(r, length + 1) : NULL;
}

static bool take_texts(struct reader *r, const struct head *head,
                       struct mz_search_origin *origin)
{
    char *text;

    if (head->text > MOST_TEXT || head->words > head->text ||
        head->variables > head->text ||
        !(origin->folder = take_text(r)))
        return false;
    for (uint64_t i = 0; i < head->words; i++) {
        if (!(text = take_text(r)))
            return false;
        mz_arguments_add(&origin->words, text);
    }
    for (uint64_t i = 0; i < head->variables; i++) {
        if (!(text = take_text(r)))
            return false;
        mz_arguments_add(&origin->environment, text);
    }
    return r->used == head->text && skip_padding(r);
}

static bool take_pages(struct reader *r, const struct head *head,
                       struct mz_region *before)
{
    for (uint64_t i = 0; i < head->pages; i++) {
        const uint64_t *page = take(r, sizeof *page);
        const void *content;

        if (!page || *page >= MZ_TRANSCRIPT_PAGES ||
            !(content = take(r, mz_transcript_page_size(*page))) ||
            !skip_padding(r))
            return false;
        memcpy((char *)before + *page * MZ_PAGE, content,
               mz_transcript_page_size(*page));
    }
    return true;
}

static bool take_rest(struct reader *r, const struct head *head,
                      struct mz_search_state *state)
{
    const void *rest = take(r, head->rest);

    if (!rest || head->rest < sizeof *state->rest || r->left)
        return false;
    state->rest = mz_search_state_memory(head->rest);
    memcpy(state->rest, rest, head->rest);
    return state->rest->size == head->rest &&
           mz_search_state_is_sound(state->rest, head->rest);
}

/* Are the libraries what they were? */
static const char *changed(const struct mz_search_state *state,
                           const uint64_t *hashes)
{
    const struct mz_module_note *modules = state->before->modules;

    for (uint32_t i = 0; i < state->before->module_count; i++)
        if (mz_search_state_hash_file(modules[i].path) != hashes[i])
            return modules[i].path;
    return NULL;
}

static int refuse_damaged(const char *path)
{
    return mz_refuse("%s is damaged, or was cut short: the search cannot go on "
                     "from it",
                     path);
}

static int refuse_head(const struct head *head, uint64_t size, const char *path)
{
    if (size < sizeof head->mark || memcmp(head->mark, mark, sizeof mark))
        return mz_refuse("%s is no file that --checkpoint of 'mazurka check' "
                         "has written",
                         path);
    if (size < sizeof *head)
        return refuse_damaged(path);
    if (head->version != VERSION || head->layout != mz_region_magic())
        return mz_refuse("%s was written by another version of mazurka: go on "
                         "with that one, or begin anew",
                         path);
    if (head->size != size || size % 8 ||
        head->seal != mz_seal_of(head + 1, size - sizeof *head))
        return refuse_damaged(path);
    return 0;
}

static int take_all(struct mz_search_state *state,
                    struct mz_search_origin *origin, const struct head *head,
                    const char *path)
{
    struct reader r = {
        .at = (const char *)(head + 1),
        .left = head->size - sizeof *head,
    };
    const uint64_t *hashes;
    const struct mz_settings *settings;
    struct mz_region *before;
    const char *module;

    state->seconds = head->seconds;
    state->of = head->of;
    if (!take_texts(&r, head, origin) || head->modules > MZ_MAX_MODULES ||
        !(hashes = take(&r, head->modules * sizeof *hashes)) ||
        !(settings = take(&r, sizeof *settings)) || !skip_padding(&r))
        return refuse_damaged(path);
    state->settings = *settings;
    before = mz_search_state_memory(sizeof *before);
    if (!take_pages(&r, head, before) || !take_rest(&r, head, state))
        return refuse_damaged(path);
    state->before = mz_transcript_take(before, 1);
    munmap(before, sizeof *before);
    if (state->before->module_count != head->modules)
        return refuse_damaged(path);
    module = changed(state, hashes);
    if (module)
        return mz_refuse("%s: %s has changed since that search was begun: "
                         "begin anew",
                         path, module);
    return 0;
}

/* Is it one, by its first bytes? */
static bool is_file(const char *path)
{
    char start[sizeof mark] = "";
    FILE *file = fopen(path, "re");
    bool is_one;

    if (!file)
        return false;
    is_one = fread(start, sizeof start, 1, file) == 1 &&
             !memcmp(start, mark, sizeof mark);
    fclose(file);
    return is_one;
}

int mz_search_state_refuse_file(const char *path)
{
    if (access(path, F_OK) == 0 && !is_file(path))
        return mz_refuse("%s: there is such a file, and it is no search: name "
                         "another",
                         path);
    return 0;
}

/* All that is in the file; NULL: errno says why. */
static void *read_all(const char *path, uint64_t *size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC), error;
    struct stat status;
    void *bytes = NULL;

    if (file < 0)
        return NULL;
    if (!fstat(file, &status)) {
        *size = (uint64_t)status.st_size;
        bytes = mz_search_state_memory(*size + 1);
        if (!read_at(file, bytes, *size, 0))
            bytes = NULL;
    }
    error = errno;
    close(file);
    errno = error;
    return bytes;
}

int mz_search_state_load(struct mz_search_state *state,
                         struct mz_search_origin *origin, const char *path)
{
    uint64_t size;
    void *bytes = read_all(path, &size);
    int refused;

    memset(state, 0, sizeof *state);
    memset(origin, 0, sizeof *origin);
    if (!bytes)
        return mz_refuse("cannot read %s: %s", path,
                         errno == EISDIR ? "it is a directory"
                                         : strerror(errno));
    refused = refuse_head(bytes, size, path);
    return refused ? refused : take_all(state, origin, bytes, path);
}
