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

/* ---- operands as text ---------------------------------------------------- */

enum { MAX_OPERAND = 40 };

static unsigned bits_of(const struct type *type)
{
    return 1u << (type->info >> 1);
}

static bool is_signed(const struct type *type)
{
    return type->info & 1;
}

/* The low 64 bits, with its sign; *wide says that they are not all. */
static int64_t integer(const struct type *type, value given, bool *wide)
{
    unsigned bits = bits_of(type);
    uint64_t low = bits > 64 ? *(const uint64_t *)given : given;
    uint64_t high = bits > 64 ? ((const uint64_t *)given)[1] : 0;
    uint64_t sign = is_signed(type) && low >> 63 ? UINT64_MAX : 0;

    *wide = bits > 64 && high != sign;
    if (bits < 64)
        low <<= 64 - bits;
    if (bits < 64)
        return is_signed(type) ? (int64_t)low >> (64 - bits)
                               : (int64_t)(low >> (64 - bits));
    return (int64_t)low;
}

static void operand(char out[MAX_OPERAND], const struct type *type, value given)
{
    bool wide = false;
    int64_t number =
        type->kind == KIND_INTEGER ? integer(type, given, &wide) : 0;

    if (type->kind != KIND_INTEGER)
        mz_format(out, MAX_OPERAND, "a value");
    else if (wide)
        mz_format(out, MAX_OPERAND, "0x%lx%s%lx", ((const uint64_t *)given)[1],
                  "'", (uint64_t)number);
    else if (is_signed(type))
        mz_format(out, MAX_OPERAND, "%ld", (long)number);
    else
        mz_format(out, MAX_OPERAND, "%lu", (unsigned long)number);
}

/* ---- the error ----------------------------------------------------------- */

static void say_natively(const struct location *at, const char *text)
{
    char line[MZ_MAX_PATH + MZ_MAX_TEXT];
    size_t length =
        mz_format(line, sizeof line, "%s:%u:%u: undefined behaviour%s%s\n",
                  at->file ? at->file : "?", at->line, at->column,
                  text ? ": " : "", text ? text : "");

    MZ_SYSTEM(write, 2, line, length);
}

/* A program that runs without us goes on. */
static void fail(const struct location *at, const struct mz_failure *failure)
{
    const char *file = at->file ? at->file : "";

    if (mz_rt.region)
        mz_fail_assertion(failure, file, at->line, "");
    say_natively(at, failure->text);
}

static void fail_operation(const struct overflow *data, const char *first,
                           const char *sign, const char *second, uint64_t pc)
{
    char text[MZ_MAX_TEXT];

    mz_format(text, sizeof text, "%s%s%s in %s", first, sign, second,
              data->type->name);
    fail(&data->at, &(struct mz_failure){
                        .fault = MZ_FAULT_OVERFLOW, .pc = pc, .text = text});
}

static void fail_binary(const struct overflow *data, value left,
                        const char *sign, value right, uint64_t pc)
{
    char first[MAX_OPERAND], second[MAX_OPERAND];

    operand(first, data->type, left);
    operand(second, data->type, right);
    fail_operation(data, first, sign, second, pc);
}

static void fail_negation(const struct overflow *data, value of, uint64_t pc)
{
    char operand_text[MAX_OPERAND];

    operand(operand_text, data->type, of);
    fail_operation(data, "-(", operand_text, ")", pc);
}

static void fail_division(const struct overflow *data, value left, value right,
                          uint64_t pc)
{
    bool wide = false;
    char text[MZ_MAX_TEXT], dividend[MAX_OPERAND];

    if (data->type->kind == KIND_INTEGER &&
        (integer(data->type, right, &wide) || wide)) {
        fail_binary(data, left, " / ", right, pc);
        return;
    }
    operand(dividend, data->type, left);
    mz_format(text, sizeof text, "%s / 0 in %s", dividend, data->type->name);
    fail(&data->at, &(struct mz_failure){.fault = MZ_FAULT_ZERO_DIVISOR,
                                         .pc = pc,
                                         .text = text});
}

/* A number of the type, not negative, by fewer bits than it has: the result is
 * what cannot be represented. */
