/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_local.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>

#include "compilers/clang_announce.h"
#include "compilers/local.h"

using namespace llvm;

namespace
{

/* clang marks what it adds to give a variable its pattern. */
bool gives_pattern(const Instruction *one)
{
    const MDNode *notes = one->getMetadata(LLVMContext::MD_annotation);

    for (unsigned i = 0; notes && i < notes->getNumOperands(); i++)
        if (auto *text = dyn_cast<MDString>(notes->getOperand(i)))
            if (text->getString() == "auto-init")
                return isa<StoreInst>(one) || isa<MemIntrinsic>(one);
    return false;
}

/* What is written there. */
Value *address_of(Instruction *pattern)
{
    if (auto *store = dyn_cast<StoreInst>(pattern))
        return store->getPointerOperand();
    return cast<MemIntrinsic>(pattern)->getRawDest();
}

Value *size_of(Instruction *pattern, IRBuilder<> &builder)
{
    const DataLayout &layout = pattern->getModule()->getDataLayout();

    if (auto *store = dyn_cast<StoreInst>(pattern))
        return builder.getInt64(
            layout.getTypeStoreSize(store->getValueOperand()->getType())
                .getFixedSize());
    return builder.CreateZExtOrTrunc(
        cast<MemIntrinsic>(pattern)->getLength(), builder.getInt64Ty());
}

/* ---- what the runtime is told -------------------------------------------- */

void begin(IRBuilder<> &builder, Value *address, Value *size)
{
    FunctionCallee function =
        builder.GetInsertBlock()->getModule()->getOrInsertFunction(
            MZ_VARIABLE_BEGIN, builder.getVoidTy(), builder.getInt8PtrTy(),
            builder.getInt64Ty());

    builder.CreateCall(
        function,
        {builder.CreatePointerCast(address, builder.getInt8PtrTy()), size});
}

typedef std::vector<bool> bytes;

/* Those of a type that are no padding. */
void mark(bytes &out, uint64_t at, Type *type, const DataLayout &layout)
{
    if (auto *structure = dyn_cast<StructType>(type)) {
        const StructLayout *places = layout.getStructLayout(structure);

        for (unsigned i = 0; i < structure->getNumElements(); i++)
            mark(out, at + places->getElementOffset(i),
                 structure->getElementType(i), layout);
    } else if (auto *array = dyn_cast<ArrayType>(type)) {
        uint64_t size = layout.getTypeAllocSize(array->getElementType());

        for (uint64_t i = 0; i < array->getNumElements(); i++)
            mark(out, at + i * size, array->getElementType(), layout);
    } else {
        uint64_t size = layout.getTypeStoreSize(type).getFixedSize();

        std::fill_n(out.begin() + at, size, true);
    }
}

enum { MOST_PIECES = 8, MOST_LOOKED_AT = 1 << 12 };

/* Without its padding, which is copied with the rest, unless that would be many
 * calls. */
void begin_variable(IRBuilder<> &builder, AllocaInst *variable)
{
    const DataLayout &layout = variable->getModule()->getDataLayout();
    Type *type = variable->getAllocatedType();
    uint64_t size = layout.getTypeAllocSize(type).getFixedSize();
    std::vector<std::pair<uint64_t, uint64_t>> pieces;
    bytes used(size, size > MOST_LOOKED_AT);

    if (size <= MOST_LOOKED_AT)
        mark(used, 0, type, layout);
    for (uint64_t i = 0; i < size; i++)
        if (used[i] && (!i || !used[i - 1]))
            pieces.push_back({i, 1});
        else if (used[i])
            pieces.back().second++;
    if (pieces.size() > MOST_PIECES)
        pieces = {{0, size}};
    auto *start = builder.CreatePointerCast(variable, builder.getInt8PtrTy());
    for (auto &each : pieces)
        begin(builder,
              builder.CreateConstGEP1_64(builder.getInt8Ty(), start,
                                         each.first),
              builder.getInt64(each.second));
}

/* ---- what need not be told ----------------------------------------------- */

bool is_nothing(const User *user)
{
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);

    return intrinsic && (intrinsic->isLifetimeStartOrEnd() ||
                         isa<DbgInfoIntrinsic>(intrinsic));
}

/* Uses of a variable: what writes all of it, and what else is done with it, or
 * with its address. */
struct uses {
    uint64_t size;
    std::vector<const Instruction *> writes, others;
};

