/* SPDX-License-Identifier: Apache-2.0 */
/* Seals: each byte counts, and where it is; in pieces and at once it is the
 * same. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/seal.h"

enum { MOST = 100, WORDS = 40 };

static void test_each_byte_counts(void **state)
{
    char bytes[MOST + 1] = {0};

    (void)state;
    for (size_t size = 0; size <= MOST; size++) {
        uint64_t seal = mz_seal_of(bytes, size);

        assert_true(seal != mz_seal_of(bytes, size + 1));
        for (size_t i = 0; i < size; i++)
            for (unsigned bit = 1; bit < 256; bit *= 2) {
                bytes[i] ^= (char)bit;
                assert_true(mz_seal_of(bytes, size) != seal);
                bytes[i] ^= (char)bit;
            }
        bytes[size] = 1; /* behind it */
        assert_int_equal(mz_seal_of(bytes, size), seal);
        bytes[size] = 0;
    }
}

static void test_each_place_counts(void **state)
{
    uint64_t words[WORDS], seal;

    (void)state;
    for (uint64_t i = 0; i < WORDS; i++)
        words[i] = i;
    seal = mz_seal_of(words, sizeof words);
    for (size_t i = 0; i < WORDS; i++)
        for (size_t k = 0; k < i; k++) {
            words[i] = k;
            words[k] = i;
            assert_true(mz_seal_of(words, sizeof words) != seal);
            words[i] = i;
            words[k] = k;
        }
}

static void test_pieces_are_the_whole(void **state)
{
    uint64_t words[WORDS];
    struct mz_seal seal;
    uint64_t all;

    (void)state;
    for (uint64_t i = 0; i < WORDS; i++)
        words[i] = i * i;
    mz_seal_begin(&seal);
    mz_seal_add(&seal, words, WORDS);
    all = mz_seal_end(&seal);
    for (size_t first = 0; first <= WORDS; first++)
        for (size_t second = first; second <= WORDS; second++) {
            mz_seal_begin(&seal);
            mz_seal_add(&seal, words, first);
            mz_seal_add(&seal, words + first, second - first);
            mz_seal_add(&seal, words + second, WORDS - second);
            assert_int_equal(mz_seal_end(&seal), all);
        }
    /* What was written down before is read again. */
    assert_int_equal(mz_seal_of("Mazurka, of a kept search", 25),
                     0xbca947cd68ae4a2du);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_byte_counts),
        cmocka_unit_test(test_each_place_counts),
        cmocka_unit_test(test_pieces_are_the_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
