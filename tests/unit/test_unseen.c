/* SPDX-License-Identifier: Apache-2.0 */
/* The list of what was not seen: each thing once, and none without a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "region/unseen.h"

static struct mz_unseen_list list, other;

static int clear(void **state)
{
    (void)state;
    memset(&list, 0, sizeof list);
    memset(&other, 0, sizeof other);
    return 0;
}

static struct mz_unseen item(enum mz_unseen_kind kind, const char *name,
                             uint64_t pc)
{
    struct mz_unseen made = {.kind = kind, .pc = pc};

    snprintf(made.name, sizeof made.name, "%s", name);
    return made;
}

static void note(struct mz_unseen_list *to, enum mz_unseen_kind kind,
                 const char *name, uint64_t pc)
{
    struct mz_unseen made = item(kind, name, pc);

    mz_unseen_note(to, &made);
}

static void nothing_is_unseen_at_first(void **state)
{
    (void)state;
    assert_false(mz_unseen_any(&list));
}

static void each_thing_is_listed_once(void **state)
{
    (void)state;
    note(&list, MZ_UNSEEN_MODULE, "libfoo.so.1", 0);
    note(&list, MZ_UNSEEN_MODULE, "libfoo.so.1", 0);
    note(&list, MZ_UNSEEN_MODULE, "libfoo.so.12", 0);
    note(&list, MZ_UNSEEN_UNIT, "libfoo.so.1", 0);
    note(&list, MZ_UNSEEN_ACCESS, "", 0x1000);
    note(&list, MZ_UNSEEN_ACCESS, "", 0x1004);
    assert_int_equal(list.count, 5);
    assert_int_equal(list.left_out, 0);
    assert_true(mz_unseen_any(&list));
}

static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    for (uint64_t pc = 1; pc <= MZ_MAX_UNSEEN + 3; pc++)
        note(&list, MZ_UNSEEN_ACCESS, "", pc);
    assert_int_equal(list.count, MZ_MAX_UNSEEN);
    assert_int_equal(list.left_out, 3);
}

static void what_workers_noted_is_put_together(void **state)
{
    (void)state;
    note(&list, MZ_UNSEEN_UNIT, "a.o", 0);
    note(&other, MZ_UNSEEN_UNIT, "a.o", 0);
    note(&other, MZ_UNSEEN_UNIT, "b.o", 0);
    other.left_out = 2;
    mz_unseen_add(&list, &other);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[1].name, "b.o");
    assert_int_equal(list.left_out, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_is_unseen_at_first, clear),
        cmocka_unit_test_setup(each_thing_is_listed_once, clear),
        cmocka_unit_test_setup(what_does_not_fit_is_counted, clear),
        cmocka_unit_test_setup(what_workers_noted_is_put_together, clear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
