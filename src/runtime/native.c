/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/native.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "base/system_call.h"
#include "runtime/account.h"
#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/libc.h"
#include "runtime/fiber.h"
#include "runtime/parts.h"
#include "runtime/printed.h"
#include "runtime/snapshot.h"
#include "runtime/turn.h"
#include "runtime/waypoint.h"

/* What a forked execution leaves behind for the search, in the region. */
struct leftover {
    uint32_t finished;
    uint32_t fibers_wanted;
    bool again;
    mz_tid chosen;      /* of mz_turns */
    uint32_t chosen_at; /* the same */
    enum mz_outcome outcome;
};

struct native {
    struct mz_program program; /* first */
    enum mz_outcome (*run)(struct native *, struct mz_chooser *,
                           struct mz_execution *);
    bool checks_races; /* of the next execution */
    bool rests;        /* the race detector, until something could race */
    bool audits;       /* this execution */
    bool has_run;
    struct leftover leftover;
};

static void end_run(void)
{
    if (mz_rt.replaying)
        mz_libc_flush_output();
    mz_parts_rollback();
}

static enum mz_outcome run_audited(const struct native *native,
                                   struct mz_chooser *chooser,
                                   struct mz_execution *execution)
{
    enum mz_outcome outcome;

    if (native->audits)
        mz_audit_begin();
    outcome = mz_execution_run(chooser, execution);
    if (native->audits)
        mz_audit_end();
    return outcome;
}

static void leave(struct native *native)
{
    if (MZ_UNLIKELY(mz_printed_is_on))
        mz_printed_take_in(mz_rt.self);
    native->leftover.again = mz_turns.again;
    native->leftover.chosen = mz_turns.chosen;
    native->leftover.chosen_at = mz_turns.chosen_at;
    native->leftover.fibers_wanted = mz_fiber_wanted;
}

static enum mz_outcome run_here(struct native *native,
                                struct mz_chooser *chooser,
                                struct mz_execution *execution)
{
    mz_parts_restore();
    mz_parts_rollback();
    return run_audited(native, chooser, execution);
}

static enum mz_outcome run_from_beginning(struct native *native,
                                          struct mz_chooser *chooser,
                                          struct mz_execution *execution)
{
    mz_checkpoint_drop();
    mz_waypoint_drop_all();
    mz_checkpoint_begin(execution, native->audits);
    return run_here(native, chooser, execution);
}

/* Restored = replayed. What the chooser has ended it would have to choose anew.
 * (Where the heap begins changes with what executions begin from.) The replay
 * is looked at for loops that wait, too, and may be the one that shows where:
 * then the search begins anew, and that is the outcome. */
static enum mz_outcome compare_with_replay(struct native *native,
                                           struct mz_chooser *chooser,
                                           struct mz_execution *execution,
                                           enum mz_outcome outcome)
{
    enum mz_outcome replayed;
    uint32_t length = execution->length;
    uint64_t state = mz_waypoint_fingerprint();
    bool is_marked = mz_checkpoint_is_in_force();

    MZ_ASSERT(mz_rt.region->status != MZ_STATUS_STACKS); /* it has differed */
    if (outcome == MZ_BLOCKED || outcome == MZ_ABANDONED)
        return outcome;
    mz_waypoint_begin_again();
    mz_checkpoint_begin(execution, native->audits);
    replayed = run_here(native, chooser, execution);
    if (replayed == MZ_ABANDONED && mz_rt.region->status == MZ_STATUS_LOOPS)
        return replayed;
    MZ_ASSERT(replayed == outcome);
    MZ_ASSERT(execution->length == length);
    if (is_marked == mz_checkpoint_was_used())
        MZ_ASSERT(mz_waypoint_fingerprint() == state);
    return outcome;
}

/* What ends with an error is run from the beginning, as it is to be told. */
static enum mz_outcome run_in_process(struct native *native,
                                      struct mz_chooser *chooser,
                                      struct mz_execution *execution)
{
    enum mz_outcome outcome;

    if (!mz_waypoint_begin(execution, native->audits))
        mz_checkpoint_begin(execution, native->audits);
    outcome = run_here(native, chooser, execution);
    if (MZ_UNLIKELY(outcome == MZ_ERROR &&
                    (mz_checkpoint_was_used() || mz_waypoint_was_used()))) {
        outcome = run_from_beginning(native, chooser, execution);
        if (outcome != MZ_ERROR && outcome != MZ_ABANDONED)
            outcome = mz_checkpoint_distrust();
    }
    if (MZ_UNLIKELY(mz_waypoint_was_used() && mz_checkpoint_is_always()))
        outcome = compare_with_replay(native, chooser, execution, outcome);
    leave(native);
    if (MZ_UNLIKELY(mz_rt.replaying))
        end_run();
    return outcome;
}

static _Noreturn void run_as_child(struct native *native,
                                   struct mz_chooser *chooser,
                                   struct mz_execution *execution, pid_t parent)
{
    /* If the parent is killed, so are we; if it was, just now, we go. */
    MZ_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (MZ_SYSTEM(getppid) != parent)
        MZ_SYSTEM(exit_group, 1);
    mz_parts_rollback();
    native->leftover.outcome = run_audited(native, chooser, execution);
    leave(native);
    native->leftover.finished = 1;
    end_run();
    for (;;)
        MZ_SYSTEM(exit_group, 0);
}

