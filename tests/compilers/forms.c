/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of access that C has; see form.h. */
#define _GNU_SOURCE /* mempcpy */
#include "form.h"

#include <complex.h>
#include <immintrin.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

struct two { int x, y; };
struct three { long x, y, z; };
struct odd { char bytes[13]; };
struct large { long words[25]; };
struct bits { unsigned a : 3, b : 5, c : 24; };
union either { long words[3]; char bytes[24]; };
typedef int vector16 __attribute__((vector_size(16)));
typedef int vector32 __attribute__((vector_size(32)));
typedef int vector64 __attribute__((vector_size(64)));
typedef __int128 wide;

/* What the form reads or writes; and the source of copies. */
#define OBJECTS(type, name) static type name, name##_from;
OBJECTS(struct two, two)
OBJECTS(struct three, three)
OBJECTS(struct odd, odd)
OBJECTS(struct large, large)
OBJECTS(struct bits, bits)
OBJECTS(union either, either)
OBJECTS(vector16, of16)
OBJECTS(vector32, of32)
OBJECTS(vector64, of64)
OBJECTS(wide, wide_one)
OBJECTS(long double, real)
OBJECTS(double complex, number)
OBJECTS(long double complex, large_number)
static _Alignas(16) char text[256], text_from[256];
static int array[64];
static const struct three threes = {0x101, 2, 0x303};
#ifdef __clang__
typedef int vector3 __attribute__((ext_vector_type(3)));
typedef _BitInt(100) odd_integer;
OBJECTS(vector3, of3)
OBJECTS(odd_integer, integer)
#endif

/* ---- reads: values ------------------------------------------------------- */

#define READ_VALUE(name, type, object, last) \
    static NOINLINE int name(void)           \
    {                                        \
        type value = object;                 \
                                             \
        return SEEN(value, last);            \
    }

READ_VALUE(read_two, struct two, two_from, 7)
READ_VALUE(read_three, struct three, three_from, 23)
READ_VALUE(read_odd, struct odd, odd_from, 12)
READ_VALUE(read_large, struct large, large_from, 199)
READ_VALUE(read_union, union either, either_from, 23)
READ_VALUE(read_vector_16, vector16, of16_from, 15)
READ_VALUE(read_vector_32, vector32, of32_from, 31)
READ_VALUE(read_vector_64, vector64, of64_from, 63)
READ_VALUE(read_int128, wide, wide_one_from, 15)
READ_VALUE(read_long_double, long double, real_from, 9)
READ_VALUE(read_complex, double complex, number_from, 15)
READ_VALUE(read_large_complex, long double complex, large_number_from, 25)
#ifdef __clang__
READ_VALUE(read_vector_3, vector3, of3_from, 11)
READ_VALUE(read_bit_int, odd_integer, integer_from, 11)
#endif

static NOINLINE int read_bit_field(void)
{
    return bits_from.a ? 3 : 0;
}

static NOINLINE int read_const_pointer(void)
{
    const struct three *const pointer = &three_from;
    const struct three value = *pointer;

    return SEEN(value, 23);
}

static NOINLINE int read_initialiser(void)
{
    struct three values[2] = {threes, three_from};

    return SEEN(values[1], 23);
}

static NOINLINE int read_vla(void)
{
    unsigned long size = variable(24);
    char (*shared)[size] = (void *)text_from;
    char own[size];

    memcpy(own, *shared, sizeof own);
    return SEEN(own[0], 23);
}

#ifndef __clang__
static NOINLINE int read_vla_structure(void)
{
    unsigned long size = variable(24);
    struct sized { char bytes[size]; } value;

    value = *(struct sized *)text_from;

    return SEEN(value, 23);
}
#endif

/* ---- reads: parameters and results --------------------------------------- */

static NOINLINE int take_two(struct two value)
{
    return SEEN(value, 7);
}

static NOINLINE int take_three(struct three value)
{
    return SEEN(value, 23);
}

static NOINLINE int take_large(int before, struct large value)
{
    return SEEN(value, 199) + before;
}

