/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_verifier_function.h"

#include "compilers/verifier_function.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

/* Without scopes, parameters and what it returns. */
static std::string plain_name(const Function &function)
{
    std::string name = demangle(function.getName().str());
    size_t end = name.find_first_of("(<");

    name.resize(end == std::string::npos ? name.size() : end);
    size_t begin = name.find_last_of(": ");
    return begin == std::string::npos ? name : name.substr(begin + 1);
}

static void call(Instruction *before, const char *name)
{
    IRBuilder<> builder(before);

    builder.CreateCall(
        before->getModule()->getOrInsertFunction(name, builder.getVoidTy()));
}

static void call_first(Function &function, const char *name)
{
    call(&*function.getEntryBlock().getFirstInsertionPt(), name);
}

static void call_last(Function &function, const char *name)
{
    for (BasicBlock &block : function) {
        Instruction *last = block.getTerminator();

        if (isa<ReturnInst>(last) || isa<ResumeInst>(last))
            call(last, name);
    }
}

void mz_see_verifier_function(Function &function)
{
    std::string name = plain_name(function);

    if (function.isDeclaration())
        return;
    if (mz_is_atomic_function(name.c_str())) {
        call_first(function, MZ_ATOMIC_BEGIN);
        call_last(function, MZ_ATOMIC_END);
    } else if (mz_is_reach_error(name.c_str())) {
        call_first(function, MZ_REACH_ERROR);
    }
}
