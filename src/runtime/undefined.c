/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Undefined behaviour: what programs call that are compiled with
 * -fsanitize=undefined, once an expression has no meaning. The calls and their
 * data are the interface between compilers and UBSan's library, which is not
 * linked: an error found so is one as all others.
 */
#include <stdlib.h>

#include "base/format.h"
#include "base/system_call.h"
#include "runtime/fault.h"

#define UNUSED __attribute__((unused))

/* ---- what compilers lay down --------------------------------------------- */

struct location {
    const char *file;
    uint32_t line, column;
};

enum { KIND_INTEGER = 0, KIND_FLOAT = 1 };

/* An integer's `info` is twice the logarithm of its bits, and whether it has a
 * sign; that of a floating type is its bits. */
struct type {
    uint16_t kind, info;
    char name[]; /* in quotes */
};

/* How it is handed over: itself, or where it lies if it has more than 64 bits.
 */
typedef uint64_t value;

struct overflow {
    struct location at;
    const struct type *type;
};

struct shift {
    struct location at;
    const struct type *left, *right;
};

struct bounds {
    struct location at;
    const struct type *array, *index;
};

struct conversion {
    struct location at;
    const struct type *from, *to;
    uint8_t kind;
};

struct mismatch {
    struct location at;
    const struct type *type;
    uint8_t log_alignment, kind;
};

struct assumption {
    struct location at, assumed_at;
    const struct type *type;
};

struct builtin {
    struct location at;
    uint8_t kind; /* 0: ctz, 1: clz */
};

struct argument {
    struct location at, attribute_at;
    int index;
};

/* ---- operands ------------------------------------------------------------ */

static struct mz_integer integer(const struct type *type, value given)
{
    struct mz_integer i = {.is_signed = type->info & 1};

    if (type->kind != KIND_INTEGER)
        return (struct mz_integer){0};
    i.bits = 1u << (type->info >> 1);
    i.low = i.bits > 64 ? *(const uint64_t *)given : given;
    if (i.bits < 64) {
        i.low <<= 64 - i.bits;
        i.low = i.is_signed ? (uint64_t)((int64_t)i.low >> (64 - i.bits))
                            : i.low >> (64 - i.bits);
    }
    if (i.bits > 64)
        i.high = ((const uint64_t *)given)[1];
    else if (i.is_signed && i.low >> 63)
        i.high = UINT64_MAX;
    return i;
}

/* ---- the error ----------------------------------------------------------- */

static void say_natively(const struct location *at,
                         const struct mz_failure *failure)
{
    char line[MZ_MAX_PATH + MZ_MAX_TEXT], text[MZ_MAX_TEXT];
    size_t length = mz_undefined_text(
        &(struct mz_undefined){
            .fault = failure->fault,
            .which = (uint32_t)failure->numbers[0],
            .left = failure->integers[0],
            .right = failure->integers[1],
            .type = failure->text ? failure->text : "",
            .to = failure->found,
        },
        text, sizeof text);

    length = mz_format(line, sizeof line, "%s:%u:%u: undefined behaviour%s%s\n",
                       at->file ? at->file : "?", at->line, at->column,
                       length ? ": " : "", text);
    MZ_SYSTEM(write, 2, line, length);
}

/* A program that runs without us goes on. */
static void fail(const struct location *at, const struct mz_failure *failure)
{
    const char *file = at->file ? at->file : "";

    if (mz_rt.region)
        mz_fail_assertion(failure, file, at->line, "");
    say_natively(at, failure);
}

static void fail_binary(const struct overflow *data, value left,
                        enum mz_sign sign, value right, uint64_t pc)
{
    fail(&data->at, &(struct mz_failure){
                        .fault = MZ_FAULT_OVERFLOW,
                        .pc = pc,
                        .numbers = {sign},
                        .integers = {integer(data->type, left),
                                     integer(data->type, right)},
                        .text = data->type->name,
                    });
}

/* Of that which is told by one integer and its type. */
static void fail_one(enum mz_fault fault, const struct location *at,
                     struct mz_integer one, const char *text, uint64_t pc)
{
    fail(at, &(struct mz_failure){
                 .fault = fault, .pc = pc, .integers = {one}, .text = text});
}

static void fail_negation(const struct overflow *data, value of, uint64_t pc)
{
    fail(&data->at, &(struct mz_failure){
                        .fault = MZ_FAULT_OVERFLOW,
                        .pc = pc,
                        .numbers = {MZ_NEGATED},
                        .integers = {integer(data->type, of)},
                        .text = data->type->name,
                    });
}

static void fail_division(const struct overflow *data, value left, value right,
                          uint64_t pc)
{
    struct mz_integer divisor = integer(data->type, right);

    if (divisor.low || divisor.high)
        fail_binary(data, left, MZ_OVER, right, pc);
    else
        fail_one(MZ_FAULT_ZERO_DIVISOR, &data->at, integer(data->type, left),
                 data->type->name, pc);
}

/* A number of the type, not negative, by fewer bits than it has: the result is
 * what cannot be represented. */
static bool is_lost(const struct mz_integer *left, const struct mz_integer *by)
{
    return left->is_signed && !mz_integer_is_wide(by) && by->low < left->bits &&
           ((int64_t)left->low >= 0 || mz_integer_is_wide(left));
}

static void fail_shift(const struct shift *data, value left, value right,
                       uint64_t pc)
{
    struct mz_integer shifted = integer(data->left, left);
    struct mz_integer by = integer(data->right, right);

    fail(&data->at, &(struct mz_failure){
                        .fault = is_lost(&shifted, &by)
                                     ? MZ_FAULT_SHIFT_OVERFLOW
                                     : MZ_FAULT_SHIFT,
                        .pc = pc,
                        .integers = {shifted, by},
                        .text = data->left->name,
                    });
}

