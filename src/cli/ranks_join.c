/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* on_exit, environ */
#include "cli/ranks_join.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/home.h"
#include "cli/inspect.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/process.h"
#include "cli/ranks_state.h"
#include "config.h"
#include "explore/algorithm.h"
#include "region/function.h"

/* ---- joining ------------------------------------------------------------- */

static const char number_variable[] = "OMPI_COMM_WORLD_RANK";
static const char count_variable[] = "OMPI_COMM_WORLD_SIZE";

/* srun --mpi=pmix says less. */
static bool is_one_of_several(void)
{
    const char *count = getenv(count_variable);

    return count ? atoi(count) > 1 : getenv("PMIX_RANK") != NULL;
}

int mz_ranks_refuse_command(const char *name)
{
    const char *number = getenv(number_variable);

    if (!is_one_of_several())
        return 0;
    if (number && atoi(number))
        exit(0); /* rank 0 says it: mpirun would not let it, for our failure */
    return mz_refuse("'mazurka %s' is not for mpirun: 'mazurka check' and "
                     "'mazurka resume' are",
                     name);
}

/* What MPI has opened is not the program's, nor is what mpirun reads. */
static void keep_descriptors(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < 1024; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static bool is_of_mpi(const char *variable)
{
    static const char *const starts[] = {"OMPI_", "PMIX_", "PMI_", "OPAL_",
                                         "PRTE_"};

    for (size_t i = 0; i < MZ_COUNT(starts); i++)
        if (!strncmp(variable, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* The program's is what it would be without mpirun. */
static void clean_environment(void)
{
    struct mz_arguments clean = {0};

    for (char **at = environ; *at; at++)
        if (!is_of_mpi(*at))
            mz_arguments_add(&clean, *at);
    environ = clean.items;
}

/* Who was built otherwise understands none of this. */
static uint64_t own_mark(void)
{
    uint64_t mark =
        mz_hash_word(mz_region_magic(), sizeof(struct mz_rank_message));

    for (const char *at = MZ_VERSION; *at; at++)
        mark = mz_hash_word(mark, (uint64_t)*at);
    return mark;
}

static const struct mz_transport *join(void)
{
    const struct mz_transport *(*function)(void);
    struct mz_home home;
    char path[PATH_MAX + 32];
    void *plugin;

    if (!mz_home_find(&home))
        exit(MZ_EXIT_FAILED);
    snprintf(path, sizeof path, "%s/mazurka-mpi.so", home.libraries);
    plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!plugin) {
        const char *number = getenv(number_variable);

        if (!number || !atoi(number))
            mz_note("mpirun is for a mazurka that was built where Open MPI is: "
                    "%s",
                    dlerror());
        exit(MZ_EXIT_FAILED);
    }
    *(void **)&function = dlsym(plugin, MZ_TRANSPORT_JOIN);
    return function ? function() : NULL;
}

/* An end that is no failure (--help) is that of all; any other one mpirun sees,
 * and ends them. */
static void leave_at_exit(int status, void *ranks)
{
    if (!status)
        mz_ranks_leave(ranks);
}

static void set_speaker(struct mz_ranks *ranks)
{
    const struct mz_transport *t = ranks->transport;

    if (mz_ranks_is_first(ranks))
        return;
    snprintf(ranks->speaker, sizeof ranks->speaker,
             "rank %u, on %s: ", t->number, t->host);
    mz_message_speaker(ranks->speaker);
}

struct mz_ranks *mz_ranks_join(void)
{
    static struct mz_ranks ranks;

    if (!is_one_of_several() || getenv(MZ_SERVER_VARIABLE))
        return NULL;
    mz_process_hold_signals(); /* threads of MPI's inherit that */
    ranks.transport = join();
    if (!ranks.transport)
        exit(mz_failed("cannot join the ranks that mpirun has started"));
    mz_process_release_signals();
    clean_environment();
    if (ranks.transport->count == 1) {
        ranks.transport->leave();
        return NULL;
    }
    keep_descriptors();
    ranks.mark = own_mark();
    ranks.letters_end = &ranks.letters;
    set_speaker(&ranks);
    on_exit(leave_at_exit, &ranks);
    return &ranks;
}

/* ---- what is refused ----------------------------------------------------- */

/* What they ask for is done, or counted, in one process. */
static const enum mz_option_id alone[] = {
    MZ_ID_max_executions, MZ_ID_stats,          MZ_ID_count_traces,
    MZ_ID_expect_output,  MZ_ID_suppressions,   MZ_ID_share_files,
    MZ_ID_function,       MZ_ID_suggest_orders, MZ_ID_relax,
    MZ_ID_witness,
};

int mz_ranks_refuse(const struct mz_request *options)
{
    const struct mz_algorithm_entry *entry = &mz_algorithms[options->algorithm];

    for (size_t i = 0; i < MZ_COUNT(alone); i++)
        if (mz_option_asks(options, alone[i]))
            return mz_refuse("--%s is not for mpirun",
                             mz_option_table[alone[i]].name);
    if (options->isolation == MZ_ISOLATION_FORK)
        return mz_refuse("--isolation=fork is not for mpirun");
    if (!mz_algorithm_can(entry, MZ_ABILITY_JOBS) ||
        mz_algorithm_samples(entry))
        return mz_refuse("mpirun is not for --algorithm=%s: it is for pop and "
                         "trust",
                         entry->name);
    if (options->build.count > 1 ||
        (options->build.count &&
         (mz_inspect_is_source(options->build.items[0]) ||
          mz_inspect_is_linked(options->build.items[0]))))
        return mz_refuse("mpirun is for a program that all ranks have: build "
                         "it with 'mazurka cc' first");
    return 0;
}