bool writes_all(const Instruction *one, const Value *address, uint64_t size)
{
    const DataLayout &layout = one->getModule()->getDataLayout();

    if (auto *store = dyn_cast<StoreInst>(one))
        return store->getPointerOperand() == address &&
               store->getValueOperand() != address &&
               layout.getTypeStoreSize(store->getValueOperand()->getType()) ==
                   size;
    if (auto *block = dyn_cast<MemIntrinsic>(one)) {
        auto *length = dyn_cast<ConstantInt>(block->getLength());
        auto *copy = dyn_cast<MemTransferInst>(block);
        auto *from = copy ? dyn_cast<GlobalVariable>(
                                copy->getRawSource()->stripPointerCasts())
                          : nullptr;

        /* What is copied need not be written itself. */
        if (copy && (!from || !from->isConstant()))
            return false;
        return block->getRawDest() == address && length &&
               length->getZExtValue() == size;
    }
    return false;
}

void collect(uses &out, const Value *address, bool at_start)
{
    for (const User *user : address->users()) {
        auto *one = dyn_cast<Instruction>(user);
        auto *member = dyn_cast<GetElementPtrInst>(user);

        if (!one || is_nothing(one) || gives_pattern(one))
            continue;
        if (member || isa<BitCastInst>(one))
            collect(out, one,
                    at_start && (!member || member->hasAllZeroIndices()));
        else if (at_start && writes_all(one, address, out.size))
            out.writes.push_back(one);
        else
            out.others.push_back(one);
    }
}

/* All of it is written, behind where the variable comes to be, and before each
 * use, whatever way leads there: so also since it came to be last. `pattern`:
 * NULL, if it does so with the function. */
bool is_always_written(const AllocaInst *variable, const Instruction *pattern,
                       const DominatorTree &tree)
{
    const DataLayout &layout = variable->getModule()->getDataLayout();
    uses all;

    all.size = layout.getTypeAllocSize(variable->getAllocatedType());
    collect(all, variable, true);
    for (const Instruction *use : all.others) {
        bool is_behind = false;

        for (const Instruction *write : all.writes)
            is_behind |= (!pattern || tree.dominates(pattern, write)) &&
                         tree.dominates(write, use);
        if (!is_behind)
            return false;
    }
    return true;
}

/* Does each use come after the variable has come to be? Not where a jump leads
 * past that. */
bool comes_first(const AllocaInst *variable, const Instruction *pattern,
                 const DominatorTree &tree)
{
    uses all = {};

    collect(all, variable, true);
    for (const Instruction *use : all.others)
        if (!tree.dominates(pattern, use))
            return false;
    return true;
}

void see_variable(AllocaInst *variable, Instruction *pattern,
                  const DominatorTree &tree)
{
    if (is_always_written(variable, pattern, tree))
        return;
    if (!pattern || !comes_first(variable, pattern, tree)) {
        IRBuilder<> builder(variable->getNextNode());

        begin_variable(builder, variable);
    }
    if (pattern) {
        IRBuilder<> builder(pattern);

        begin_variable(builder, variable);
    }
}

/* The call gets a copy, of which nothing is known: all of it is read. */
void see_arguments(CallBase *call)
{
    const DataLayout &layout = call->getModule()->getDataLayout();

    for (unsigned i = 0; i < call->arg_size(); i++)
        if (call->isByValArgument(i))
            mz_announce(call, call->getArgOperand(i),
                        layout.getTypeAllocSize(call->getParamByValType(i)),
                        false);
}

} // namespace

/* The driver says so by an option that nobody else gives, as for red zones
 * (clang_zones.cc). */
bool mz_locals_are_told()
{
    auto &options = cl::getRegisteredOptions();
    auto found = options.find("msan-poison-stack-pattern");

    return found != options.end() && found->second->getNumOccurrences();
}

/* As large wherever the function is entered, once for each time. */
static bool is_variable(const AllocaInst *memory)
{
    return memory && memory->isStaticAlloca() && !memory->isArrayAllocation();
}

void mz_see_locals(Function &function)
{
    std::vector<Instruction *> patterns;
    std::vector<AllocaInst *> variables;
    std::vector<CallBase *> calls;
    DenseMap<AllocaInst *, Instruction *> last; /* pattern of one */

    for (Instruction &each : instructions(function)) {
        auto *variable = dyn_cast<AllocaInst>(&each);

        if (is_variable(variable))
            variables.push_back(variable);
        else if (gives_pattern(&each))
            patterns.push_back(&each);
        else if (auto *call = dyn_cast<CallBase>(&each))
            calls.push_back(call);
    }
    for (CallBase *each : calls)
        see_arguments(each);
    DominatorTree tree(function);
    for (Instruction *each : patterns) {
        auto *variable =
            dyn_cast<AllocaInst>(getUnderlyingObject(address_of(each)));
        IRBuilder<> builder(each);

        if (is_variable(variable))
            last[variable] = each;
        else
            begin(builder, address_of(each), size_of(each, builder));
    }
    for (AllocaInst *each : variables)
        see_variable(each, last.lookup(each), tree);
    for (Instruction *each : patterns)
        each->eraseFromParent();
}
