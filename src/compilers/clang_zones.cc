/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/clang_zones.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>
#include <llvm/Transforms/Instrumentation/ThreadSanitizer.h>

using namespace llvm;

/* The driver says how accesses are to be checked, which nobody else does. (A
 * plugin is loaded too late to have options of its own.) */
bool mz_zones_are_asked_for()
{
    auto &options = cl::getRegisteredOptions();
    auto found = options.find("asan-instrumentation-with-call-threshold");

    return found != options.end() && found->second->getNumOccurrences();
}

namespace
{

/* clang adds the pass for ThreadSanitizer, too: it has been done. */
struct done_pass : PassInfoMixin<done_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        for (Function &function : module)
            function.addFnAttr(Attribute::DisableSanitizerInstrumentation);
        return PreservedAnalyses::none();
    }

    static bool isRequired()
    {
        return true;
    }
};

void refuse_jump(const Instruction *jump)
{
    jump->getContext().diagnose(DiagnosticInfoUnsupported(
        *jump->getFunction(),
        "mazurka cannot follow this jump out of frames with red zones: use "
        "longjmp, or no -fsanitize=address",
        jump->getDebugLoc()));
}

} // namespace

void mz_check_zones(Instruction *access, Value *address, Type *type,
                    bool writes)
{
    const DataLayout &layout = access->getModule()->getDataLayout();
    IRBuilder<> builder(access);
    FunctionCallee hook = access->getModule()->getOrInsertFunction(
        writes ? "__asan_storeN" : "__asan_loadN", builder.getVoidTy(),
        builder.getInt64Ty(), builder.getInt64Ty());

    builder.CreateCall(
        hook,
        {builder.CreatePtrToInt(address, builder.getInt64Ty()),
         builder.getInt64(layout.getTypeStoreSize(type).getFixedSize())});
}

void mz_check_zones_of_atomic(Instruction *one)
{
    auto *intrinsic = dyn_cast<IntrinsicInst>(one);

    if (intrinsic &&
        intrinsic->getIntrinsicID() == Intrinsic::eh_sjlj_longjmp)
        refuse_jump(one);
    if (!one->isAtomic())
        return;
    if (auto *load = dyn_cast<LoadInst>(one))
        mz_check_zones(one, load->getPointerOperand(), load->getType(),
                       false);
    else if (auto *store = dyn_cast<StoreInst>(one))
        mz_check_zones(one, store->getPointerOperand(),
                       store->getValueOperand()->getType(), true);
    else if (auto *update = dyn_cast<AtomicRMWInst>(one))
        mz_check_zones(one, update->getPointerOperand(),
                       update->getValOperand()->getType(), true);
    else if (auto *compare = dyn_cast<AtomicCmpXchgInst>(one))
        mz_check_zones(one, compare->getPointerOperand(),
                       compare->getNewValOperand()->getType(), true);
}

void mz_add_zone_passes(ModulePassManager &manager)
{
    AddressSanitizerOptions options;

    options.UseAfterScope = true;
    options.UseAfterReturn = AsanDetectStackUseAfterReturnMode::Never;
    manager.addPass(
        createModuleToFunctionPassAdaptor(ThreadSanitizerPass()));
    manager.addPass(
        RequireAnalysisPass<ASanGlobalsMetadataAnalysis, Module>());
    manager.addPass(ModuleAddressSanitizerPass(options, false, false,
                                               AsanDtorKind::None));
    manager.addPass(done_pass());
}
