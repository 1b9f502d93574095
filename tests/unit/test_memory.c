/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory and string functions of the runtime against the obvious loops, at
 * every alignment and beside a page that must not be touched; and what they
 * tell of their accesses. MAZURKA_TIMING=1 prints how long things take.
 */
#include "report/sentence.h"
#include "runtime/heap.h"
#include "runtime/unwritten.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include <cmocka.h>

/* By their assembler names: the compiler must not know them. */
#define THE(type, name, ...) type the_##name(__VA_ARGS__) __asm__(#name)

THE(void *, memcpy, void *, const void *, size_t);
THE(void *, memmove, void *, const void *, size_t);
THE(void *, mempcpy, void *, const void *, size_t);
THE(void, bcopy, const void *, void *, size_t);
THE(void *, memset, void *, int, size_t);
THE(void, bzero, void *, size_t);
THE(int, memcmp, const void *, const void *, size_t);
THE(int, bcmp, const void *, const void *, size_t);
THE(void *, memchr, const void *, int, size_t);
THE(size_t, strlen, const char *);
THE(size_t, strnlen, const char *, size_t);
THE(int, strcmp, const char *, const char *);
THE(int, strncmp, const char *, const char *, size_t);
THE(char *, strchr, const char *, int);
THE(char *, strrchr, const char *, int);
THE(char *, strcpy, char *, const char *);
THE(char *, stpcpy, char *, const char *);
THE(char *, strncpy, char *, const char *, size_t);
THE(char *, stpncpy, char *, const char *, size_t);
THE(char *, strcat, char *, const char *);
THE(char *, strncat, char *, const char *, size_t);
THE(char *, strdup, const char *);
THE(char *, strndup, const char *, size_t);
THE(void *, __memcpy_chk, void *, const void *, size_t, size_t);
THE(void *, __memset_chk, void *, int, size_t, size_t);
THE(char *, __strcpy_chk, char *, const char *, size_t);
THE(char *, __strcat_chk, char *, const char *, size_t);
THE(char *, __strncat_chk, char *, const char *, size_t, size_t);
THE(void *, __tsan_memcpy, void *, const void *, size_t);

enum { PAGE = 4096, ROOM = 700 };

/* ---- stand-ins --------------------------------------------------------------- */

struct mz_runtime mz_rt;
bool mz_forked;

void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size,
                       uint64_t pc)
{
    (void)to, (void)from, (void)size, (void)pc;
}
enum mz_heap_server mz_heap_server = MZ_HEAP_OURS;

bool mz_heap_decide(void)
{
    return true;
}

void *mz_heap_allocate(size_t size, size_t alignment, uint64_t pc)
{
    (void)alignment, (void)pc;
    return malloc(size);
}

static jmp_buf on_failure;
static char failure[MZ_SENTENCE];

void mz_fail(const struct mz_failure *f)
{
    struct mz_finding finding = {.fault = f->fault};

    mz_rt.active = false;
    memcpy(finding.numbers, f->numbers, sizeof finding.numbers);
    snprintf(finding.text, sizeof finding.text, "%s", f->text);
    mz_sentence(&finding, NULL, failure);
    longjmp(on_failure, 1);
}

/* What has been told: one letter for each access, and the last ranges. */
static char told[10000];
static unsigned told_count;
static const char *told_at[10000];
static size_t told_size[10000];

/* Another thread: when access number `meddle_when` is told, it writes. */
static unsigned meddle_when;
static char *meddle_at, meddle_with;

static void tell(char kind, const void *at, size_t size)
{
    assert_true(told_count < MZ_COUNT(told));
    if (mz_rt.interleaving)
        assert_in_range(size, 1, 8);
    told[told_count] = kind;
    told_at[told_count] = at;
    told_size[told_count] = size;
    if (meddle_at && told_count == meddle_when)
        *meddle_at = meddle_with;
    told_count++;
}