static NOINLINE int take_more(int count, ...)
{
    struct three value;
    va_list list;

    va_start(list, count);
    value = va_arg(list, struct three);
    va_end(list);
    return SEEN(value, 23);
}

static NOINLINE int take_real(long double value)
{
    return SEEN(value, 9);
}

static NOINLINE int pass_two(void)
{
    return take_two(two_from);
}

static NOINLINE int pass_three(void)
{
    return take_three(three_from);
}

static NOINLINE int pass_large(void)
{
    return take_large(0, large_from);
}

static NOINLINE int pass_variadic(void)
{
    return take_more(1, three_from);
}

static NOINLINE int pass_long_double(void)
{
    return take_real(real_from);
}

static NOINLINE struct three give_three_from(void)
{
    return three_from;
}

static NOINLINE struct large give_large_from(void)
{
    return large_from;
}

static NOINLINE int return_three(void)
{
    struct three value = give_three_from();

    return SEEN(value, 23);
}

static NOINLINE int return_large(void)
{
    struct large value = give_large_from();

    return SEEN(value, 199);
}

/* ---- reads: functions ---------------------------------------------------- */

static NOINLINE int read_memcpy(void)
{
    char own[24];

    memcpy(own, text_from, sizeof own);
    return SEEN(own[0], 23);
}

static NOINLINE int read_memcpy_large(void)
{
    char own[200];

    memcpy(own, text_from, sizeof own);
    return SEEN(own[0], 199);
}

static NOINLINE int read_memcpy_variable(void)
{
    char own[200];

    memcpy(own, text_from, variable(24));
    return SEEN(own[0], 23);
}

#define READ_BY(name, condition)   \
    static NOINLINE int name(void) \
    {                              \
        return condition ? 3 : 0;  \
    }

READ_BY(read_memcmp_4, memcmp(text_from, "\0\0\0", 4))
READ_BY(read_memcmp_equal, !(memcmp(text_from, threes.x ? text : "", 16) == 0))
READ_BY(read_memcmp_variable, memcmp(text_from, text, variable(20)))
READ_BY(read_memchr, memchr(text_from, 1, 24))
READ_BY(read_strcmp_literal, strcmp(text_from, "") != 0)
READ_BY(read_strcmp_long_literal, strcmp(text_from, "\1\1") >= 0 || *text_from)
READ_BY(read_strcmp, strcmp(text_from, text) != 0)
READ_BY(read_strncmp, strncmp(text_from, "\1", variable(1)) == 0)
READ_BY(read_strlen, strlen(text_from) != 0)
READ_BY(read_strlen_offset, strlen(text_from + 1 - variable(1)) != 0)
READ_BY(read_strchr, strchr(text_from, 1))
READ_BY(read_strrchr, strrchr(text_from, 1))
READ_BY(read_builtin_memcmp, __builtin_memcmp(text_from, text, 8))

/* ---- writes: values ------------------------------------------------------ */

#define WRITE_VALUE(name, object, ...)    \
    static NOINLINE int name(void)        \
    {                                     \
        object = __VA_ARGS__;             \
        return 0;                         \
    }

WRITE_VALUE(write_two, two, (struct two){0x101, 0x01000000})
WRITE_VALUE(write_three, three, (struct three){1, 2, 0x0101010101010101})
WRITE_VALUE(write_constant, three, (struct three){-1, -1, -1})
WRITE_VALUE(write_odd, odd, (struct odd){"twelve bytes"})
WRITE_VALUE(write_odd_zeros, odd, (struct odd){{0}})
WRITE_VALUE(write_zeros, three, (struct three){0})
WRITE_VALUE(write_large, large, (struct large){{1, 2, 3}})
WRITE_VALUE(write_large_zeros, large, (struct large){{0}})
WRITE_VALUE(write_vector_16, of16, (vector16){1, 2, 3, -4})
WRITE_VALUE(write_vector_32, of32, (vector32){1, 2, 3, 4, 5, 6, 7, -8})
WRITE_VALUE(write_vector_64, of64, (vector64){0} - 1)
WRITE_VALUE(write_int128, wide_one, ~(wide)0)
WRITE_VALUE(write_long_double, real, -3.1415926535897932385L)
WRITE_VALUE(write_complex, number, -1.1 - 1.1 * I)
WRITE_VALUE(write_real_part, __real__ number, -1.1)
WRITE_VALUE(write_imaginary_part, __imag__ number, -1.1)
WRITE_VALUE(write_bit_field, bits.b, 21)
WRITE_VALUE(write_pointed, *(volatile struct three *)&three,
            (struct three){1, 2, -1})
