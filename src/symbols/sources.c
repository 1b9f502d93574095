/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/sources.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SOURCE_SIZE = 1 << 26 }; /* of a file that is quoted from */

/* A file that could not be read has no text. `lines` is where each line begins,
 * and then where the text ends, in bytes from its beginning. */
struct mz_source {
    struct mz_source *next;
    const char *name;
    char *text;
    size_t size;
    size_t *lines;
    size_t line_count;
};

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

void mz_sources_open(struct mz_sources *sources, struct mz_words *words)
{
    /* Compilers record $PWD, which may have come here by symbolic links. */
    const char *called = getenv("PWD");

    *sources = (struct mz_sources){.words = words};
    sources->here = getcwd(NULL, 0);
    if (called && *called == '/' && same_file(called, "."))
        sources->called = mz_words_keep(words, called);
}

/* Takes the last step off a path that ends in one, other than `..`. */
static bool step_back(char *clean, size_t *used)
{
    size_t begin = *used;

    while (begin > 0 && clean[begin - 1] != '/')
        begin--;
    if (begin == *used || strcmp(clean + begin, "..") == 0)
        return false;
    *used = begin > 1 ? begin - 1 : begin;
    clean[*used] = 0;
    return true;
}

/* Adds a step to a path: `a` + `b` is `a/b`, `a/b` + `..` is `a`. */
static void add_step(char *clean, size_t *used, const char *step, size_t length)
{
    if (length == 0 || (length == 1 && *step == '.'))
        return;
    if (length == 2 && memcmp(step, "..", 2) == 0 && step_back(clean, used))
        return;
    if (*used > 0 && clean[*used - 1] != '/')
        clean[(*used)++] = '/';
    memcpy(clean + *used, step, length);
    *used += length;
    clean[*used] = 0;
}

/* Without `.` and `..`. The result is never longer. */
static void clean_path(const char *path, char *clean)
{
    size_t used = 0, length;

    if (*path == '/')
        clean[used++] = '/';
    clean[used] = 0;
    for (; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        add_step(clean, &used, path, length);
    }
}

/* The part of a path after a folder, or NULL. */
static const char *below(const char *folder, const char *path)
{
    size_t length = folder ? strlen(folder) : 0;

    while (length > 0 && folder[length - 1] == '/')
        length--;
    if (!length || strncmp(path, folder, length) != 0 || path[length] != '/' ||
        !path[length + 1])
        return NULL;
    return path + length + 1;
}

const char *mz_sources_name(struct mz_sources *sources, const char *recorded)
{
    char clean[PATH_MAX];
    const char *relative;

    if (strlen(recorded) >= sizeof clean)
        return mz_words_keep(sources->words, recorded);
    clean_path(recorded, clean);
    /* Behind a symbolic link, `..` leads elsewhere. */
    if (strstr(recorded, "..") && access(recorded, F_OK) == 0 &&
        !same_file(recorded, clean))
        return mz_words_keep(sources->words, recorded);
    relative = below(sources->here, clean);
    if (!relative)
        relative = below(sources->called, clean);
    return mz_words_keep(sources->words, relative ? relative : clean);
}

static void read_text(int file, struct mz_source *source)
{
    struct stat status;
    ssize_t got = 1;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > MAX_SOURCE_SIZE)
        return;
    source->text = malloc(status.st_size + 1);
    while (source->text && got > 0 && source->size < (size_t)status.st_size) {
        got = read(file, source->text + source->size,
                   status.st_size - source->size);
        source->size += got > 0 ? got : 0;
    }
}

static void find_lines(struct mz_source *source)
{
    const char *newline, *end = source->text + source->size;
    size_t count = 0;

    for (const char *at = source->text; at < end; at = newline + 1, count++)
        if (!(newline = memchr(at, '\n', end - at)))
            newline = end - 1; /* that line has none */
    source->lines = calloc(count + 1, sizeof *source->lines);
    if (!source->lines)
        return;
    source->line_count = count;
    for (size_t i = 1; i < count; i++) {
        const char *at = source->text + source->lines[i - 1];

        newline = memchr(at, '\n', end - at);
        source->lines[i] = newline + 1 - source->text;
    }
    source->lines[count] = source->size;
}

static struct mz_source *add_file(struct mz_sources *sources, const char *name)
{
    struct mz_source *source = calloc(1, sizeof *source);
    int file;

    if (!source)
        return NULL;
    source->name = mz_words_keep(sources->words, name);
    source->next = sources->files;
    sources->files = source;
    file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0) {
        read_text(file, source);
        close(file);
        if (source->size)
            find_lines(source);
    }
    return source;
}

static struct mz_source *find_file(struct mz_sources *sources, const char *name)
{
    struct mz_source *source = sources->files;

    while (source && (!source->name || strcmp(source->name, name) != 0))
        source = source->next;
    return source ? source : add_file(sources, name);
}

static const char *keep_line(struct mz_sources *sources, const char *line,
                             size_t length)
{
    char *copy = strndup(line, length);
    const char *kept;

    if (!copy)
        return NULL;
    copy[strcspn(copy, "\r\n")] = 0;
    kept = mz_words_keep(sources->words, copy);
    free(copy);
    return kept;
}

const char *mz_sources_line(struct mz_sources *sources, const char *file,
                            unsigned line)
{
    struct mz_source *source = find_file(sources, file);
    const char *begin, *end;

    if (!source || !line || line > source->line_count)
        return NULL;
    begin = source->text + source->lines[line - 1];
    end = source->text + source->lines[line];
    return keep_line(sources, begin, end - begin);
}

void mz_sources_close(struct mz_sources *sources)
{
    while (sources->files) {
        struct mz_source *source = sources->files;

        sources->files = source->next;
        free(source->text);
        free(source->lines);
        free(source);
    }
    free(sources->here);
}
