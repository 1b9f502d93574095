/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* flock */
#include "cli/prune.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "report/format.h"

struct kept {
    char *name;
    long long size;
    struct timespec written;
};

struct shelf {
    int folder; /* descriptor */
    struct kept *reports;
    size_t count;
};

/* NAME-HASH.json, as archive.c has it. */
static int is_report(const struct dirent *entry)
{
    const char *dash = strrchr(entry->d_name, '-');

    return dash && strspn(dash + 1, "0123456789abcdef") == 16 &&
           dash[17] == '.' && !strcmp(dash + 18, mz_format_to_keep()->name);
}

static void look_at(struct shelf *shelf, const char *name)
{
    struct stat status;
    char *copy;

    if (fstatat(shelf->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
        return;
    copy = strdup(name);
    if (!copy)
        return;
    shelf->reports[shelf->count++] = (struct kept){
        .name = copy,
        .size = status.st_size,
        .written = status.st_mtim,
    };
}

/* The youngest first; of those of one moment any, but always the same. */
static int compare(const void *first, const void *second)
{
    const struct kept *a = first, *b = second;

    if (a->written.tv_sec != b->written.tv_sec)
        return a->written.tv_sec < b->written.tv_sec ? 1 : -1;
    if (a->written.tv_nsec != b->written.tv_nsec)
        return a->written.tv_nsec < b->written.tv_nsec ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void fill(struct shelf *shelf, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_report, NULL);

    shelf->reports = count > 0 ? calloc(count, sizeof *shelf->reports) : NULL;
    for (int i = 0; i < count; i++) {
        if (shelf->reports)
            look_at(shelf, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    if (shelf->reports)
        qsort(shelf->reports, shelf->count, sizeof *shelf->reports, compare);
}

/* Unless somebody has it in use. */
static void drop(const struct shelf *shelf, const struct kept *report)
{
    int file = openat(shelf->folder, report->name,
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (file < 0)
        return;
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(shelf->folder, report->name, 0);
    close(file);
}

void mz_prune(const char *folder, const char *path)
{
    struct shelf shelf = {
        .folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
    };
    const char *own = mz_text_last_part(path);
    long long size = 0;
    size_t count = 0;

    if (shelf.folder < 0)
        return;
    fill(&shelf, folder);
    for (size_t i = 0; i < shelf.count; i++) {
        struct kept *report = &shelf.reports[i];

        count++;
        size += report->size;
        if (report->name && strcmp(report->name, own) &&
            (count > MZ_MOST_REPORTS || size > MZ_MOST_REPORT_MB * 1000000ll))
            drop(&shelf, report);
        free(report->name);
    }
    free(shelf.reports);
    close(shelf.folder);
}

/* The lock goes with the descriptor, and so with the process. */
void mz_prune_hold(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file >= 0)
        flock(file, LOCK_SH | LOCK_NB);
}