void mz_plain_read(const void *at, size_t size, void *pc)
{
    (void)pc;
    if (size)
        tell('r', at, size);
}

void mz_plain_read_to_move(const void *at, size_t size, void *pc)
{
    mz_plain_read(at, size, pc);
}

void mz_plain_write(void *at, size_t size, void *pc)
{
    (void)pc;
    if (size)
        tell('w', at, size);
}

/* ---- the obvious loops --------------------------------------------------------- */

static void slow_move(char *to, const char *from, size_t size)
{
    volatile char *t = to;
    const volatile char *f = from;

    if (t <= f)
        for (size_t i = 0; i < size; i++)
            t[i] = f[i];
    else
        while (size--)
            t[size] = f[size];
}

static void slow_fill(char *to, int byte, size_t size)
{
    for (volatile char *t = to; size--;)
        *t++ = byte;
}

static size_t slow_length(const char *text, size_t size)
{
    size_t i = 0;

    for (const volatile char *t = text; i < size && t[i]; i++)
        ;
    return i;
}

static int slow_compare(const char *a, const char *b, size_t size, bool text)
{
    const volatile unsigned char *x = (void *)a, *y = (void *)b;

    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i] || (text && !x[i]))
            return x[i] - y[i];
    return 0;
}

static bool same(const char *a, const char *b, size_t size)
{
    return !slow_compare(a, b, size, false);
}

/* ---- places ---------------------------------------------------------------------- */

/* Two pages each, and one that cannot be touched. */
static char *one, *two, *three;
#define END(place) ((place) + 2 * PAGE)

