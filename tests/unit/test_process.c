/* SPDX-License-Identifier: Apache-2.0 */
/* Ends of processes that a command has started: src/cli/process.c, with a
 * janitor who only notes what is said to him. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/janitor.h"
#include "cli/placing.h"
#include "cli/process.h"

static pid_t forgotten; /* by the janitor */
static pid_t killed;    /* a group */

void mz_janitor_watch(struct mz_janitor *janitor, pid_t group)
{
    (void)janitor, (void)group;
}

void mz_janitor_forget(struct mz_janitor *janitor, pid_t group)
{
    (void)janitor;
    forgotten = group;
}

void mz_placing_prepare(struct mz_placing *placing)
{
    (void)placing;
}

void mz_placing_ask(const struct mz_placing *placing)
{
    (void)placing;
}

void mz_placing_serve(struct mz_placing *placing, pid_t child)
{
    (void)placing, (void)child;
}

/* In place of libc's. */
int kill(pid_t whom, int number)
{
    assert_int_equal(number, SIGKILL);
    killed = -whom;
    return 0;
}

static struct mz_process_plan plan = {.argv = (char *[]){"true", NULL}};

static pid_t started(void)
{
    pid_t child = mz_process_start(&plan);

    assert_true(child > 0);
    forgotten = killed = 0;
    return child;
}

static void await_end(pid_t child, int options)
{
    siginfo_t info;

    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | options), 0);
}

static void its_group_is_killed(void **state)
{
    pid_t child = started();
    struct rusage usage;
    int status = -1;

    (void)state;
    await_end(child, WNOWAIT);
    assert_true(mz_process_reap(&plan, child, &status, &usage));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(killed, child);
    assert_int_equal(forgotten, child);
}

/* Its number may be another's by now, who is not to be killed. */
static void someone_else_has_waited(void **state)
{
    pid_t child = started();
    struct rusage usage;
    int status = -1;

    (void)state;
    await_end(child, 0);
    assert_true(mz_process_reap(&plan, child, &status, &usage));
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_equal(usage.ru_maxrss, 0);
    assert_int_equal(killed, 0);
    assert_int_equal(forgotten, child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_group_is_killed),
        cmocka_unit_test(someone_else_has_waited),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