#ifdef __clang__
WRITE_VALUE(write_vector_3, of3, (vector3){1, 2, -3})
WRITE_VALUE(write_bit_int, integer, (odd_integer)-1)
#endif

static NOINLINE int write_indexed(void)
{
    array[variable(1)] = 1;
    return 0;
}

static NOINLINE int write_loop(void)
{
    for (unsigned i = 0; i < COUNT(array); i++)
        array[i] = 0x01010101;
    return 0;
}

static NOINLINE int write_zeros_loop(void)
{
    for (unsigned i = 0; i < COUNT(array); i++)
        array[i] = 0;
    return 0;
}

static NOINLINE struct two give_two(void)
{
    return (struct two){0x101, 0x01000000};
}

static NOINLINE struct three give_three(void)
{
    return (struct three){1, 2, -3};
}

static NOINLINE struct large give_large(void)
{
    struct large value = {{0}};

    value.words[0] = 1;
    value.words[24] = -1;
    return value;
}

static NOINLINE long double give_real(void)
{
    return -3.1415926535897932385L;
}

WRITE_VALUE(returned_two, two, give_two())
WRITE_VALUE(returned_three, three, give_three())
WRITE_VALUE(returned_large, large, give_large())
WRITE_VALUE(returned_long_double, real, give_real())

/* ---- writes: functions --------------------------------------------------- */

#define WRITE_BY(name, call)        \
    static NOINLINE int name(void)  \
    {                               \
        call;                       \
        return 0;                   \
    }

WRITE_BY(memset_8, memset(text, 0, 8))
WRITE_BY(memset_24, memset(text, 7, 24))
WRITE_BY(memset_zeros, memset(text, 0, 24))
WRITE_BY(memset_large, memset(text, 0, 200))
WRITE_BY(memset_variable, memset(text, 7, variable(24)))
WRITE_BY(memset_byte_variable, memset(text, (int)variable(7), 24))
WRITE_BY(memcpy_literal, memcpy(text, "lit", 4))
WRITE_BY(memcpy_long_literal, memcpy(text, "a literal of many bytes", 23))
WRITE_BY(mempcpy_literal, mempcpy(text, "literal", 7))
WRITE_BY(builtin_memset, __builtin_memset(text, 7, 16))
WRITE_BY(strcpy_literal, strcpy(text, "hello"))
WRITE_BY(strcpy_empty, strcpy(text, ""))
WRITE_BY(stpcpy_literal, stpcpy(text, "hello"))
WRITE_BY(strncpy_literal, strncpy(text, "hi", 8))
WRITE_BY(strcat_literal, strcat(text, "hello"))
WRITE_BY(strncat_literal, strncat(text, "hello", 3))
WRITE_BY(stream, _mm_stream_si128((__m128i *)text, _mm_set1_epi8(7)))
WRITE_BY(stream_int, _mm_stream_si32((int *)text, -1))
WRITE_BY(unaligned, _mm_storeu_si128((__m128i *)text, _mm_set1_epi8(7)))
WRITE_BY(half_vector, _mm_storel_pi((__m64 *)text, _mm_set1_ps(-1.1f)))
WRITE_BY(add_with_carry,
         _addcarry_u64(0, ~0ull, 0, (unsigned long long *)text))

/* A failed compare-exchange says what is there. */
static NOINLINE int compare_exchange(void)
{
    static atomic_int flag = 0x01010101;

    atomic_compare_exchange_strong(&flag, array, 5);
    return 0;
}