static char *new_place(void)
{
    char *place =
        mmap(NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(place != MAP_FAILED);
    assert_false(mprotect(place + PAGE, 2 * PAGE, PROT_READ | PROT_WRITE));
    return place + PAGE;
}

static uint32_t random_state = 1;

static unsigned random_below(unsigned bound)
{
    random_state = random_state * 1103515245 + 12345;
    return (random_state >> 8) % bound;
}

static void scribble(char *place)
{
    for (int i = 0; i < 2 * PAGE; i++)
        place[i] = 1 + random_below(255);
}

static int set_up(void **state)
{
    (void)state;
    one = new_place();
    two = new_place();
    three = new_place();
    return 0;
}

static int start(void **state)
{
    (void)state;
    mz_rt = (struct mz_runtime){0};
    told_count = 0;
    meddle_at = NULL;
    scribble(one);
    scribble(two);
    return 0;
}

/* As a program that is checked, plain accesses visible or not. */
enum mode { ASIDE, CHECKED, VISIBLE, MODES };

static void enter(enum mode mode)
{
    told_count = 0;
    mz_rt.active = mode != ASIDE;
    mz_rt.interleaving = mode == VISIBLE;
}

static void leave(void)
{
    mz_rt.active = mz_rt.interleaving = false;
}

/* ---- results ----------------------------------------------------------------------- */

static void check_move(char *to, const char *from, size_t size, enum mode mode)
{
    char *t;

    /* `three` is what `one` shall become. */
    slow_move(three, one, 2 * PAGE);
    if (from >= one && from <= END(one))
        slow_move(three + (to - one), three + (from - one), size);
    else
        slow_move(three + (to - one), from, size);
    enter(mode);
    switch (size % 5) {
    case 0:
        t = the_memmove(to, from, size);
        break;
    case 1:
        t = the_memcpy(to, from, size);
        break;
    case 2:
        t = (char *)the_mempcpy(to, from, size) - size;
        break;
    case 3:
        t = the___tsan_memcpy(to, from, size);
        break;
    default:
        the_bcopy(from, to, size);
        t = to;
        break;
    }
    leave();
    assert_ptr_equal(t, to);
    assert_true(same(one, three, 2 * PAGE));
}

static void moving_is_right(void **state)
{
    (void)state;
    for (size_t size = 0; size < 300; size++)
        for (int i = 0; i < 20; i++) {
            check_move(END(one) - size - i % 3, two + random_below(64), size,
                       ASIDE);
            check_move(one + random_below(64), END(two) - size, size, ASIDE);
            /* Overlapping, both ways. */
            check_move(one + 400 + random_below(200),
                       one + 400 + random_below(200), size, ASIDE);
        }
    for (int i = 0; i < 2000; i++)
        check_move(one + random_below(PAGE), one + random_below(PAGE),
                   random_below(PAGE), ASIDE);
    for (int i = 0; i < 3000; i++)
        check_move(one + random_below(300), one + random_below(300),
                   random_below(300), CHECKED + i % 2);
}

static void filling_is_right(void **state)
{
    (void)state;
    for (size_t size = 0; size < ROOM; size++)
        for (int i = 0; i < 3 * 16; i++) {
            char *to = i % 2 ? END(one) - size : one + random_below(32);
            int byte = random_below(256);

            slow_move(three, one, 2 * PAGE);
            slow_fill(three + (to - one), byte, size);
            enter(i % MODES);
            assert_ptr_equal(the_memset(to, byte, size), to);
            leave();
            assert_true(same(one, three, 2 * PAGE));
        }
    the_bzero(one, PAGE);
    assert_int_equal(slow_length(one, PAGE), 0);
    assert_true(same(one, one + 1, PAGE - 1));
}

static void comparing_is_right(void **state)
{
    (void)state;
    for (int i = 0; i < 100000; i++) {
        size_t size = random_below(i % 10 ? 40 : ROOM);
        char *a = END(one) - size - random_below(20);
        char *b = END(two) - size - random_below(20);
        size_t limit = random_below(2 * size + 1);

        slow_move(b, a, size);
        if (size && i % 4)
            a[random_below(size)] = random_below(256);
        if (size && i % 3)
            a[size - 1] = b[size - 1] = 0;
        enter(i % MODES);
        int order = the_memcmp(a, b, size), differ = the_bcmp(a, b, size);
        int bounded = the_strncmp(a, b, limit < size ? limit : size);
        leave();
        assert_int_equal(order, slow_compare(a, b, size, false));
        assert_int_equal(mz_compare(a, b, size), order);
        assert_int_equal(!differ, !order);
        assert_int_equal(bounded,
                         slow_compare(a, b, limit < size ? limit : size, true));
        if (!size || i % 3 == 0)
            continue;
        enter(i % MODES);
        int text = the_strcmp(a, b), far = the_strncmp(a, b, SIZE_MAX);
        leave();
        assert_int_equal(text, slow_compare(a, b, size, true));
        assert_int_equal(far, text);
    }
}

static void searching_is_right(void **state)
{
    (void)state;
    for (int i = 0; i < 100000; i++) {
        size_t size = 1 + random_below(i % 10 ? 40 : ROOM), first, last;
        char *text = END(one) - size - (i % 2 ? 0 : random_below(20));
        int byte = random_below(4) ? text[random_below(size)] : 1;
        size_t limit = random_below(2 * size);

        text[size - 1] = 0;
        if (i % 8 == 0)
            text[random_below(size)] = 0;
        size_t length = slow_length(text, SIZE_MAX);

        for (first = 0; first < size && text[first] != (char)byte; first++)
            ;
        for (last = length; last != SIZE_MAX && text[last] != (char)byte;
             last--)
            ;
        enter(i % MODES);
        size_t found = the_strlen(text), bounded = the_strnlen(text, limit);
        char *any = the_memchr(text, byte, size);
        char *in_text = the_strchr(text, byte);
        char *last_in_text = the_strrchr(text, byte);
        leave();
        assert_int_equal(found, length);
        assert_int_equal(bounded, length < limit ? length : limit);
        assert_ptr_equal(any, first < size ? text + first : NULL);
        assert_ptr_equal(in_text, first <= length ? text + first : NULL);
        assert_ptr_equal(last_in_text, last != SIZE_MAX ? text + last : NULL);
        slow_fill(text, 'x', size);
    }
    assert_null(the_memchr(NULL, 0, 0));
    assert_int_equal(the_strnlen(NULL, 0), 0);
    assert_int_equal(the_memcmp(NULL, NULL, 0), 0);
}

static void copying_text_is_right(void **state)
{
    (void)state;
    for (int i = 0; i < 30000; i++) {
        size_t length = random_below(60), before = random_below(20);
        size_t limit = random_below(80);
        size_t part = length < limit ? length : limit;
        char *from = END(two) - length - 1;
        char *to = END(one) - before - 160 - random_below(16), *end, *copy;

        scribble(one);
        from[length] = 0;
        slow_move(three, one, 2 * PAGE);
        char *wanted = three + (to - one);

        enter(i % MODES);
        switch (i % 7) {
        case 0:
            slow_move(wanted, from, length + 1);
            assert_ptr_equal(the_strcpy(to, from), to);
            break;
        case 1:
            slow_move(wanted, from, length + 1);
            assert_ptr_equal(the_stpcpy(to, from), to + length);
            break;
        case 2:
        case 3:
            slow_fill(wanted, 0, limit);
            slow_move(wanted, from, part);
            end = i % 7 == 2 ? the_strncpy(to, from, limit) + part
                             : the_stpncpy(to, from, limit);
            assert_ptr_equal(end, to + part);
            break;
        case 4:
            to[before] = wanted[before] = 0;
            slow_move(wanted + before, from, length + 1);
            assert_ptr_equal(the_strcat(to, from), to);
            break;
        case 5:
            to[before] = wanted[before] = 0;
            slow_move(wanted + before, from, part);
            wanted[before + part] = 0;
            assert_ptr_equal(the_strncat(to, from, limit), to);
            break;
        default:
            copy = i % 2 ? the_strdup(from) : the_strndup(from, limit);
            leave();
            assert_int_equal(the_strlen(copy), i % 2 ? length : part);
            assert_true(same(copy, from, i % 2 ? length : part));
            free(copy);
        }
        leave();
        assert_true(same(one, three, 2 * PAGE));
        from[length] = 1;
    }
}

/* ---- what is told --------------------------------------------------------------------- */

static void expect_told(const char *kinds)
{
    leave();
    assert_int_equal(told_count, slow_length(kinds, SIZE_MAX));
    assert_true(same(told, kinds, told_count));
}

static void expect_range(unsigned i, const char *at, size_t size)
{
    assert_ptr_equal(told_at[i], at);
    assert_int_equal(told_size[i], size);
}

static void nothing_is_told_aside(void **state)
{
    (void)state;
    the_memcpy(one, two, 100);
    the_memset(one, 0, 100);
    the_strlen(one);
    expect_told("");
}

static void the_ranges_are_told(void **state)
{
    (void)state;
    enter(CHECKED);
    the_memcpy(one, two, 100);
    expect_told("rw");
    expect_range(0, two, 100);
    expect_range(1, one, 100);
    enter(CHECKED);
    the_memset(one, 7, 1000);
    expect_told("w");
    expect_range(0, one, 1000);
    enter(CHECKED);
    the_memcmp(one, two, 50);
    expect_told("rr");
    expect_range(0, one, 50);
    expect_range(1, two, 50);

    slow_move(one, "hello, world", 13);
    slow_move(two, "hello, earth", 13);
    enter(CHECKED);
    the_strlen(one);
    expect_told("r");
    expect_range(0, one, 13);
    enter(CHECKED);
    the_strnlen(one, 12);
    the_strnlen(one, 13);
    expect_told("rr");
    expect_range(0, one, 12);
    expect_range(1, one, 13);
    enter(CHECKED);
    the_strcmp(one, two);
    the_strncmp(one, two, 5);
    expect_told("rrrr");
    expect_range(0, one, 8);
    expect_range(1, two, 8);
    expect_range(2, one, 5);
    enter(CHECKED);
    the_strchr(one, 'l');
    the_strchr(one, 'x');
    the_memchr(one, 'l', 100);
    the_memchr(one, 'l', 2);
    expect_told("rrrr");
    expect_range(0, one, 3);
    expect_range(1, one, 13);
    expect_range(2, one, 3);
    expect_range(3, one, 2);
    enter(CHECKED);
    the_strcpy(one, two);
    expect_told("rw");
    expect_range(0, two, 13);
    expect_range(1, one, 13);
    enter(CHECKED);
    the_strcat(one, two);
    expect_told("rrw");
    expect_range(0, one, 13);
    expect_range(1, two, 13);
    expect_range(2, one + 12, 13);
    enter(CHECKED);
    the_strncpy(one, two, 20);
    expect_told("rww");
    expect_range(0, two, 13);
    expect_range(1, one, 12);
    expect_range(2, one + 12, 8);
    enter(CHECKED);
    free(the_strdup(two));
    expect_told("rww");
    expect_range(0, two, 13);
    assert_int_equal(told_size[1], 12);
    assert_int_equal(told_size[2], 1);
    enter(CHECKED);
    the_memcpy(one, two, 0);
    the_memset(one, 0, 0);
    expect_told("");
}

/* What is told covers the range, byte for byte, once. */
static void pieces_cover_the_range(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        char *to = one + 100 + random_below(100);
        char *from =
            i % 2 ? two + random_below(20) : one + 100 + random_below(100);
        size_t size = random_below(60);
        uint8_t reads[2 * PAGE] = {0}, writes[2 * PAGE] = {0};
        const char *base = i % 2 ? two : one;

        enter(VISIBLE);
        the_memmove(to, from, size);
        leave();
        for (unsigned k = 0; k < told_count; k++) {
            bool reading = told[k] == 'r';
            uint8_t *count = reading ? reads + (told_at[k] - base)
                                     : writes + (told_at[k] - one);

            assert_int_equal(told[k], k % 2 ? 'w' : 'r');
            for (size_t b = 0; b < told_size[k]; b++)
                count[b]++;
            if (!reading) /* one object of 8 bytes */
                assert_true((uint64_t)told_at[k] / 8 ==
                            ((uint64_t)told_at[k] + told_size[k] - 1) / 8);
        }
        for (int b = 0; b < 2 * PAGE; b++) {
            assert_int_equal(reads[b],
                             b >= from - base && b < from - base + (long)size);
            assert_int_equal(writes[b],
                             b >= to - one && b < to - one + (long)size);
        }
    }
}

