/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_copied.h"

#include "ssa-iterators.h"

namespace
{

enum { MOST_STEPS = 8 };

bool is_copied(tree name, unsigned steps);

/* Words that are put together, or taken apart, of which parts are copied. */
bool keeps_bits(tree_code code)
{
    switch (code) {
    case SSA_NAME:
    case VIEW_CONVERT_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case BIT_INSERT_EXPR:
    case BIT_FIELD_REF:
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case LROTATE_EXPR:
    case RROTATE_EXPR:
    case CONSTRUCTOR:
    CASE_CONVERT:
        return true;
    default:
        return false;
    }
}

/* Chosen, among others, or stored: which is no use. The address that something
 * is stored at is one. */
bool is_no_use(gimple *use, tree name, unsigned steps)
{
    if (is_gimple_debug(use) || gimple_code(use) == GIMPLE_PHI)
        return true;
    if (!is_gimple_assign(use))
        return false;
    if (gimple_assign_rhs_code(use) == COND_EXPR)
        return gimple_assign_rhs1(use) != name;
    if (TREE_CODE(gimple_assign_lhs(use)) != SSA_NAME)
        return gimple_assign_single_p(use) && gimple_assign_rhs1(use) == name;
    return keeps_bits(gimple_assign_rhs_code(use)) &&
           is_copied(gimple_assign_lhs(use), steps + 1);
}

bool is_copied(tree name, unsigned steps)
{
    imm_use_iterator all;
    use_operand_p use;

    if (steps == MOST_STEPS)
        return true;
    FOR_EACH_IMM_USE_FAST(use, all, name)
    if (!is_no_use(USE_STMT(use), name, steps))
        return false;
    return true;
}

const char *copying_name(const gimple *call)
{
    static const struct {
        built_in_function code;
        const char *name;
    } names[] = {
        {BUILT_IN_TSAN_READ1, "__tsan_copied_read1"},
        {BUILT_IN_TSAN_READ2, "__tsan_copied_read2"},
        {BUILT_IN_TSAN_READ4, "__tsan_copied_read4"},
        {BUILT_IN_TSAN_READ8, "__tsan_copied_read8"},
    };

    for (const auto &each : names)
        if (gimple_call_builtin_p(call, each.code))
            return each.name;
    return nullptr;
}

void see(gimple *call, const gimple *read)
{
    const char *name = copying_name(call);
    tree value = read ? gimple_get_lhs(read) : NULL_TREE;

    if (!name || !value || TREE_CODE(value) != SSA_NAME ||
        !is_gimple_assign(read) || !is_copied(value, 0))
        return;
    gimple_call_set_fndecl(
        call, build_fn_decl(name, build_function_type_list(
                                      void_type_node, ptr_type_node,
                                      NULL_TREE)));
}

} // namespace

bool mz_only_copies(gimple *use, tree name)
{
    return is_no_use(use, name, 0);
}

void mz_see_copied_reads(function *function)
{
    basic_block block;

    FOR_EACH_BB_FN(block, function)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
        gimple *call = gsi_stmt(at);

        gsi_next_nondebug(&at);
        if (is_gimple_call(call))
            see(call, gsi_end_p(at) ? nullptr : gsi_stmt(at));
    }
}
