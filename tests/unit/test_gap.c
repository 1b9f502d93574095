/* SPDX-License-Identifier: Apache-2.0 */
/* Gaps: each kind has a name and a sentence, into which its parameters go; what
 * others have written over is told as none, or in a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "region/gap.h"

static const char *sentence_of(const struct mz_gap *gap)
{
    static char text[MZ_GAP_SENTENCE];

    mz_gap_sentence(gap, text);
    return text;
}

static void each_kind_has_a_name_and_a_sentence(void **state)
{
    (void)state;
    for (uint32_t kind = 1; kind < MZ_GAP_KINDS; kind++) {
        const struct mz_gap gap = {
            .kind = kind, .numbers = {7, -8}, .text = "words"};
        const char *text = sentence_of(&gap);

        assert_true(mz_gap_names[kind][0]);
        if (!*text || strpbrk(text, "{}") || strstr(text, "  "))
            fail_msg("%s: %s", mz_gap_names[kind], text);
    }
}

static void parameters_are_put_in(void **state)
{
    struct mz_gap gap = {
        .kind = MZ_GAP_SOCKET_OPTION, .numbers = {1, -2}, .text = "f"};

    (void)state;
    assert_string_equal(sentence_of(&gap), "f with level 1, option -2");
    strcpy(gap.child, "system");
    assert_string_equal(sentence_of(&gap),
                        "system: what a child process does: f with level 1, "
                        "option -2");
    gap = (struct mz_gap){.kind = MZ_GAP_AWAIT_SIZE, .numbers = {16}};
    assert_string_equal(sentence_of(&gap),
                        "mz_await on a variable of 16 bytes");
    gap.numbers[0] = 1;
    assert_string_equal(sentence_of(&gap), "mz_await on a variable of 1 byte");
}

/* Braces in a text are the program's. */
static void a_text_is_no_sentence(void **state)
{
    const struct mz_gap gap = {.kind = MZ_GAP_CALL, .text = "{0}%s{text}"};

    (void)state;
    assert_string_equal(sentence_of(&gap), "{0}%s{text}");
}

static void what_was_written_over_is_told(void **state)
{
    struct mz_gap gap;

    (void)state;
    memset(&gap, 'x', sizeof gap);
    mz_gap_clean(&gap);
    assert_int_equal(gap.kind, MZ_GAP_NONE);
    gap.kind = MZ_GAP_KINDS;
    mz_gap_clean(&gap);
    assert_int_equal(gap.kind, MZ_GAP_NONE);
    for (uint32_t kind = 0; kind < MZ_GAP_KINDS; kind++) {
        size_t length;

        gap.kind = kind;
        mz_gap_clean(&gap);
        assert_int_equal(gap.kind, kind);
        length = strlen(sentence_of(&gap));
        assert_true(length < MZ_GAP_SENTENCE - 1); /* nothing is cut off */
        assert_memory_equal(sentence_of(&gap), "xxx", 3);
    }
}

static void none_is_told_as_none(void **state)
{
    const struct mz_gap gap = {.kind = MZ_GAP_NONE};

    (void)state;
    assert_string_equal(sentence_of(&gap), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_a_name_and_a_sentence),
        cmocka_unit_test(parameters_are_put_in),
        cmocka_unit_test(a_text_is_no_sentence),
        cmocka_unit_test(what_was_written_over_is_told),
        cmocka_unit_test(none_is_told_as_none),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
