/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_intrinsics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>

#include "compilers/clang_announce.h"

using namespace llvm;

namespace
{

/* Which bytes: as many as the result has, or so many; 0: none at all. */
enum { RESULT = -1 };

struct row {
    const char *name; /* all that begin so */
    int bytes;
    bool reads, writes;
};

const row rows[] = {
    /* The five words of a buffer of __builtin_setjmp. */
    {"llvm.eh.sjlj.longjmp", 40, true, false},
    {"llvm.eh.sjlj.setjmp", 40, false, true},
    {"llvm.va_start", 24, false, true},
    {"llvm.x86.avx.ldu.dq.256", RESULT, true, false},
    {"llvm.x86.cldemote", 0, false, false},
    {"llvm.x86.clflushopt", 0, false, false},
    {"llvm.x86.clwb", 0, false, false},
    {"llvm.x86.clzero", 64, false, true},
    {"llvm.x86.directstore32", 4, false, true},
    {"llvm.x86.directstore64", 8, false, true},
    {"llvm.x86.mmx.movnt.dq", 8, false, true},
    {"llvm.x86.monitorx", 0, false, false},
    {"llvm.x86.sse.ldmxcsr", 4, true, false},
    {"llvm.x86.sse.stmxcsr", 4, false, true},
    {"llvm.x86.sse2.clflush", 0, false, false},
    {"llvm.x86.sse3.ldu.dq", RESULT, true, false},
    {"llvm.x86.sse3.monitor", 0, false, false},
    {"llvm.x86.umonitor", 0, false, false},
};

/* They access no memory, or none that the program names. */
const char *const harmless[] = {
    "llvm.adjust.trampoline",
    "llvm.annotation",
    "llvm.assume",
    "llvm.clear_cache",
    "llvm.coro.",
    "llvm.dbg.",
    "llvm.eh.",
    "llvm.experimental.noalias",
    "llvm.frameaddress",
    "llvm.init.trampoline",
    "llvm.instrprof.",
    "llvm.invariant.",
    "llvm.launder.",
    "llvm.lifetime.",
    "llvm.load.relative",
    "llvm.localescape",
    "llvm.objectsize",
    "llvm.prefetch",
    "llvm.ptr.annotation",
    "llvm.ptrmask",
    "llvm.returnaddress",
    "llvm.sideeffect",
    "llvm.stackprotector",
    "llvm.stackrestore",
    "llvm.strip.",
    "llvm.type.",
    "llvm.va_end",
    "llvm.var.annotation",
};

/* The one address that it takes from the program; NULL: none. */
Value *address_of(IntrinsicInst *call)
{
    for (Value *argument : call->args())
        if (argument->getType()->isPtrOrPtrVectorTy() &&
            !mz_is_private(argument))
            return argument;
    return nullptr;
}

bool is_harmless(StringRef name)
{
    return any_of(harmless,
                  [&](const char *start) { return name.startswith(start); });
}

const row *row_of(StringRef name)
{
    for (const row &row : rows)
        if (name.startswith(row.name))
            return &row;
    return nullptr;
}

void see_by(const row &row, IntrinsicInst *call, Value *address)
{
    const DataLayout &layout = call->getModule()->getDataLayout();
    uint64_t size = row.bytes;

    if (row.bytes == RESULT)
        size = layout.getTypeStoreSize(call->getType()).getFixedSize();
    if (row.reads && size)
        mz_announce(call, address, size, false);
    if (row.writes && size)
        mz_announce(call, address, size, true);
}

/* va_copy(to, from) */
void see_va_copy(IntrinsicInst *call)
{
    mz_announce(call, call->getArgOperand(1), 24, false);
    mz_announce(call, call->getArgOperand(0), 24, true);
}

} // namespace

void mz_see_intrinsic(IntrinsicInst *call)
{
    StringRef name = call->getCalledFunction()->getName();
    const row *row = row_of(name);
    Value *address;

    if (isa<MemIntrinsic>(call) || isa<DbgInfoIntrinsic>(call) ||
        !call->mayReadOrWriteMemory() || (!row && is_harmless(name)))
        return;
    if (call->getIntrinsicID() == Intrinsic::vacopy)
        return see_va_copy(call);
    address = address_of(call);
    if (!address)
        return;
    if (row)
        see_by(*row, call, address);
    else
        mz_refuse_access(call, name);
}
