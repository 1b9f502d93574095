/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plugin for clang: a pass over what optimisation has left, right before
 * the one for ThreadSanitizer. That one leaves out accesses of other than 1, 2,
 * 4, 8 and 16 bytes, members of local variables, structures that are passed by
 * value, and intrinsic functions of the processor. Reads that only copy are
 * told from others here.
 */
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "compilers/clang_additions.h"
#include "compilers/clang_announce.h"
#include "compilers/clang_copied.h"
#include "compilers/clang_intrinsics.h"
#include "compilers/clang_local.h"
#include "compilers/clang_verifier_function.h"
#include "compilers/clang_zones.h"

using namespace llvm;

namespace
{

bool is_told_anyway(uint64_t size)
{
    return size <= 16 && isPowerOf2_64(size);
}

/* Atomic operations are told, or calls, whatever their size is. */
void see_access(Instruction *access, Value *address, Type *type, bool writes)
{
    const DataLayout &layout = access->getModule()->getDataLayout();
    uint64_t size = layout.getTypeStoreSize(type).getFixedSize();

    if (access->isAtomic() || mz_is_private(address))
        return;
    if (address->getType()->getPointerAddressSpace())
        mz_refuse_access(access, "it is relative to a segment register");
    else if (is_told_anyway(size))
        mz_make_known(access, address);
    else
        mz_announce(access, address, size, writes);
}

/* The call gets a copy of the program's structure that nobody else knows. */
void see_argument(CallBase *call, unsigned i)
{
    Type *type = call->getParamByValType(i);
    const DataLayout &layout = call->getModule()->getDataLayout();
    Value *from = call->getArgOperand(i);
    BasicBlock &entry = call->getFunction()->getEntryBlock();
    MaybeAlign align = call->getParamAlign(i);

    if (mz_is_private(from) || !layout.getTypeAllocSize(type))
        return;
    auto *copy =
        IRBuilder<>(&entry, entry.getFirstInsertionPt()).CreateAlloca(type);
    copy->setAlignment(std::max(align.valueOrOne(), copy->getAlign()));
    IRBuilder<> builder(call);
    builder.CreateMemCpy(copy, copy->getAlign(), from, Align(1),
                         layout.getTypeAllocSize(type));
    call->setArgOperand(i, builder.CreatePointerCast(copy, from->getType()));
}

void see_call(CallBase *call)
{
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
        return mz_see_intrinsic(intrinsic);
    for (unsigned i = 0; i < call->arg_size(); i++)
        if (call->isByValArgument(i))
            see_argument(call, i);
}

void see(Instruction *instruction)
{
    if (mz_zones_are_asked_for())
        mz_check_zones_of_atomic(instruction);
    if (auto *load = dyn_cast<LoadInst>(instruction))
        see_access(load, load->getPointerOperand(), load->getType(), false);
    else if (auto *store = dyn_cast<StoreInst>(instruction))
        see_access(store, store->getPointerOperand(),
                   store->getValueOperand()->getType(), true);
    else if (auto *call = dyn_cast<CallBase>(instruction))
        see_call(call);
}

/* What the program does not want to be told of is told all the same. */
void forget_exemptions(Function &function)
{
    function.addFnAttr(Attribute::SanitizeThread);
    function.removeFnAttr(Attribute::DisableSanitizerInstrumentation);
}

void see_function(Function &function)
{
    std::vector<Instruction *> all;

    if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked))
        return;
    forget_exemptions(function);
    mz_see_additions(function);
    for (Instruction &each : instructions(function))
        all.push_back(&each);
    for (Instruction *each : all) {
        auto *load = dyn_cast<LoadInst>(each);

        if (!load || !mz_see_copied_read(load))
            see(each);
    }
}

struct pass : PassInfoMixin<pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        for (Function &function : module)
            see_function(function);
        return PreservedAnalyses::none();
    }

    static bool isRequired() /* at -O0, too */
    {
        return true;
    }
};

/* Before functions are inlined. */
struct first_pass : PassInfoMixin<first_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        for (Function &function : module) {
            mz_see_verifier_function(function);
            if (mz_locals_are_told() && !function.isDeclaration())
                mz_see_locals(function);
            if (mz_zones_are_asked_for())
                function.addFnAttr(Attribute::SanitizeAddress);
        }
        return PreservedAnalyses::none();
    }

    static bool isRequired()
    {
        return true;
    }
};

void add_passes(PassBuilder &builder)
{
    builder.registerPipelineStartEPCallback(
        [](ModulePassManager &manager, OptimizationLevel) {
            manager.addPass(first_pass());
        });
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &manager, OptimizationLevel) {
            manager.addPass(pass());
            if (mz_zones_are_asked_for())
                mz_add_zone_passes(manager);
        });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "mazurka", "1", add_passes};
}
