/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_additions.h"

#include "builtins.h"
#include "memmodel.h"
#include "gimple-walk.h"
#include "ssa-iterators.h"
#include "tree-ssanames.h"

namespace
{

enum { MOST_UNUSED = 4 };

struct row {
    built_in_function first; /* of one byte; those of 2, 4, 8 follow */
    bool subtracts;
};

const row rows[] = {
    {BUILT_IN_ATOMIC_FETCH_ADD_1, false}, {BUILT_IN_ATOMIC_ADD_FETCH_1, false},
    {BUILT_IN_ATOMIC_FETCH_SUB_1, true},  {BUILT_IN_ATOMIC_SUB_FETCH_1, true},
    {BUILT_IN_SYNC_FETCH_AND_ADD_1, false},
    {BUILT_IN_SYNC_ADD_AND_FETCH_1, false},
    {BUILT_IN_SYNC_FETCH_AND_SUB_1, true},
    {BUILT_IN_SYNC_SUB_AND_FETCH_1, true},
};

const char *const names[2][4] = {
    {"__tsan_atomic8_add", "__tsan_atomic16_add", "__tsan_atomic32_add",
     "__tsan_atomic64_add"},
    {"__tsan_atomic8_sub", "__tsan_atomic16_sub", "__tsan_atomic32_sub",
     "__tsan_atomic64_sub"},
};

/* The name of what is to be called instead; NULL: it is none of them. */
const char *name_for(built_in_function code)
{
    for (const row &row : rows)
        if (code >= row.first && code < row.first + 4)
            return names[row.subtracts][code - row.first];
    return nullptr;
}

bool is_of_variable(gimple *, tree reference, tree, void *variable)
{
    return get_base_address(reference) == (tree)variable;
}

/* Without optimisation the result of an expression is put into a variable of
 * the compiler's, read or not. */
bool is_never_read(tree variable)
{
    basic_block block;

    if (!VAR_P(variable) || !DECL_ARTIFICIAL(variable) ||
        TREE_STATIC(variable) || DECL_EXTERNAL(variable))
        return false;
    FOR_EACH_BB_FN(block, cfun)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);
         gsi_next(&at))
        if (!gimple_clobber_p(gsi_stmt(at)) &&
            walk_stmt_load_store_addr_ops(gsi_stmt(at), variable,
                                          is_of_variable, nullptr,
                                          is_of_variable))
            return false;
    return true;
}

/* Is what is computed of it not used, either? (gcc counts no uses for
 * debuggers.) */
bool is_unused(tree name, unsigned steps)
{
    imm_use_iterator all;
    use_operand_p use;

    if (has_zero_uses(name))
        return true;
    if (steps == MOST_UNUSED)
        return false;
    FOR_EACH_IMM_USE_FAST(use, all, name) {
        gimple *statement = USE_STMT(use);

        if (is_gimple_debug(statement))
            continue;
        if (gimple_assign_single_p(statement) &&
            is_never_read(gimple_assign_lhs(statement)))
            continue;
        if (!is_gimple_assign(statement) || gimple_vdef(statement) ||
            TREE_CODE(gimple_assign_lhs(statement)) != SSA_NAME ||
            !is_unused(gimple_assign_lhs(statement), steps + 1))
            return false;
    }
    return true;
}

void forget_in_debugger(tree name)
{
    imm_use_iterator all;
    gimple *statement;

    FOR_EACH_IMM_USE_STMT(statement, all, name)
    if (gimple_debug_bind_p(statement)) {
        gimple_debug_bind_reset_value(statement);
        update_stmt(statement);
    }
}

/* What is left of its uses finds zero. */
void drop_result(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    tree result = gimple_call_lhs(call);
    gimple *zero;

    if (!result)
        return;
    forget_in_debugger(result);
    gimple_call_set_lhs(call, NULL_TREE);
    zero = gimple_build_assign(result, build_zero_cst(TREE_TYPE(result)));
    gsi_insert_after(at, zero, GSI_SAME_STMT);
}

} // namespace

void mz_see_addition(gimple_stmt_iterator *at)
{
    gcall *call = as_a<gcall *>(gsi_stmt(*at));
    const char *name =
        name_for(DECL_FUNCTION_CODE(gimple_call_fndecl(call)));
    tree result = gimple_call_lhs(call);
    tree order = build_int_cst(integer_type_node, MEMMODEL_SEQ_CST);
    tree function;

    if (!name || stmt_ends_bb_p(call) ||
        (result &&
         (TREE_CODE(result) != SSA_NAME || !is_unused(result, 0))))
        return;
    if (gimple_call_num_args(call) > 2)
        order = gimple_call_arg(call, 2);
    drop_result(at);
    tree value = gimple_call_arg(call, 1);
    function = build_fn_decl(
        name, build_function_type_list(void_type_node, ptr_type_node,
                                       TREE_TYPE(value), integer_type_node,
                                       NULL_TREE));
    TREE_NOTHROW(function) = 1;
    gcall *instead = gimple_build_call(function, 3, gimple_call_arg(call, 0),
                                       value, order);
    gimple_set_location(instead, gimple_location(call));
    gimple_move_vops(instead, call);
    gsi_replace(at, instead, false);
}
