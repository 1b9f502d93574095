/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/launch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/home.h"
#include "cli/inherited.h"
#include "cli/message.h"
#include "region/function.h"

enum { FREE_DESCRIPTOR = 200 };

/* ---- in the child, before exec ------------------------------------------- */

static _Noreturn void refuse_descriptors(struct mz_region *region)
{
    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message,
             "no descriptor is left for the checked process: raise ulimit -n");
    _exit(MZ_EXIT_FAILED);
}

/* The program finds the library of that name there first; it is not to see
 * the variable. */
static void prefer_wide_library(void)
{
    const char *own = getenv(MZ_LIBRARIES_VARIABLE);
    char value[2 * PATH_MAX];
    struct mz_home home;
    int length;

    if (!mz_home_find(&home))
        return;
    length = snprintf(value, sizeof value, "%s/" MZ_WIDE_FOLDER "%s%s",
                      home.libraries, own ? ":" : "", own ? own : "");
    if (length < (int)sizeof value)
        setenv(MZ_LIBRARIES_VARIABLE, value, true);
}

static void pass_region(struct mz_watch *watch)
{
    /* High up: what the program opens has its usual numbers. */
    int copy = fcntl(watch->memory.file, F_DUPFD, FREE_DESCRIPTOR);
    char number[16];

    if (copy < 0)
        copy = fcntl(watch->memory.file, F_DUPFD, STDERR_FILENO + 1);
    if (copy < 0)
        refuse_descriptors(watch->memory.region);
    snprintf(number, sizeof number, "%d", copy);
    setenv(watch->memory.region->settings.function ? MZ_FUNCTION_VARIABLE
                                                   : MZ_REGION_VARIABLE,
           number, true);
    if (watch->memory.region->settings.many_threads)
        prefer_wide_library();
    /* Else each execution would resolve its calls anew, being rolled back. */
    setenv(MZ_BIND_VARIABLE, MZ_BIND_VALUE, false);
}

/* Some process may have read it already. Else each reads what is left. */
static void pass_input(struct mz_region *region)
{
    int input = mz_inherited_input();
    int copy = input < 0 ? -1 : fcntl(input, F_DUPFD, FREE_DESCRIPTOR);

    region->input = copy < 0 ? 0 : copy;
}

/* Before what is preloaded anyway. */
static void preload(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    char *all;

    if (asprintf(&all, "%s%s%s", library, others ? ":" : "",
                 others ? others : "") >= 0)
        setenv("LD_PRELOAD", all, true);
}

/* Where libraries lie depends on the limit, if it is larger than this, or none:
 * then the program has its own back when they have been loaded. */
static void limit_stack(struct mz_region *region)
{
    enum { USUAL = 8 << 20 };
    struct rlimit limit;

    if (region->settings.function || getrlimit(RLIMIT_STACK, &limit) ||
        limit.rlim_cur <= USUAL)
        return;
    region->stack_limit = limit.rlim_cur;
    limit.rlim_cur = USUAL;
    setrlimit(RLIMIT_STACK, &limit);
}

/* Addresses are to be the same in each process, on each machine. */
static void place_as_usual(struct mz_region *region)
{
    int persona = personality(0xffffffff);

    limit_stack(region);
    if (persona != -1) /* containers may refuse; nothing depends on it */
        personality(((unsigned long)persona | ADDR_NO_RANDOMIZE) &
                    ~(unsigned long)ADDR_COMPAT_LAYOUT);
}

/* What crashes is told; the program finds its own limit. */
static void leave_no_core(struct mz_region *region)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_CORE, &limit))
        return;
    region->core_limit = limit.rlim_cur;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
}

static void prepare(void *context)
{
    struct mz_watch *watch = context;

    pass_region(watch);
    pass_input(watch->memory.region);
    if (watch->run->preload)
        preload(watch->run->preload);
    if (watch->run->debugger)
        return;
    leave_no_core(watch->memory.region);
    place_as_usual(watch->memory.region);
    /* Who has set it decides: then perhaps no other processor can go on. */
    if (watch->plan.is_placed)
        setenv(MZ_TUNABLES_VARIABLE, MZ_TUNABLES_VALUE, false);
}

static void tell_refusal(void *context, int error)
{
    struct mz_watch *watch = context;
    struct mz_region *region = watch->memory.region;

    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message, "cannot run %s: %s",
             watch->run->debugger ? watch->run->debugger[0]
                                  : watch->run->executable,
             strerror(error));
}

/* ---- in the tool --------------------------------------------------------- */

/* Elsewhere, too: what it leaves. */
static bool is_to_mean_the_same(const struct mz_watch *watch)
{
    const struct mz_settings *settings = &watch->memory.region->settings;

    return (settings->puts_by || settings->in_ranks) && !watch->run->debugger &&
           !watch->run->server;
}

pid_t mz_launch(struct mz_watch *watch, struct mz_arguments *argv)
{
    mz_arguments_add_all(argv, watch->run->debugger);
    mz_arguments_add_all(argv, watch->run->argv);
    watch->plan = (struct mz_process_plan){
        .argv = argv->items,
        .janitor = watch->run->janitor,
        .is_placed = is_to_mean_the_same(watch),
        .in_foreground = watch->run->debugger,
        .server = watch->run->server,
        .descriptor = watch->memory.file,
        .prepare = prepare,
        .refused = tell_refusal,
        .context = watch,
    };
    watch->shift = 1;
    mz_watch_begin(watch);
    mz_inherited_rewind();
    mz_inherited_input(); /* the child takes it */
    return mz_process_start(&watch->plan);
}
