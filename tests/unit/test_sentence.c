/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: each fault has a sentence; which two are alike, or the same. And what
 * helps against what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "mazurka.h"
#include "report/refusal.h"
#include "report/sentence.h"
#include "report/unseen.h"

static struct mz_finding finding_of(enum mz_fault fault)
{
    return (struct mz_finding){
        .kind = mz_fault_kinds[fault],
        .fault = fault,
        .action = MZ_ACTION_MUTEX_LOCK,
        .signal = 11,
        .numbers = {7, 1, 2, 1, 3},
        .text = "words",
        .blocked_count = 1,
        .blocked = {{.kind = MZ_SEM_WAIT}},
    };
}

static const char *sentence_of(const struct mz_finding *finding)
{
    static char text[MZ_SENTENCE];

    mz_sentence(finding, "x", text);
    return text;
}

static void each_fault_has_a_sentence(void **state)
{
    (void)state;
    for (unsigned fault = 0; fault < MZ_FAULT_COUNT; fault++) {
        struct mz_finding finding = finding_of(fault);
        const char *text = sentence_of(&finding);

        assert_true(*text);
        if (strpbrk(text, "{}") || strstr(text, "  "))
            fail_msg("fault %u: %s", fault, text);
    }
}

/* It is how the sentence begins, and never a part of a word. */
static void each_sentence_has_a_gist(void **state)
{
    (void)state;
    for (unsigned fault = 0; fault < MZ_FAULT_COUNT; fault++) {
        struct mz_finding finding = finding_of(fault);
        char text[MZ_SENTENCE], gist[MZ_SENTENCE];
        size_t length;

        mz_sentence(&finding, NULL, text);
        mz_sentence_gist(&finding, gist);
        length = strlen(gist);
        assert_true(length);
        assert_memory_equal(gist, text, length);
        assert_true(!text[length] || strchr(":, ", text[length]));
        if (strpbrk(gist, "|{,") || strstr(gist, ": ") || strchr(text, '|'))
            fail_msg("fault %u: %s", fault, gist);
    }
}

static void what_progress_lacks_is_a_number(void **state)
{
    struct mz_finding finding = finding_of(MZ_FAULT_RUNS_ALONE);

    (void)state;
    finding.numbers[1] = MZ_LOCK_FREE;
    assert_string_equal(sentence_of(&finding),
                        "not lock-free: a call does not return in 7 "
                        "operations when the other threads stop");
    finding.numbers[1] = MZ_OBSTRUCTION_FREE;
    assert_memory_equal(sentence_of(&finding), "not obstruction-free:", 21);
}

static void operands_are_filled_in(void **state)
{
    struct mz_finding finding = finding_of(MZ_FAULT_HEAP_OVERFLOW);

    (void)state;
    finding.action = MZ_ACTION_WRITE;
    assert_string_equal(sentence_of(&finding),
                        "heap-buffer-overflow: write of 7 bytes, 1 byte after "
                        "a freed block of 2 bytes: x");
    finding = finding_of(MZ_FAULT_LOCAL_OVERFLOW);
    finding.action = MZ_ACTION_WRITE;
    *finding.text = 0;
    assert_string_equal(sentence_of(&finding),
                        "stack-buffer-overflow: write of 7 bytes, 1 byte after "
                        "an array of variable length, which has 2 bytes: x");
    finding.fault = MZ_FAULT_GLOBAL_OVERFLOW;
    assert_string_equal(sentence_of(&finding),
                        "global-buffer-overflow: write of 7 bytes, 1 byte "
                        "after a string, which has 2 bytes: x");
    finding = finding_of(MZ_FAULT_DEADLOCK);
    assert_string_equal(sentence_of(&finding),
                        "deadlock: 1 thread waits for a semaphore");
    finding = finding_of(MZ_FAULT_RACE);
    finding.access_size = finding.other_size = 4;
    finding.other_is_atomic = finding.other_is_write = 1;
    assert_string_equal(sentence_of(&finding),
                        "data race on x: read of 4 bytes, unordered with an "
                        "atomic write of 4 bytes");
}

