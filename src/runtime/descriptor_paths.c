/* SPDX-License-Identifier: Apache-2.0 */
/* Calls by a path: about names, and about the file that one leads to. */
#include "runtime/descriptor_event.h"

/* What is no regular file, a folder or a socket, is known by its name only. */
static bool changes_names(const struct mz_io_path *p, const uint64_t *file)
{
    return p->changes_names ||
           (p->has_file && !file && p->file == MZ_IO_CHANGES);
}

/* Who closes a number, or gives it to something else, comes before or after. */
static unsigned add_numbers(const int numbers[2], struct mz_io_access *a)
{
    unsigned count = 0;

    for (unsigned i = 0; i < 2; i++)
        if (mz_has_number(numbers[i] - 1) && (!i || numbers[0] != numbers[1]))
            a[count++] = (struct mz_io_access){&mz_numbers[numbers[i] - 1],
                                               MZ_FILE_LOOK};
    return count;
}

static void touch_path(const struct mz_io_path *p, const uint64_t *file)
{
    struct mz_io_access a[5];
    unsigned count = add_numbers(p->numbers, a);

    a[count++] = (struct mz_io_access){
        &mz_file_names, changes_names(p, file) ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    if (file)
        a[count++] = (struct mz_io_access){
            file, p->file == MZ_IO_LOOKS ? MZ_FILE_LOOK : MZ_FILE_CHANGE};
    if (p->opens)
        a[count++] =
            (struct mz_io_access){&mz_descriptor_table, MZ_FILE_CHANGE};
    mz_io_touch_as_call(a, count);
}

const struct mz_io_path mz_io_names;

/* Which file it is depends on the names. So that is looked for before, and once
 * more when it is the call's turn. */
void mz_io_path(const struct mz_io_path *p)
{
    const uint64_t *file = NULL, *before;

    if (mz_turn_is_alone())
        return;
    mz_io_check_block();
    if (p->has_file) {
        mz_io_touch_one(&mz_file_names, MZ_FILE_LOOK);
        file = mz_file_of_path(p->folder, p->path, p->follows);
    }
    for (;;) {
        before = file;
        touch_path(p, file);
        if (p->has_file)
            file = mz_file_of_path(p->folder, p->path, p->follows);
        if (file == before)
            return;
        mz_io_end();
    }
}

void mz_io_number(int fd)
{
    struct mz_io_access a[2];

    if (add_numbers((const int[2]){fd + 1}, a))
        mz_io_touch_as_call(a, 1);
}

void mz_io_renames(const struct mz_io_path *p)
{
    struct mz_io_access a[3];
    unsigned count = add_numbers(p->numbers, a);

    a[count++] = (struct mz_io_access){&mz_file_names, MZ_FILE_CHANGE};
    mz_io_check_block();
    mz_io_touch_as_call(a, count);
    for (unsigned fd = 0; fd < mz_number_count; fd++) {
        const struct mz_description *d = mz_description_of(fd);

        if (mz_numbers[fd].is_taken && d->file)
            mz_file_keep(fd, d->file);
    }
}