static NOINLINE int compare_exchange_structure(void)
{
    static _Atomic struct three object;

    atomic_compare_exchange_strong(&object, &three, threes);
    return 0;
}

static NOINLINE int atomic_load_structure(void)
{
    static _Atomic struct three object;

    three = atomic_load(&object);
    return 0;
}

/* ---- copies, changes ----------------------------------------------------- */

#define COPY_VALUE(name, object) WRITE_VALUE(name, object, object##_from)

COPY_VALUE(copy_two, two)
COPY_VALUE(copy_three, three)
COPY_VALUE(copy_odd, odd)
COPY_VALUE(copy_large, large)
COPY_VALUE(copy_union, either)
COPY_VALUE(copy_vector_16, of16)
COPY_VALUE(copy_vector_32, of32)
COPY_VALUE(copy_vector_64, of64)
COPY_VALUE(copy_int128, wide_one)
COPY_VALUE(copy_long_double, real)
COPY_VALUE(copy_complex, number)
WRITE_BY(copy_memcpy_8, memcpy(text, text_from, 8))
WRITE_BY(copy_memcpy, memcpy(text, text_from, 24))
WRITE_BY(copy_memcpy_variable, memcpy(text, text_from, variable(24)))
WRITE_BY(copy_memmove, memmove(text, text_from, 100))
WRITE_BY(copy_strncpy, strncpy(text, text_from, 9))
WRITE_BY(copy_unaligned, *(struct odd *)(text + 0) = *(struct odd *)text_from)
#ifdef __clang__
COPY_VALUE(copy_vector_3, of3)
COPY_VALUE(copy_bit_int, integer)
#endif

WRITE_BY(change_int, array[0]++)
WRITE_BY(change_member, two.x |= 1)
WRITE_BY(change_int128, wide_one += 1)
WRITE_BY(change_vector, of32 += 1)
WRITE_BY(change_bit_field, bits.a = 1)
WRITE_BY(change_wide_bit_field, bits.c++; bits.a++)
#ifdef __clang__
WRITE_BY(change_bit_int, integer += 1)
#endif