/* The child died of something that no handler of ours could catch. */
static enum mz_outcome died(int status)
{
    struct mz_finding *finding = mz_account_finding();
    bool was_killed = WIFSIGNALED(status);
    const struct mz_region *region = mz_rt.region;

    if (region->status != MZ_STATUS_RUNNING)
        return MZ_ABANDONED;
    if (was_killed && WTERMSIG(status) == SIGKILL)
        mz_give_up("the forked execution was killed by SIGKILL");
    finding->kind = MZ_FINDING_SIGNAL;
    finding->fault = was_killed ? MZ_FAULT_KILLED : MZ_FAULT_ENDED;
    finding->thread = MZ_NOBODY;
    finding->signal = was_killed ? WTERMSIG(status) : 0;
    finding->numbers[0] = was_killed ? 0 : WEXITSTATUS(status);
    return MZ_ERROR;
}

static enum mz_outcome run_in_fork(struct native *native,
                                   struct mz_chooser *chooser,
                                   struct mz_execution *execution)
{
    pid_t self = MZ_SYSTEM(getpid);
    int status = 0;
    long child, waited;

    native->leftover.finished = 0;
    native->leftover.again = false;
    /* Not fork(): its handlers would change libc's state in this process. */
    child = MZ_SYSTEM(clone, SIGCHLD);
    if (child == 0)
        run_as_child(native, chooser, execution, self);
    if (child < 0)
        mz_give_up("cannot fork: error %d", (int)-child);
    mz_rt.region->progress.running_pid = child;
    do
        waited = MZ_SYSTEM(wait4, child, &status);
    while (waited == -EINTR);
    if (waited < 0)
        mz_give_up("cannot wait for a forked execution: error %d",
                   (int)-waited);
    mz_rt.region->progress.running_pid = self;
    return native->leftover.finished ? native->leftover.outcome : died(status);
}

static void set_detector(const struct native *native)
{
    mz_rt.armed = native->checks_races && native->rests;
    mz_rt.checks_races = native->checks_races && !native->rests;
}

static void stop_resting(struct native *native)
{
    native->rests = false;
    set_detector(native);
}

/* They belong to the snapshot, which is taken again. */
static void add_fibers(uint32_t wanted)
{
    mz_checkpoint_drop();
    mz_waypoint_drop_all();
    mz_rt.armed = false; /* libc allocates memory for them */
    mz_snapshot_open();
    mz_heap_restore(); /* blocks of the execution that is begun anew */
    mz_fiber_wanted = wanted;
    mz_fiber_add();
    mz_plain_init(); /* where stacks lie */
    mz_heap_snapshot();
    mz_segments_snapshot();
}

/* What an execution could not go on without. */
static void provide(struct native *native)
{
    if (native->leftover.fibers_wanted <= mz_fiber_count) {
        stop_resting(native);
        return;
    }
    add_fibers(native->leftover.fibers_wanted);
    set_detector(native);
}

/* The first execution of the search, which nothing precedes; or all of them. */
static void set_audit(struct native *native,
                      const struct mz_execution *execution)
{
    uint32_t audit = mz_rt.region->settings.audit;
    bool is_first = !native->has_run && !execution->length;

    native->audits = !mz_rt.tracing && (audit == MZ_AUDIT_ALL ||
                                        (audit == MZ_AUDIT_FIRST && is_first));
    native->has_run = true;
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser,
                           struct mz_execution *execution)
{
    struct native *native = (struct native *)program;
    enum mz_outcome outcome;

    set_detector(native);
    set_audit(native, execution);
    /* What a traced run writes down, or shows, must not be told twice. */
    if (mz_rt.tracing && mz_rt.armed)
        stop_resting(native);
    outcome = native->run(native, chooser, execution);
    /* What was chosen so far is in the execution, and is replayed; but for what
     * may have been chosen last and is no event yet, as an atomic block. */
    while (MZ_UNLIKELY(native->leftover.again)) {
        const struct leftover *left = &native->leftover;
        bool is_under_way = left->chosen_at == execution->length + 1;

        provide(native);
        mz_turn_settle(left->chosen, is_under_way ? left->chosen_at : 0);
        outcome = native->run(native, chooser, execution);
        mz_turn_settle(MZ_NO_THREAD, 0); /* who has run may have been a child */
    }
    return outcome;
}

struct mz_program *mz_native_create(struct mz_arena *arena,
                                    enum mz_isolation isolation)
{
    struct native *native = mz_arena_take(arena, sizeof *native);

    native->program.run = run;
    native->checks_races = native->rests = mz_rt.armed;
    if (mz_rt.weak) /* no execution can be begun anew in its midst */
        native->rests = false;
    native->run =
        isolation == MZ_ISOLATION_PROCESS ? run_in_process : run_in_fork;
    return &native->program;
}

void mz_native_check_races(struct mz_program *program, bool on)
{
    ((struct native *)program)->checks_races = on;
}