/* Operands are data of the finding, as the program has them. */
static void operations_without_meaning_are_told(void **state)
{
    static const struct mz_integer left = {5, 0, 32, 1},
                                   minus = {-3ull, UINT64_MAX, 32, 1},
                                   most = {UINT64_MAX, 0, 64, 0},
                                   wide = {2, 1, 128, 0}, none = {0};
    static const struct {
        enum mz_fault fault;
        uint64_t which;
        struct mz_integer left, right;
        const char *text;
    } all[] = {
        {MZ_FAULT_OVERFLOW, MZ_PLUS, left, minus,
         "integer overflow: 5 + -3 in 'T'"},
        {MZ_FAULT_OVERFLOW, MZ_OVER, most, wide,
         "integer overflow: 18446744073709551615 / 0x1'2 in 'T'"},
        {MZ_FAULT_OVERFLOW, MZ_NEGATED, minus, none,
         "integer overflow: -(-3) in 'T'"},
        {MZ_FAULT_ZERO_DIVISOR, 0, none, none,
         "division by zero: a value / 0 in 'T'"},
        {MZ_FAULT_SHIFT, 0, left, minus,
         "shift out of range: 5 by -3 bits in 'T'"},
        {MZ_FAULT_SHIFT_OVERFLOW, 0, left, left,
         "integer overflow: 5 << 5 in 'T'"},
        {MZ_FAULT_INDEX, 0, left, none, "index out of bounds: 5 of 'T'"},
        {MZ_FAULT_ARRAY_LENGTH, 0, minus, none, "array of -3 elements"},
        {MZ_FAULT_INVALID_VALUE, 0, left, none,
         "load of what is no value of its type: 5 in 'T'"},
        {MZ_FAULT_CONVERSION, 0, left, none,
         "conversion that changes the value: 5 of 'T' to 'U'"},
        {MZ_FAULT_NULL_USED, MZ_POINTER_LOAD, none, none,
         "null pointer: load of 'T'"},
        {MZ_FAULT_NO_ROOM, 999, none, none,
         "object too small: access to 'T' at 0x1"},
        {MZ_FAULT_MISALIGNED, MZ_POINTER_STORE, none, none,
         "misaligned pointer: store to 'T' at 0x1, which needs an alignment "
         "of 2 bytes"},
    };

    (void)state;
    for (size_t i = 0; i < MZ_COUNT(all); i++) {
        struct mz_finding finding = finding_of(all[i].fault), other;

        finding.numbers[0] = all[i].which;
        finding.integers[0] = all[i].left;
        finding.integers[1] = all[i].right;
        strcpy(finding.text, "'T'");
        strcpy(finding.found, "'U'");
        assert_string_equal(sentence_of(&finding), all[i].text);
        other = finding;
        other.integers[0].high++;
        assert_false(mz_finding_is_alike(&finding, &other));
        assert_true(mz_finding_is_same(&finding, &other));
    }
}

/* Each tells its detail, if it has one, and no two say the same. */
static void each_reason_has_words(void **state)
{
    char all[MZ_UNSEEN_REASON_COUNT][MZ_UNSEEN_WHY];

    (void)state;
    for (unsigned i = 0; i < MZ_UNSEEN_REASON_COUNT; i++) {
        struct mz_unseen item = {.reason = i, .detail = "x"};

        mz_unseen_why(&item, all[i]);
        assert_true(*all[i]);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(all[i], all[k]);
    }
    assert_string_equal(all[MZ_UNSEEN_LINKED_INTO],
                        "linked into x; not instrumented");
    mz_unseen_why(&(struct mz_unseen){.reason = MZ_UNSEEN_LINKED_INTO}, all[0]);
    assert_string_equal(all[0], "linked into the program; not instrumented");
}

/* Longer than what any program says: it is cut, not more. */
static void long_words_are_cut(void **state)
{
    struct mz_finding finding = finding_of(MZ_FAULT_ASSERT);
    char object[2 * MZ_SENTENCE], text[MZ_SENTENCE];

    (void)state;
    memset(finding.text, 'a', sizeof finding.text - 1);
    assert_int_equal(strlen(sentence_of(&finding)), MZ_MAX_MESSAGE - 1);
    memset(object, 'a', sizeof object);
    object[sizeof object - 1] = 0;
    finding.fault = MZ_FAULT_RACE;
    mz_sentence(&finding, object, text);
    assert_int_equal(strlen(text), MZ_SENTENCE - 1);
}

