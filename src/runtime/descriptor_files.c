/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which file is which, as an object. A file is known by its name, as it was
 * when it was opened: the number of its inode differs from execution to
 * execution. Files whose names have the same hash are one object, which costs
 * orders that need not have been explored, and nothing else. So are all files
 * of a folder that never had a name (O_TMPFILE, tmpfile): the kernel calls them
 * by their inodes, "/tmp/#123 (deleted)".
 *
 * When names change, files that are open are noted, and known by their inodes
 * from then on.
 */
#define _GNU_SOURCE
#include "runtime/descriptor.h"

#include <fcntl.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/view.h"

enum {
    FILES = 256,
    MOST = 64, /* that have been renamed while they were open */
};

uint64_t mz_file_names;

/* Only their addresses matter. */
static uint64_t files[FILES], locks[FILES], records[FILES];
static struct {
    dev_t device;
    ino_t inode;
    uint64_t *file;
} renamed[MOST];
static unsigned renamed_count;

void mz_descriptor_files_reset(void)
{
    renamed_count = 0;
}

void mz_descriptor_files_checkpoint(void)
{
    mz_checkpoint_need(!renamed_count);
}

/* What the inode is called differs from execution to execution. */
void mz_descriptor_files_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < renamed_count; i++)
        mz_state_add_word(f, (uint64_t)renamed[i].file);
}

static uint64_t *find(const struct stat *status)
{
    for (unsigned i = 0; i < renamed_count; i++)
        if (renamed[i].device == status->st_dev &&
            renamed[i].inode == status->st_ino)
            return renamed[i].file;
    return NULL;
}

static uint64_t *of_name(const char *name)
{
    uint64_t hash = 0;

    for (; *name; name++)
        hash = mz_hash_word(hash, (unsigned char)*name);
    return &files[hash % FILES];
}

/* Leaves the folder of a file that never had a name. */
static void forget_inode(char *name, const struct stat *status)
{
    size_t folder = mz_view_folder_of(name);
    char inode[40];

    mz_format(inode, sizeof inode, "/#%lu (deleted)",
              (unsigned long)status->st_ino);
    if (!status->st_nlink && mz_text_equals(name + folder, inode))
        name[folder] = '\0';
}

uint64_t *mz_file_of_descriptor(int fd)
{
    static char name[PATH_MAX];
    struct stat status;
    uint64_t *file;
    bool is_private;

    if (MZ_SYSTEM(fstat, fd, &status) || !S_ISREG(status.st_mode))
        return NULL;
    file = find(&status);
    if (!file && mz_view_name_of(fd, name, &is_private)) {
        forget_inode(name, &status);
        file = of_name(name);
    }
    return file ? file : &files[0];
}

uint64_t *mz_file_lock_of(const uint64_t *file)
{
    return &locks[file - files];
}

bool mz_file_is_lock(uint64_t object)
{
    return object - (uint64_t)locks < sizeof locks;
}

uint64_t *mz_file_records_of(const uint64_t *file)
{
    return &records[file - files];
}

bool mz_file_is_records(uint64_t object)
{
    return object - (uint64_t)records < sizeof records;
}

uint64_t *mz_file_of_path(int folder, const char *path, bool follows)
{
    static struct mz_view_place place;
    uint64_t *file;

    if (!mz_view_find(&place, folder, path, follows) || place.is_wrong)
        return NULL;
    if (place.status.st_mode && !S_ISREG(place.status.st_mode))
        return NULL;
    file = place.status.st_mode ? find(&place.status) : NULL;
    return file ? file : of_name(place.name);
}

void mz_file_keep(int fd, const uint64_t *file)
{
    struct stat status;

    if (MZ_SYSTEM(fstat, fd, &status) || find(&status))
        return;
    if (renamed_count == MOST)
        mz_unsupported(FILES_RENAMED);
    renamed[renamed_count].device = status.st_dev;
    renamed[renamed_count].inode = status.st_ino;
    renamed[renamed_count++].file = (uint64_t *)file;
}
