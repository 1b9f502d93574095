/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/message.h"
#include "cli/prune.h"
#include "report/format.h"

static uint64_t hash_of(const struct mz_report *report)
{
    const struct mz_account *account = &report->region->account;
    uint64_t hash =
        mz_hash_word(report->program_hash, report->region->findings[0].kind);

    hash = mz_hash_word(hash, report->region->settings.function);
    if (report->region->finding_count > 1) /* the others are in it, too */
        hash = mz_hash_word(hash, report->region->finding_count);
    for (uint64_t i = 0; i < account->plan_length; i++) {
        const struct mz_plan_step *step = &account->plan[i];

        hash = mz_hash_word(hash, (uint64_t)step->thread << 32 |
                                      (uint64_t)step->is_choice << 16 |
                                      step->value);
    }
    return hash;
}

/* NAME-HASH.FORMAT: the last part of the program's name up to its suffix. */
static void name_file(const struct mz_report *report, char *out, size_t size)
{
    const char *name = mz_text_last_part(report->program);
    int length = (int)strcspn(name, ".");

    snprintf(out, size, "%.*s-%016llx.%s", length < 64 ? length : 64, name,
             (unsigned long long)hash_of(report), mz_format_to_keep()->name);
}

/* As mkdir -p; whether it worked is seen when the file is created. */
static void make_folders(const char *path)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
    mkdir(folder, 0777);
}

static bool state_folder(char *out, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");

    if (state && state[0] == '/')
        snprintf(out, size, "%s/mazurka", state);
    else if (home && home[0] == '/')
        snprintf(out, size, "%s/.local/state/mazurka", home);
    else
        return false;
    return true;
}

/* All of it, or nothing: another check may be saving the same error. */
static bool write_file(const struct mz_report *report, const char *path)
{
    char draft[PATH_MAX + 32];
    FILE *out;
    int failed;

    snprintf(draft, sizeof draft, "%s.%d", path, getpid());
    out = fopen(draft, "we");
    if (!out)
        return false;
    failed = mz_format_write(mz_format_to_keep(), report, out);
    failed = fclose(out) || failed || rename(draft, path);
    if (failed)
        unlink(draft);
    return !failed;
}

/* The link to the latest report: where reports are kept, which is the current
 * folder where the state folder cannot be written. */
static void name_link(char out[PATH_MAX])
{
    char folder[PATH_MAX - 128];

    if (state_folder(folder, sizeof folder) && access(folder, W_OK) == 0)
        snprintf(out, PATH_MAX, "%s/.latest", folder);
    else
        snprintf(out, PATH_MAX, ".mazurka-latest");
}

/* In one go: another command may be reading it. */
void mz_archive_note_latest(const char *path)
{
    char folder[PATH_MAX - 128], resolved[PATH_MAX];
    char link[PATH_MAX], draft[PATH_MAX + 32];

    if (!realpath(path, resolved))
        return;
    if (state_folder(folder, sizeof folder))
        make_folders(folder);
    name_link(link);
    snprintf(draft, sizeof draft, "%s.%d", link, getpid());
    if (symlink(resolved, draft) != 0)
        return;
    if (rename(draft, link) != 0)
        unlink(draft);
}

bool mz_archive_latest(char path[PATH_MAX])
{
    char link[PATH_MAX];
    ssize_t length;

    name_link(link);
    length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

bool mz_archive_save(const struct mz_report *report, char path[PATH_MAX])
{
    char folder[PATH_MAX - 128], name[128];

    name_file(report, name, sizeof name);
    if (state_folder(folder, sizeof folder)) {
        make_folders(folder);
        snprintf(path, PATH_MAX, "%s/%s", folder, name);
        if (write_file(report, path)) {
            mz_prune(folder, path);
            return true;
        }
    }
    snprintf(path, PATH_MAX, "mazurka-%s", name);
    if (write_file(report, path))
        return true;
    mz_note("cannot save the report, neither in the state folder nor here: %s; "
            "use --format=%s --output=FILE",
            strerror(errno), mz_format_to_keep()->name);
    return false;
}