static bool is_lost(const struct shift *data, value left, value right)
{
    bool wide = false, far = false;
    int64_t by = integer(data->right, right, &far);

    return is_signed(data->left) && !far && by >= 0 &&
           by < (int64_t)bits_of(data->left) &&
           (integer(data->left, left, &wide) >= 0 || wide);
}

static void fail_shift(const struct shift *data, value left, value right,
                       uint64_t pc)
{
    char text[MZ_MAX_TEXT], shifted[MAX_OPERAND], by[MAX_OPERAND];

    operand(shifted, data->left, left);
    operand(by, data->right, right);
    if (is_lost(data, left, right)) {
        mz_format(text, sizeof text, "%s << %s in %s", shifted, by,
                  data->left->name);
        fail(&data->at, &(struct mz_failure){.fault = MZ_FAULT_SHIFT_OVERFLOW,
                                             .pc = pc,
                                             .text = text});
        return;
    }
    mz_format(text, sizeof text, "%s by %s bits in %s", shifted, by,
              data->left->name);
    fail(&data->at,
         &(struct mz_failure){.fault = MZ_FAULT_SHIFT, .pc = pc, .text = text});
}

static void fail_index(const struct bounds *data, value index, uint64_t pc)
{
    char text[MZ_MAX_TEXT], at[MAX_OPERAND];

    operand(at, data->index, index);
    mz_format(text, sizeof text, "%s of %s", at, data->array->name);
    fail(&data->at,
         &(struct mz_failure){.fault = MZ_FAULT_INDEX, .pc = pc, .text = text});
}

static void fail_length(const struct overflow *data, value length, uint64_t pc)
{
    char text[MAX_OPERAND];

    operand(text, data->type, length);
    fail(&data->at, &(struct mz_failure){.fault = MZ_FAULT_ARRAY_LENGTH,
                                         .pc = pc,
                                         .text = text});
}

static void fail_invalid(const struct overflow *data, value given, uint64_t pc)
{
    char text[MZ_MAX_TEXT], read[MAX_OPERAND];

    operand(read, data->type, given);
    mz_format(text, sizeof text, "%s in %s", read, data->type->name);
    fail(&data->at, &(struct mz_failure){.fault = MZ_FAULT_INVALID_VALUE,
                                         .pc = pc,
                                         .text = text});
}

static void fail_conversion(const struct conversion *data, value from,
                            uint64_t pc)
{
    char text[MZ_MAX_TEXT], given[MAX_OPERAND];

    operand(given, data->from, from);
    mz_format(text, sizeof text, "%s of %s to %s", given, data->from->name,
              data->to->name);
    fail(&data->at, &(struct mz_failure){
                        .fault = MZ_FAULT_CONVERSION, .pc = pc, .text = text});
}

static void fail_mismatch(const struct mismatch *data, uint64_t pointer,
                          uint64_t pc)
{
    static const char *const accesses[] = {
        "load of",     "store to",         "reference to",
        "member of",   "member call on",   "construction of",
        "downcast to", "downcast to",      "upcast of",
        "upcast to",   "nonnull value of", "dynamic operation on",
    };
    uint64_t alignment = 1ull << data->log_alignment;
    char text[MZ_MAX_TEXT];
    enum mz_fault fault = !pointer              ? MZ_FAULT_NULL_USED
                          : pointer % alignment ? MZ_FAULT_MISALIGNED
                                                : MZ_FAULT_NO_ROOM;

    mz_format(text, sizeof text, "%s %s",
              data->kind < MZ_COUNT(accesses) ? accesses[data->kind]
                                              : "access to",
              data->type->name);
    fail(&data->at, &(struct mz_failure){.fault = fault,
                                         .pc = pc,
                                         .numbers = {pointer, alignment},
                                         .text = text});
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

HANDLER(add_overflow, fail_binary(data, left, " + ", right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(sub_overflow, fail_binary(data, left, " - ", right, MZ_PC),
        const struct overflow *data, value left, value right)
HANDLER(mul_overflow, fail_binary(data, left, " * ", right, MZ_PC),
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