#define R(name, object, last) {#name, READ, name, &object, NULL, last, 0, 0},
#define RT(name, object, last) {#name, READ, name, &object, NULL, last, 0, 1},
#define W(name, object, last, before) \
    {#name, WRITE, name, NULL, &object, last, before, 0},
#define WT(name, object, last, before) \
    {#name, WRITE, name, NULL, &object, last, before, 1},
#define C(name, object) {#name, COPY, name, &object##_from, &object, 0, 0, 1},
#define X(name, object) {#name, CHANGE, name, NULL, &object, 0, 0, 1},

static const struct form forms[] = {
    R(read_two, two_from, 7)
    RT(read_three, three_from, 23)
    RT(read_odd, odd_from, 12)
    RT(read_large, large_from, 199)
    RT(read_union, either_from, 23)
    R(read_vector_16, of16_from, 15)
    R(read_vector_32, of32_from, 31)
    R(read_vector_64, of64_from, 63)
    R(read_int128, wide_one_from, 15)
    R(read_long_double, real_from, 9)
    R(read_complex, number_from, 15)
    R(read_large_complex, large_number_from, 25)
    R(read_bit_field, bits_from, 0)
    RT(read_const_pointer, three_from, 23)
    RT(read_initialiser, three_from, 23)
    RT(read_vla, text_from, 23)
    R(pass_two, two_from, 7)
    RT(pass_three, three_from, 23)
    RT(pass_large, large_from, 199)
    RT(pass_variadic, three_from, 23)
    R(pass_long_double, real_from, 9)
    RT(return_three, three_from, 23)
    RT(return_large, large_from, 199)
    RT(read_memcpy, text_from, 23)
    RT(read_memcpy_large, text_from, 199)
    RT(read_memcpy_variable, text_from, 23)
    R(read_memcmp_4, text_from, 3)
    R(read_memcmp_equal, text_from, 15)
    R(read_memcmp_variable, text_from, 19)
    R(read_memchr, text_from, 23)
    R(read_strcmp_literal, text_from, 0)
    R(read_strcmp_long_literal, text_from, 0)
    R(read_strcmp, text_from, 0)
    R(read_strncmp, text_from, 0)
    R(read_strlen, text_from, 0)
    R(read_strlen_offset, text_from, 0)
    R(read_strchr, text_from, 0)
    R(read_strrchr, text_from, 0)
    R(read_builtin_memcmp, text_from, 7)
    W(write_two, two, 7, 0)
    WT(write_three, three, 23, 0)
    WT(write_constant, three, 23, 0)
    WT(write_odd, odd, 11, 0)
    WT(write_odd_zeros, odd, 12, 7)
    WT(write_zeros, three, 23, 7)
    WT(write_large, large, 16, 0)
    WT(write_large_zeros, large, 199, 7)
    W(write_vector_16, of16, 15, 0)
    W(write_vector_32, of32, 31, 0)
    W(write_vector_64, of64, 63, 0)
    W(write_int128, wide_one, 15, 0)
    W(write_long_double, real, 9, 0)
    W(write_complex, number, 15, 0)
    W(write_real_part, number, 7, 0)
    W(write_imaginary_part, ((double *)&number)[1], 7, 0)
    W(write_bit_field, bits, 0, 0)
    WT(write_pointed, three, 23, 0)
    W(write_indexed, array[1], 0, 0)
    WT(write_loop, array, 255, 0)
    WT(write_zeros_loop, array, 255, 7)
    W(returned_two, two, 7, 0)
    WT(returned_three, three, 23, 0)
    WT(returned_large, large, 199, 0)
    W(returned_long_double, real, 9, 0)
    W(memset_8, text, 7, 7)
    WT(memset_24, text, 23, 0)
    WT(memset_zeros, text, 23, 7)
    WT(memset_large, text, 199, 7)
    WT(memset_variable, text, 23, 0)
    WT(memset_byte_variable, text, 23, 0)
    W(memcpy_literal, text, 2, 0)
    WT(memcpy_long_literal, text, 22, 0)
    W(mempcpy_literal, text, 6, 0)
    W(builtin_memset, text, 15, 0)
    W(strcpy_literal, text, 4, 0)
    W(strcpy_empty, text, 0, 7)
    W(stpcpy_literal, text, 4, 0)
    W(strncpy_literal, text, 7, 7)
    W(strcat_literal, text, 4, 0)
    W(strncat_literal, text, 2, 0)
    W(stream, text, 15, 0)
    W(stream_int, text, 3, 0)
    W(unaligned, text, 15, 0)
    W(half_vector, text, 7, 0)
    W(add_with_carry, text, 7, 0)
    W(compare_exchange, array, 3, 0)
    W(compare_exchange_structure, three, 23, 7)
    WT(atomic_load_structure, three, 23, 7)
    C(copy_two, two)
    C(copy_three, three)
    C(copy_odd, odd)
    C(copy_large, large)
    C(copy_union, either)
    C(copy_vector_16, of16)
    C(copy_vector_32, of32)
    C(copy_vector_64, of64)
    C(copy_int128, wide_one)
    C(copy_long_double, real)
    C(copy_complex, number)
    C(copy_memcpy_8, text)
    C(copy_memcpy, text)
    C(copy_memcpy_variable, text)
    C(copy_memmove, text)
    C(copy_strncpy, text)
    C(copy_unaligned, text)
    X(change_int, array)
    X(change_member, two)
    X(change_int128, wide_one)
    X(change_vector, of32)
    X(change_bit_field, bits)
    X(change_wide_bit_field, bits)
#ifdef __clang__
    R(read_vector_3, of3_from, 11)
    R(read_bit_int, integer_from, 11)
    W(write_vector_3, of3, 11, 0)
    W(write_bit_int, integer, 11, 0)
    C(copy_vector_3, of3)
    C(copy_bit_int, integer)
    X(change_bit_int, integer)
#else
    RT(read_vla_structure, text_from, 23)
#endif
};

#include "run.h"
