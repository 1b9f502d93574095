/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_copied.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compilers/clang_local.h"
#include "compilers/clang_zones.h"

using namespace llvm;

namespace
{

enum { MOST_STEPS = 8 };

/* To the processor these are addresses like any others (__ptr64); the pass for
 * ThreadSanitizer leaves them alone, if it does not know which others they
 * are. */
enum { UNSEEN_SPACE = 272 };

bool is_copied(const Value *value, unsigned steps);

/* A variable of the function alone: what is stored there is used as what is
 * read there is. */
bool is_copied_by(const AllocaInst *variable, unsigned steps)
{
    for (const User *user : variable->users())
        if (auto *load = dyn_cast<LoadInst>(user))
            if (!is_copied(load, steps + 1))
                return false;
    return true;
}

bool stores_copy(const StoreInst *store, const Value *value, unsigned steps)
{
    auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand());

    if (store->getValueOperand() != value)
        return false;
    return !variable || PointerMayBeCaptured(variable, true, true) ||
           is_copied_by(variable, steps);
}

/* Words that are put together, or taken apart, of which parts are copied. */
bool keeps_bits(const Instruction *use)
{
    switch (use->getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::Freeze:
        return true;
    default:
        return isa<CastInst>(use);
    }
}

/* Structures in registers are passed and returned in pieces; but not where any
 * number of arguments may follow. */
bool is_handed_on(const User *use)
{
    auto *call = dyn_cast<CallBase>(use);

    return isa<ReturnInst>(use) ||
           (call && !isa<IntrinsicInst>(call) &&
            !call->getFunctionType()->isVarArg());
}

bool is_no_use(const User *use, const Value *value, unsigned steps)
{
    auto *instruction = dyn_cast<Instruction>(use);

    if (!instruction)
        return false;
    if (auto *store = dyn_cast<StoreInst>(use))
        return stores_copy(store, value, steps);
    if (auto *choice = dyn_cast<SelectInst>(use))
        return choice->getCondition() != value;
    if (keeps_bits(instruction))
        return is_copied(instruction, steps + 1);
    return isa<PHINode>(use) || isa<InsertValueInst>(use) ||
           isa<InsertElementInst>(use) || is_handed_on(use);
}

bool is_copied(const Value *value, unsigned steps)
{
    if (steps == MOST_STEPS)
        return true;
    for (const User *user : value->users())
        if (!is_no_use(user, value, steps))
            return false;
    return true;
}

/* Global variables and constants are written; local ones, as far as is told. */
bool may_be_unwritten(const Value *address)
{
    const Value *object = getUnderlyingObject(address);

    return isa<AllocaInst>(object) ? mz_locals_are_told()
                                   : !isa<Constant>(object);
}

bool is_vtable_pointer(const LoadInst *load)
{
    const MDNode *tag = load->getMetadata(LLVMContext::MD_tbaa);

    return tag && tag->isTBAAVtableAccess();
}

void announce(LoadInst *load, uint64_t size)
{
    IRBuilder<> builder(load);
    Value *address = load->getPointerOperand();
    FunctionCallee hook = load->getModule()->getOrInsertFunction(
        ("__tsan_copied_read" + Twine(size)).str(), builder.getVoidTy(),
        builder.getInt8PtrTy());

    if (mz_zones_are_asked_for())
        mz_check_zones(load, address, load->getType(), false);
    builder.CreateCall(
        hook, {builder.CreatePointerCast(address, builder.getInt8PtrTy())});
    load->setOperand(
        0, builder.CreateIntToPtr(
               builder.CreatePtrToInt(address, builder.getInt64Ty()),
               PointerType::get(load->getType(), UNSEEN_SPACE)));
}

} // namespace

bool mz_see_copied_read(LoadInst *load)
{
    const DataLayout &layout = load->getModule()->getDataLayout();
    uint64_t size = layout.getTypeStoreSize(load->getType()).getFixedSize();

    if (load->isVolatile() || load->isAtomic() ||
        load->getPointerAddressSpace() || size > 8 || !isPowerOf2_64(size) ||
        !may_be_unwritten(load->getPointerOperand()) ||
        is_vtable_pointer(load) || !is_copied(load, 0))
        return false;
    announce(load, size);
    return true;
}