/* What another thread writes while an access waits is seen by that access. */
static void reads_count_from_when_they_are_told(void **state)
{
    (void)state;
    slow_fill(two, 'a', 24);
    meddle_at = two + 9, meddle_with = 'b', meddle_when = 2;
    enter(VISIBLE);
    the_memcpy(one, two, 24); /* r w r w r w: the second r reads it */
    expect_told("rwrwrw");
    assert_int_equal(one[9], 'b');

    slow_fill(two, 'a', 24);
    meddle_when = 3;
    enter(VISIBLE);
    the_memcpy(one, two, 24); /* too late */
    leave();
    assert_int_equal(one[9], 'a');
    assert_int_equal(two[9], 'b');

    /* A text that ends earlier, or later, than it looked like. */
    slow_move(two, "0123456789", 11);
    meddle_at = two + 8, meddle_with = 0, meddle_when = 1;
    enter(VISIBLE);
    assert_int_equal(the_strlen(two), 8);
    expect_told("rr");
    expect_range(0, two, 8);
    expect_range(1, two + 8, 3);
    slow_move(two, "0123456789", 11);
    two[11] = 0;
    meddle_at = two + 10, meddle_with = 'x', meddle_when = 1;
    enter(VISIBLE);
    assert_int_equal(the_strlen(two), 11);
    expect_told("rrr");
    expect_range(1, two + 8, 3);
    expect_range(2, two + 11, 1);

    slow_move(one, "same text", 10);
    slow_move(two, "same text", 10);
    meddle_at = two + 8, meddle_with = 'z', meddle_when = 3;
    enter(VISIBLE);
    assert_int_equal(the_strcmp(one, two), 't' - 'z');
    expect_told("rrrr");
}

