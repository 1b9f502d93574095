/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plugin for gcc: a pass right before the one for ThreadSanitizer, which
 * announces plain assignments and atomic operations and little else. What it
 * would not announce, or not in the order in which it is done, is rewritten
 * here, so that it does. What can be neither is an error of the compilation.
 * A second pass, right after it, tells reads that only copy from others.
 */
#include "compilers/gcc_additions.h"
#include "compilers/gcc_calls.h"
#include "compilers/gcc_copied.h"
#include "compilers/gcc_copies.h"
#include "compilers/gcc_library.h"
#include "compilers/gcc_local.h"
#include "compilers/gcc_target.h"
#include "compilers/gcc_verifier_function.h"

#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "context.h"
#include "gimple-walk.h"
#include "internal-fn.h"
#include "plugin-version.h"
#include "tree-pass.h"

int plugin_is_GPL_compatible;

namespace
{

/* Only the vectoriser makes them, and it comes later. */
bool has_masks(const gimple *call)
{
    switch (gimple_call_internal_fn(call)) {
    case IFN_MASK_LOAD:
    case IFN_MASK_STORE:
    case IFN_LOAD_LANES:
    case IFN_STORE_LANES:
    case IFN_GATHER_LOAD:
    case IFN_SCATTER_STORE:
        return true;
    default:
        return false;
    }
}

void see_call(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    tree function = gimple_call_fndecl(call);

    if (gimple_call_internal_p(call)) {
        if (has_masks(call))
            mz_refuse_access(call, "it has a mask");
        return;
    }
    if (function && fndecl_built_in_p(function, BUILT_IN_NORMAL))
        mz_see_builtin(at);
    else if (function && fndecl_built_in_p(function, BUILT_IN_MD))
        mz_see_target_builtin(at);
    mz_see_values(at);
    if (function && fndecl_built_in_p(function, BUILT_IN_NORMAL))
        mz_see_addition(at);
}

/* %fs and %gs as a program names them, not as thread-local variables do. */
bool is_in_segment(gimple *, tree reference, tree, void *)
{
    return !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(reference)));
}

void refuse_segments(gimple *statement)
{
    if (walk_stmt_load_store_ops(statement, nullptr, is_in_segment,
                                 is_in_segment))
        mz_refuse_access(statement, "it is relative to a segment register");
}

/* The destructor by which a unit says that its globals have no zones any more:
 * the runtime knows when they are gone, and a program with a destructor ends
 * otherwise than one without. */
void leave_out_destructor(tree function, const gimple *call)
{
    tree called = is_gimple_call(call) ? gimple_call_fndecl(call) : nullptr;

    if (called &&
        fndecl_built_in_p(called, BUILT_IN_ASAN_UNREGISTER_GLOBALS))
        DECL_STATIC_DESTRUCTOR(function) = 0;
}

void see(gimple_stmt_iterator *at)
{
    refuse_segments(gsi_stmt(*at));
    leave_out_destructor(current_function_decl, gsi_stmt(*at));
    if (is_gimple_call(gsi_stmt(*at)))
        see_call(at);
    else
        mz_see_copy(at);
}

/* What is put in before or after a statement has been seen. */
void see_block(basic_block block)
{
    gimple_stmt_iterator at = gsi_start_bb(block);

    while (!gsi_end_p(at)) {
        gimple *statement = gsi_stmt(at);
        gimple_stmt_iterator next = at;

        gsi_next(&next);
        see(&at);
        if (!gsi_end_p(at) && gsi_stmt(at) == statement)
            at = next;
    }
}

const pass_data about = {
    GIMPLE_PASS, "mazurka", OPTGROUP_NONE,  TV_NONE, PROP_ssa | PROP_cfg, 0,
    0,           0,         TODO_update_ssa};

class pass : public gimple_opt_pass
{
  public:
    pass(gcc::context *context, bool optimizes)
        : gimple_opt_pass(about, context), optimizes(optimizes)
    {
    }

    opt_pass *clone() final
    {
        return new pass(m_ctxt, optimizes);
    }

    /* "tsan0" stands behind all of optimisation, for functions without. */
    bool gate(function *) final
    {
        return optimizes == (optimize > 0);
    }

