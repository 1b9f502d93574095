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

static pid_t forgotten;          /* by the janitor */
static pid_t killed;             /* a group; a process: less than 0 */
static pid_t misplaced;          /* last */
static unsigned left_in_the_way; /* of so many processes something is */

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

bool mz_placing_serve(struct mz_placing *placing, pid_t child, bool may_fail)
{
    (void)placing;
    if (!may_fail || !left_in_the_way)
        return true;
    left_in_the_way--;
    misplaced = child;
    return false;
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

/* Where that is of all of them the last one does. */
static void others_are_begun_where_something_is_in_the_way(void **state)
{
    struct rusage usage;
    pid_t child;
    int status;

    (void)state;
    for (unsigned count = 2; count < 100; count += 97) {
        forgotten = killed = 0;
        left_in_the_way = count;
        child = mz_process_start(&plan);
        assert_true(child > 0 && misplaced > 0 && child != misplaced);
        assert_int_equal(killed, -misplaced);
        assert_int_equal(forgotten, misplaced);
        await_end(child, WNOWAIT);
        assert_true(mz_process_reap(&plan, child, &status, &usage));
        assert_int_equal(forgotten, child);
    }
    assert_true(left_in_the_way > 0);
    left_in_the_way = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_group_is_killed),
        cmocka_unit_test(someone_else_has_waited),
        cmocka_unit_test(others_are_begun_where_something_is_in_the_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
