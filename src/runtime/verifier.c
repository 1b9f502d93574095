/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs written for checkers call: include/mazurka.h, and the names of
 * SV-COMP, Nidhugg and GenMC. reach_error is weak: SV-COMP programs define it.
 */
#include <stdlib.h>

#include "region/property.h"
#include "runtime/atomic_block.h"
#include "runtime/fault.h"
#include "runtime/forked.h"
#include "runtime/local.h"
#include "runtime/turn.h"
#include "runtime/wide.h"

void mz_assume(int condition);
unsigned mz_choose(unsigned bound);

MZ_EXPORT void mz_assume(int condition)
{
    if (condition)
        return;
    if (MZ_RUNS_NATIVELY) {
        mz_refuse_before_main(MZ_GAP_ASSUMED_BEFORE_MAIN, NULL);
        return;
    }
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_ASSUME_FALSE, 0, 0, 0, 0, 0, MZ_PC);
    mz_local_stick();
}

static void tell(enum mz_action action, long long value, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, 0, 0, 1, (uint64_t)value, 0, pc);
}

MZ_EXPORT unsigned mz_choose(unsigned bound)
{
    unsigned value;

    if (MZ_RUNS_NATIVELY) {
        mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "mz_choose");
        return 0;
    }
    if (!bound)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_CHOOSE_OF_NONE,
                                     .pc = MZ_PC});
    value = bound > MZ_WIDE_BOUND ? mz_wide_below(bound)
                                  : mz_local_choice(bound);
    tell(MZ_ACTION_CHOOSE, value, MZ_PC);
    return value;
}

/* int, because that is how these are declared. */
#define EXPORT_ASSUME(name)                \
    MZ_EXPORT void name(int condition);    \
    MZ_EXPORT void name(int condition)     \
    {                                      \
        mz_assume(condition);              \
    }

EXPORT_ASSUME(__VERIFIER_assume)
EXPORT_ASSUME(__VERIFIER_assume_internal)

MZ_EXPORT _Noreturn void __VERIFIER_error(void);
MZ_EXPORT _Noreturn void __VERIFIER_error(void)
{
    if (MZ_RUNS_NATIVELY && !mz_rt.supervised)
        abort();
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_ERROR_CALL, .pc = MZ_PC, .text = __func__});
}

MZ_EXPORT __attribute__((weak)) void reach_error(void);
MZ_EXPORT __attribute__((weak)) void reach_error(void)
{
    if (MZ_RUNS_NATIVELY && !mz_rt.supervised)
        abort();
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_ERROR_CALL, .pc = MZ_PC, .text = __func__});
}

MZ_EXPORT void __VERIFIER_assert(int condition);
MZ_EXPORT void __VERIFIER_assert(int condition)
{
    if (condition)
        return;
    if (MZ_RUNS_NATIVELY && !mz_rt.supervised)
        abort();
    mz_fail(&(struct mz_failure){
        .fault = MZ_FAULT_ASSERT_CALL, .pc = MZ_PC, .text = __func__});
}

MZ_EXPORT void __VERIFIER_atomic_begin(void);
MZ_EXPORT void __VERIFIER_atomic_begin(void)
{
    if (!mz_rt.active)
        return;
    mz_atomic_block_begin_program(MZ_PC);
    mz_turns.atomic_depth = 1;
}

MZ_EXPORT void __VERIFIER_atomic_end(void);
MZ_EXPORT void __VERIFIER_atomic_end(void)
{
    if (mz_rt.active)
        mz_atomic_block_end();
}

/* What the compilers' plugins put around the bodies of functions that are named
 * __VERIFIER_atomic_...; one may call another. */
MZ_EXPORT void mz_atomic_function_begin(void);
MZ_EXPORT void mz_atomic_function_begin(void)
{
    if (!mz_rt.active)
        return;
    if (mz_turns.atomic != mz_rt.self)
        mz_atomic_block_begin_program(MZ_PC);
    mz_turns.atomic_depth++;
}

MZ_EXPORT void mz_atomic_function_end(void);
MZ_EXPORT void mz_atomic_function_end(void)
{
    if (mz_rt.active && !--mz_turns.atomic_depth)
        mz_atomic_block_end();
}

/* Where another property is asked for, the call is one like any other: what the
 * program does after it may violate that. */
static bool is_error_to_reach(void)
{
    uint32_t property = mz_rt.region->settings.property;

    return property == MZ_PROPERTY_ALL || property == MZ_PROPERTY_UNREACH_CALL;
}

/* What the plugins put at the beginning of the program's own reach_error. */
MZ_EXPORT void mz_reach_error(void);
MZ_EXPORT void mz_reach_error(void)
{
    if (mz_forked)
        mz_unsupported(CALL, .text = "reach_error");
    if (mz_rt.supervised && is_error_to_reach())
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_ERROR_CALL, .pc = MZ_PC, .text = "reach_error"});
}

#define NONDET(name, type, choice)                             \
    MZ_EXPORT type __VERIFIER_nondet_##name(void);             \
    MZ_EXPORT type __VERIFIER_nondet_##name(void)              \
    {                                                          \
        type value;                                            \
                                                               \
        if (MZ_RUNS_NATIVELY) {                                \
            mz_refuse_before_main(MZ_GAP_BEFORE_MAIN,          \
                                  "__VERIFIER_nondet_" #name); \
            return 0;                                          \
        }                                                      \
        value = (type)(choice);                                \
        tell(MZ_ACTION_NONDET_##name, value, MZ_PC);           \
        return value;                                          \
    }

#undef bool /* which is a part of a name here */

/* Small types are enumerated. */
#define NONDET_SMALL(name, type, bound) \
    NONDET(name, type, mz_local_choice(bound))

NONDET_SMALL(bool, _Bool, 2)
NONDET_SMALL(char, char, 256)
NONDET_SMALL(uchar, unsigned char, 256)
NONDET_SMALL(short, short, 65536)
NONDET_SMALL(ushort, unsigned short, 65536)

/* Wide ones have too many values for that. */
#define NONDET_UNSIGNED(name, type) \
    NONDET(name, type, mz_wide_unsigned(8 * sizeof(type)))
#define NONDET_SIGNED(name, type) \
    NONDET(name, type, mz_wide_signed(8 * sizeof(type)))

NONDET_SIGNED(int, int)
NONDET_SIGNED(long, long)
NONDET_SIGNED(longlong, long long)
NONDET_SIGNED(loff_t, long)
NONDET_UNSIGNED(uint, unsigned)
NONDET_UNSIGNED(unsigned, unsigned)
NONDET_UNSIGNED(ulong, unsigned long)
NONDET_UNSIGNED(ulonglong, unsigned long long)
NONDET_UNSIGNED(size_t, size_t)

#define REFUSED(name, type)                                           \
    MZ_EXPORT type __VERIFIER_nondet_##name(void);                    \
    MZ_EXPORT type __VERIFIER_nondet_##name(void)                     \
    {                                                                 \
        if (!MZ_RUNS_NATIVELY || mz_rt.supervised)                    \
            mz_unsupported(CALL, .text = "__VERIFIER_nondet_" #name); \
        return 0;                                                     \
    }

REFUSED(pointer, void *)
REFUSED(float, float)
REFUSED(double, double)
