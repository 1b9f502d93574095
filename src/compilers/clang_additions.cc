/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_additions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>

#include "compilers/clang_zones.h"

using namespace llvm;

namespace
{

bool adds(const AtomicRMWInst *update)
{
    unsigned bits = update->getType()->getScalarSizeInBits();

    return (update->getOperation() == AtomicRMWInst::Add ||
            update->getOperation() == AtomicRMWInst::Sub) &&
           (bits == 8 || bits == 16 || bits == 32 || bits == 64) &&
           update->getSyncScopeID() == SyncScope::System &&
           !update->getPointerAddressSpace();
}

/* Without optimisation the result of an expression is put into a variable of
 * the compiler's, and read, used or not: all of that is put into `unused`. */
bool is_never_used(AllocaInst *variable, SmallVectorImpl<Instruction *> &unused)
{
    for (User *user : variable->users()) {
        auto *load = dyn_cast<LoadInst>(user);
        auto *store = dyn_cast<StoreInst>(user);

        if (!(load && load->use_empty() && load->isSimple()) &&
            !(store && store->getPointerOperand() == variable &&
              store->isSimple()))
            return false;
        if (load)
            unused.push_back(load);
    }
    return true;
}

/* Drops what is made of it if nobody uses that, either. */
bool becomes_unused(AtomicRMWInst *update)
{
    SmallVector<Instruction *, 4> unused;

    for (User *user : update->users()) {
        auto *made = cast<Instruction>(user);
        auto *store = dyn_cast<StoreInst>(made);
        auto *variable =
            store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;

        if (variable ? !is_never_used(variable, unused)
                     : !isa<BinaryOperator>(made) || !made->use_empty())
            return false;
        unused.push_back(made);
    }
    SmallPtrSet<Instruction *, 4> all(unused.begin(), unused.end());
    for (Instruction *each : all)
        each->eraseFromParent();
    return true;
}

void replace(AtomicRMWInst *update)
{
    IRBuilder<> builder(update);
    Type *type = update->getType();
    bool subtracts = update->getOperation() == AtomicRMWInst::Sub;
    std::string name = "__tsan_atomic" +
                       std::to_string(type->getScalarSizeInBits()) +
                       (subtracts ? "_sub" : "_add");
    FunctionCallee function = update->getModule()->getOrInsertFunction(
        name, builder.getVoidTy(), type->getPointerTo(), type,
        builder.getInt32Ty());
    CallInst *call = builder.CreateCall(
        function,
        {builder.CreatePointerCast(update->getPointerOperand(),
                                   type->getPointerTo()),
         update->getValOperand(),
         builder.getInt32((uint32_t)toCABI(update->getOrdering()))});

    call->setDoesNotThrow();
    update->eraseFromParent();
}

} // namespace

void mz_see_additions(Function &function)
{
    std::vector<AtomicRMWInst *> all;

    for (Instruction &each : instructions(function))
        if (auto *update = dyn_cast<AtomicRMWInst>(&each))
            if (adds(update))
                all.push_back(update);
    for (AtomicRMWInst *update : all) {
        if (!becomes_unused(update))
            continue;
        if (mz_zones_are_asked_for())
            mz_check_zones_of_atomic(update);
        replace(update);
    }
}