    /* It need not split the blocks of code that it makes itself. */
    unsigned execute(function *function) final
    {
        auto_vec<basic_block> blocks;
        basic_block block;

        initialize_sanitizer_builtins();
        FOR_EACH_BB_FN(block, function)
        blocks.safe_push(block);
        for (basic_block each : blocks)
            see_block(each);
        return 0;
    }

  private:
    const bool optimizes;
};

const pass_data about_copied = {
    GIMPLE_PASS, "mazurka-copied", OPTGROUP_NONE, TV_NONE,
    PROP_ssa | PROP_cfg, 0, 0, 0, 0};

/* After the pass for ThreadSanitizer. */
class copied_pass : public gimple_opt_pass
{
  public:
    copied_pass(gcc::context *context, bool optimizes)
        : gimple_opt_pass(about_copied, context), optimizes(optimizes)
    {
    }

    opt_pass *clone() final
    {
        return new copied_pass(m_ctxt, optimizes);
    }

    bool gate(function *) final
    {
        return optimizes == (optimize > 0);
    }

    unsigned execute(function *function) final
    {
        mz_see_copied_reads(function);
        return 0;
    }

  private:
    const bool optimizes;
};

const pass_data about_locals = {GIMPLE_PASS,
                                "mazurka-locals",
                                OPTGROUP_NONE,
                                TV_NONE,
                                PROP_ssa | PROP_cfg,
                                0,
                                0,
                                0,
                                TODO_update_ssa};

/* Before anything is optimised. */
class locals_pass : public gimple_opt_pass
{
  public:
    locals_pass(gcc::context *context) : gimple_opt_pass(about_locals, context)
    {
    }

    opt_pass *clone() final
    {
        return new locals_pass(m_ctxt);
    }

    bool gate(function *) final
    {
        return mz_locals_are_told();
    }

    unsigned execute(function *function) final
    {
        mz_see_locals(function);
        return 0;
    }
};

/* What the program does not want to be told of is told all the same. */
void forget_exemptions(void *function, void *)
{
    tree decl = (tree)function;

    for (const char *name : {"no_sanitize", "no_sanitize_thread"})
        DECL_ATTRIBUTES(decl) = remove_attribute(name, DECL_ATTRIBUTES(decl));
}

void see_function(void *function, void *)
{
    mz_see_verifier_function((tree)function);
    if (mz_locals_are_told())
        mz_note_jumps((tree)function);
}

/* Whether the driver asks for red zones: by saying how accesses are checked.
 * (gcc hands no options to a plugin of such a name.) */
bool are_asked_for()
{
    return !param_asan_instrumentation_with_call_threshold;
}

/* Compilers refuse both sanitizers at once; what they do to code can be had
 * together. */
void lay_zones(void *, void *)
{
    if (are_asked_for())
        flag_sanitize |= SANITIZE_ADDRESS | SANITIZE_USER_ADDRESS;
}

void add_passes_around(const char *plugin, const char *name, bool optimizes)
{
    register_pass_info before = {new pass(g, optimizes), name, 0,
                                 PASS_POS_INSERT_BEFORE};
    register_pass_info after = {new copied_pass(g, optimizes), name, 0,
                                PASS_POS_INSERT_AFTER};

    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &before);
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &after);
}

} // namespace

int plugin_init(plugin_name_args *arguments, plugin_gcc_version *version)
{
    static plugin_info info = {"1",
                               "Announces all accesses to memory for mazurka."};
    const char *name = arguments->base_name;

    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    register_callback(name, PLUGIN_INFO, nullptr, &info);
    register_callback(name, PLUGIN_FINISH_PARSE_FUNCTION, forget_exemptions,
                      nullptr);
    register_callback(name, PLUGIN_PRE_GENERICIZE, see_function, nullptr);
    register_callback(name, PLUGIN_START_UNIT, lay_zones, nullptr);
    register_pass_info locals = {new locals_pass(g), "ssa", 0,
                                 PASS_POS_INSERT_AFTER};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &locals);
    add_passes_around(name, "tsan", true);
    add_passes_around(name, "tsan0", false);
    return 0;
}
