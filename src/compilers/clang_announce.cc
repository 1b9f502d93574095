/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_announce.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

using namespace llvm;

bool mz_is_private(const Value *address)
{
    const Value *object = getUnderlyingObject(address);

    return isa<AllocaInst>(object) && !PointerMayBeCaptured(object, true, true);
}

void mz_make_known(Instruction *access, Value *address)
{
    IRBuilder<> builder(access);
    auto *type = FunctionType::get(builder.getVoidTy(), {address->getType()},
                                   false);

    if (isa<AllocaInst>(getUnderlyingObject(address)) &&
        !PointerMayBeCaptured(address, true, true))
        builder.CreateCall(InlineAsm::get(type, "", "r", true), {address});
}

void mz_announce(Instruction *access, Value *address, uint64_t size,
                 bool writes)
{
    IRBuilder<> builder(access);
    FunctionCallee hook = access->getModule()->getOrInsertFunction(
        writes ? "__tsan_write_range" : "__tsan_read_range",
        builder.getVoidTy(), builder.getInt8PtrTy(), builder.getInt64Ty());

    builder.CreateCall(
        hook, {builder.CreatePointerCast(address, builder.getInt8PtrTy()),
               builder.getInt64(size)});
}

void mz_refuse_access(const Instruction *access, const Twine &why)
{
    access->getContext().diagnose(DiagnosticInfoUnsupported(
        *access->getFunction(),
        "mazurka cannot see this access to memory: " + why,
        access->getDebugLoc()));
}