static void fail_index(const struct bounds *data, value index, uint64_t pc)
{
    fail_one(MZ_FAULT_INDEX, &data->at, integer(data->index, index),
             data->array->name, pc);
}

static void fail_length(const struct overflow *data, value length, uint64_t pc)
{
    fail_one(MZ_FAULT_ARRAY_LENGTH, &data->at, integer(data->type, length),
             NULL, pc);
}

static void fail_invalid(const struct overflow *data, value given, uint64_t pc)
{
    fail_one(MZ_FAULT_INVALID_VALUE, &data->at, integer(data->type, given),
             data->type->name, pc);
}

static void fail_conversion(const struct conversion *data, value from,
                            uint64_t pc)
{
    fail(&data->at, &(struct mz_failure){
                        .fault = MZ_FAULT_CONVERSION,
                        .pc = pc,
                        .integers = {integer(data->from, from)},
                        .text = data->from->name,
                        .found = data->to->name,
                    });
}

static void fail_mismatch(const struct mismatch *data, uint64_t pointer,
                          uint64_t pc)
{
    uint64_t alignment = 1ull << data->log_alignment;
    enum mz_fault fault = !pointer              ? MZ_FAULT_NULL_USED
                          : pointer % alignment ? MZ_FAULT_MISALIGNED
                                                : MZ_FAULT_NO_ROOM;

    fail(&data->at, &(struct mz_failure){
                        .fault = fault,
                        .pc = pc,
                        .numbers = {data->kind, pointer, alignment},
                        .text = data->type->name,
                    });
}

/* Of that of which there is nothing to say but where it is, or two numbers. */
static void fail_plainly(enum mz_fault fault, const struct location *at,
                         uint64_t number, uint64_t second, uint64_t pc)
{
    fail(at, &(struct mz_failure){
                 .fault = fault, .pc = pc, .numbers = {number, second}});
}

/* ---- what is called ------------------------------------------------------ */

/* Each has a second name, for programs that do not go on after the first
 * (-fno-sanitize-recover). */
#define HANDLER(name, call, ...)                               \
    MZ_EXPORT void __ubsan_handle_##name(__VA_ARGS__);         \
    MZ_EXPORT void __ubsan_handle_##name(__VA_ARGS__)          \
    {                                                          \
        call;                                                  \
    }                                                          \
    MZ_EXPORT void __ubsan_handle_##name##_abort(__VA_ARGS__); \
    MZ_EXPORT void __ubsan_handle_##name##_abort(__VA_ARGS__)  \
    {                                                          \
        call;                                                  \
        abort();                                               \
    }

HANDLER(add_overflow, fail_binary(data, left, MZ_PLUS, right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(sub_overflow, fail_binary(data, left, MZ_MINUS, right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(mul_overflow, fail_binary(data, left, MZ_TIMES, right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(negate_overflow, fail_negation(data, of, MZ_PC),
        const struct overflow *data, value of)
HANDLER(divrem_overflow, fail_division(data, left, right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(shift_out_of_bounds, fail_shift(data, left, right, MZ_PC),
        const struct shift *data, value left, value right)
HANDLER(out_of_bounds, fail_index(data, index, MZ_PC),
        const struct bounds *data, value index)
HANDLER(vla_bound_not_positive, fail_length(data, length, MZ_PC),
        const struct overflow *data, value length)
HANDLER(load_invalid_value, fail_invalid(data, given, MZ_PC),
        const struct overflow *data, value given)
HANDLER(float_cast_overflow, fail_conversion(data, from, MZ_PC),
        const struct conversion *data, value from)
HANDLER(implicit_conversion, fail_conversion(data, from, MZ_PC),
        const struct conversion *data, value from, UNUSED value to)
HANDLER(type_mismatch_v1, fail_mismatch(data, pointer, MZ_PC),
        const struct mismatch *data, uint64_t pointer)
HANDLER(builtin_unreachable,
        fail_plainly(MZ_FAULT_UNREACHABLE, at, 0, 0, MZ_PC),
        const struct location *at)
HANDLER(missing_return, fail_plainly(MZ_FAULT_NO_RETURN, at, 0, 0, MZ_PC),
        const struct location *at)
HANDLER(invalid_builtin,
        fail(&data->at,
             &(struct mz_failure){.fault = MZ_FAULT_ZERO_COUNTED,
                                  .pc = MZ_PC,
                                  .text = data->kind ? "__builtin_clz"
                                                     : "__builtin_ctz"}),
        const struct builtin *data)
HANDLER(nonnull_arg,
        fail_plainly(MZ_FAULT_NULL_ARGUMENT, &data->at, data->index, 0, MZ_PC),
        const struct argument *data)
HANDLER(nullability_arg,
        fail_plainly(MZ_FAULT_NULL_ARGUMENT, &data->at, data->index, 0, MZ_PC),
        const struct argument *data)
HANDLER(nonnull_return_v1,
        fail_plainly(MZ_FAULT_NULL_RETURNED, at, 0, 0, MZ_PC),
        UNUSED const struct location *attribute, const struct location *at)
HANDLER(nullability_return_v1,
        fail_plainly(MZ_FAULT_NULL_RETURNED, at, 0, 0, MZ_PC),
        UNUSED const struct location *attribute, const struct location *at)
HANDLER(pointer_overflow, fail_plainly(MZ_FAULT_POINTER, at, from, to, MZ_PC),
        const struct location *at, uint64_t from, uint64_t to)
HANDLER(alignment_assumption,
        fail_plainly(MZ_FAULT_ASSUMED_ALIGNMENT, &data->at, pointer, alignment,
                     MZ_PC),
        const struct assumption *data, uint64_t pointer, uint64_t alignment,
        UNUSED uint64_t offset)