static const char *failure_of_chk(int which)
{
    failure[0] = 0;
    enter(CHECKED);
    if (!setjmp(on_failure)) {
        if (which == 0)
            the___memcpy_chk(one, two, 11, 10);
        else if (which == 1)
            the___memset_chk(one, 0, 11, 10);
        else if (which == 2)
            the___strcpy_chk(one, "0123456789", 10);
        else if (which == 3)
            the___strcat_chk(one, "0123456", 10);
        else if (which == 4)
            the___strncat_chk(one, "0123456789", 7, 10);
        else
            the___memcpy_chk(one, two, 10, 10), the___strcpy_chk(one, "x", 2);
    }
    leave();
    return failure;
}

static void fortified_calls_are_checked(void **state)
{
    static const char *const functions[] = {"memcpy", "memset", "strcpy",
                                            "strcat", "strncat"};
    char wanted[100];

    (void)state;
    slow_move(one, "abc", 4);
    for (int i = 0; i < 5; i++) {
        snprintf(wanted, sizeof wanted,
                 "buffer-overflow: %s writes 11 bytes into an object of 10",
                 functions[i]);
        assert_string_equal(failure_of_chk(i), wanted);
    }
    assert_string_equal(failure_of_chk(5), "");
}

/* ---- time ------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

#define TIME(statement)                             \
    ({                                              \
        double least = 1e18;                        \
        for (int round = 0; round < 300; round++) { \
            double before = now(), took;            \
                                                    \
            for (unsigned i = 0; i < 1000; i++) {   \
                statement;                          \
            }                                       \
            took = (now() - before) / 1000;         \
            least = took < least ? took : least;    \
        }                                           \
        least;                                      \
    })

static void time_is_short(void **state)
{
    static const size_t sizes[] = {8, 24, 100, 500, 1000, 4000};

    (void)state;
    if (!getenv("MAZURKA_TIMING"))
        return;
    for (unsigned k = 0; k < MZ_COUNT(sizes); k++) {
        size_t size = sizes[k];

        one[size] = two[size] = 0;
        slow_move(one, two, size);
        printf("%4lu bytes: memcpy %6.2f  memset %6.2f  memcmp %6.2f  "
               "strlen %6.2f  strcmp %6.2f  strchr %6.2f ns\n",
               size, TIME(the_memcpy(one, two, size)),
               TIME(the_memset(three, 1, size)),
               TIME(the_memcmp(one, two, size)), TIME(the_strlen(one)),
               TIME(the_strcmp(one, two)), TIME(the_strchr(one, 0)));
        one[size] = two[size] = 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(moving_is_right, start),
        cmocka_unit_test_setup(filling_is_right, start),
        cmocka_unit_test_setup(comparing_is_right, start),
        cmocka_unit_test_setup(searching_is_right, start),
        cmocka_unit_test_setup(copying_text_is_right, start),
        cmocka_unit_test_setup(nothing_is_told_aside, start),
        cmocka_unit_test_setup(the_ranges_are_told, start),
        cmocka_unit_test_setup(pieces_cover_the_range, start),
        cmocka_unit_test_setup(reads_count_from_when_they_are_told, start),
        cmocka_unit_test_setup(fortified_calls_are_checked, start),
        cmocka_unit_test_setup(time_is_short, start),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