static void the_same_words_may_be_two_errors(void **state)
{
    struct mz_finding a = finding_of(MZ_FAULT_DEADLOCK), b = a;

    (void)state;
    assert_true(mz_finding_is_same(&a, &b));
    b.execution++;
    b.blocked[0].value++;
    assert_true(mz_finding_is_same(&a, &b));
    b.blocked[0].address = 8;
    assert_true(mz_finding_is_alike(&a, &b));
    assert_false(mz_finding_is_same(&a, &b));
    b = a;
    b.pc = 8;
    assert_true(mz_finding_is_alike(&a, &b));
    assert_false(mz_finding_is_same(&a, &b));
    b = a;
    b.numbers[4]++;
    assert_false(mz_finding_is_alike(&a, &b));
}

/* What is behind the end of a text has no meaning. */
static void a_cleared_one_is_like_a_new_one(void **state)
{
    struct mz_finding fresh = {.thread = MZ_NOBODY};
    struct mz_finding used = finding_of(MZ_FAULT_ASSERT);

    (void)state;
    memset(used.file, 'f', sizeof used.file - 1);
    mz_finding_clear(&used);
    assert_true(mz_finding_is_same(&fresh, &used));
    strcpy(used.text, "b");
    strcpy(fresh.text, "b");
    assert_true(mz_finding_is_same(&fresh, &used));
}

static struct mz_region refused;

static void refuse(enum mz_gap_kind kind, const char *name, const char *child)
{
    refused.gap = (struct mz_gap){.kind = kind};
    strcpy(refused.gap.text, name);
    strcpy(refused.gap.child, child);
}

/* Whatever the sentence has in it, or the name of a file. */
static void what_helps_goes_by_kind_or_call(void **state)
{
    (void)state;
    refuse(MZ_GAP_CALL, "sem_open", "");
    assert_string_equal(mz_refusal_what(&refused), "a semaphore with a name");
    assert_string_equal(mz_refusal_instead(&refused), "use sem_init");
    refuse(MZ_GAP_BESIDE_THREADS, "alarm", "");
    assert_string_equal(mz_refusal_instead(&refused),
                        "give it a handler, or leave it out");
    refuse(MZ_GAP_LIBRARY_ORDER, "libfork.so", "");
    assert_string_equal(mz_refusal_instead(&refused),
                        "open libraries with RTLD_LOCAL");
    refuse(MZ_GAP_AFTER_CHANGES, "fork", "");
    assert_string_equal(mz_refusal_what(&refused),
                        "it would not see the changes");
    refuse(MZ_GAP_FILE_MAPPED, "/tmp/fork", "");
    assert_null(mz_refusal_what(&refused));
    assert_null(mz_refusal_instead(&refused));
    refuse(MZ_GAP_FORK_HANDLERS, "", "");
    assert_null(mz_refusal_what(&refused));
}

static void a_child_is_another_process(void **state)
{
    (void)state;
    refuse(MZ_GAP_CALL, "sem_open", "system");
    assert_string_equal(mz_refusal_what(&refused), "nobody would undo it");
    refuse(MZ_GAP_CALL, "sem_open", "fork");
    assert_string_equal(mz_refusal_what(&refused), "another process");
}

/* "semaphores" is not what it has to be recognised by. */
static void what_an_algorithm_refuses_has_no_kind(void **state)
{
    (void)state;
    refuse(MZ_GAP_NONE, "", "");
    strcpy(refused.message, "semaphores, with --algorithm=trust");
    assert_null(mz_refusal_kind(&refused));
    assert_null(mz_refusal_what(&refused));
    assert_string_equal(mz_refusal_message(&refused), refused.message);
    refused.message[0] = 0;
    refuse(MZ_GAP_FUTEX_WAKES, "", "");
    assert_string_equal(mz_refusal_kind(&refused), "futex-wakes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_a_sentence),
        cmocka_unit_test(each_sentence_has_a_gist),
        cmocka_unit_test(what_progress_lacks_is_a_number),
        cmocka_unit_test(operands_are_filled_in),
        cmocka_unit_test(operations_without_meaning_are_told),
        cmocka_unit_test(each_reason_has_words),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(the_same_words_may_be_two_errors),
        cmocka_unit_test(a_cleared_one_is_like_a_new_one),
        cmocka_unit_test(what_helps_goes_by_kind_or_call),
        cmocka_unit_test(a_child_is_another_process),
        cmocka_unit_test(what_an_algorithm_refuses_has_no_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
