/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_local.h"

#include "compilers/gcc_copied.h"
#include "compilers/local.h"

#include "cfghooks.h"
#include "fold-const.h"
#include "gimple-fold.h"
#include "internal-fn.h"
#include "ssa-iterators.h"
#include "tree-cfg.h"
#include "tree-phinodes.h"

namespace
{

/* Names that may stand for no value: 0 for one that does, else what is 0 when
 * it does. */
typedef hash_map<tree, tree> flags;

tree function_of(const char *name, tree first, tree second)
{
    return build_fn_decl(name, build_function_type_list(void_type_node, first,
                                                        second, NULL_TREE));
}

bool gives_pattern(gimple *one)
{
    return gimple_call_internal_p(one, IFN_DEFERRED_INIT);
}

/* ---- variables in memory ------------------------------------------------- */

gimple *call_of_begin(tree address, tree size)
{
    tree begin = function_of(MZ_VARIABLE_BEGIN, ptr_type_node, size_type_node);

    return gimple_build_call(begin, 2, address, size);
}

/* What gives a variable in memory its pattern: itself, or a value that has it.
 */
gimple *pattern_of(gimple *one)
{
    tree value;

    if (gives_pattern(one))
        return TREE_CODE(gimple_call_lhs(one)) == SSA_NAME ? nullptr : one;
    if (!gimple_assign_single_p(one) ||
        TREE_CODE(gimple_assign_lhs(one)) == SSA_NAME)
        return nullptr;
    value = gimple_assign_rhs1(one);
    return TREE_CODE(value) == SSA_NAME &&
                   gives_pattern(SSA_NAME_DEF_STMT(value))
               ? SSA_NAME_DEF_STMT(value)
               : nullptr;
}

enum { MOST_LOOKED_AT = 1 << 12, MOST_PIECES = 8 };

struct piece {
    unsigned HOST_WIDE_INT at, size;
};

/* What of a variable is no padding, which is copied with the rest; all of it,
 * if that would be many pieces, or its size is not known. */
void find_pieces(tree variable, auto_vec<piece> &out)
{
    unsigned HOST_WIDE_INT size = mz_size_of(variable);
    auto_vec<unsigned char> mask;

    if (!size || size > MOST_LOOKED_AT)
        return;
    mask.safe_grow(size);
    memset(mask.address(), 0xff, size);
    clear_type_padding_in_mask(TREE_TYPE(variable), mask.address());
    for (unsigned HOST_WIDE_INT i = 0; i < size; i++)
        if (mask[i] && (!i || !mask[i - 1]))
            out.safe_push({i, 1});
        else if (mask[i])
            out.last().size++;
    if (out.length() > MOST_PIECES)
        out.truncate(0);
}

void begin(gimple *giver, gimple *pattern)
{
    gimple_stmt_iterator at = gsi_for_stmt(giver);
    tree variable = gimple_get_lhs(giver);
    tree size = gimple_call_arg(pattern, 0);
    tree address = mz_address_of(&at, variable);
    auto_vec<piece> pieces;

    find_pieces(variable, pieces);
    if (pieces.is_empty())
        mz_insert(&at, call_of_begin(address, size));
    for (const piece &each : pieces) {
        tree start = make_ssa_name(ptr_type_node);

        mz_insert(&at, gimple_build_assign(start, POINTER_PLUS_EXPR, address,
                                           size_int(each.at)));
        mz_insert(&at, call_of_begin(start, size_int(each.size)));
    }
    unlink_stmt_vdef(giver);
    gsi_remove(&at, true);
    release_defs(giver);
}

/* By the program itself, not for an array of variable length. */
void begin_allocated(gimple *call)
{
    gimple_stmt_iterator at = gsi_for_stmt(call);

    if (gimple_call_lhs(call))
        gsi_insert_after(&at,
                         call_of_begin(gimple_call_lhs(call),
                                       gimple_call_arg(call, 0)),
                         GSI_SAME_STMT);
}

bool allocates(gimple *one)
{
    return (gimple_call_builtin_p(one, BUILT_IN_ALLOCA) ||
            gimple_call_builtin_p(one, BUILT_IN_ALLOCA_WITH_ALIGN) ||
            gimple_call_builtin_p(one, BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX)) &&
           !gimple_call_alloca_for_var_p(as_a<gcall *>(one));
}

/* Functions in which a jump may lead past a declaration, by their bodies. */
hash_set<tree> *jumping;

tree is_label(tree *one, int *, void *)
{
    return TREE_CODE(*one) == LABEL_EXPR || TREE_CODE(*one) == SWITCH_EXPR ||
                   TREE_CODE(*one) == CASE_LABEL_EXPR ||
                   TREE_CODE(*one) == GOTO_EXPR
               ? *one
               : NULL_TREE;
}

/* There a variable comes to be with the function, too: its declaration is not
 * in it any more where nobody comes to it. */
void begin_all(function *function)
{
    edge first = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(function));
    tree variable;
    unsigned i;

    FOR_EACH_LOCAL_DECL(function, i, variable)
    {
        unsigned HOST_WIDE_INT size = mz_size_of(variable);

        if (!VAR_P(variable) || !auto_var_in_fn_p(variable, function->decl) ||
            is_gimple_reg(variable) || DECL_HAS_VALUE_EXPR_P(variable) || !size)
            continue;
        TREE_ADDRESSABLE(variable) = 1;
        gsi_insert_on_edge_immediate(
            first, call_of_begin(build_fold_addr_expr(variable),
                                 build_int_cst(size_type_node, size)));
        first = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(function));
    }
}

/* ---- variables in registers ---------------------------------------------- */

bool has_no_value(tree name)
{
    tree variable = SSA_NAME_VAR(name);

    if (virtual_operand_p(name))
        return false;
    if (SSA_NAME_IS_DEFAULT_DEF(name))
        return variable && (VAR_P(variable) ||
                            (TREE_CODE(variable) == RESULT_DECL &&
                             !DECL_BY_REFERENCE(variable)));
    return SSA_NAME_DEF_STMT(name) && gives_pattern(SSA_NAME_DEF_STMT(name));
}

/* On such an edge nothing can be put. */
bool comes_abnormally(basic_block block)
{
    edge_iterator i;
    edge each;

    FOR_EACH_EDGE(each, i, block->preds)
    if (each->flags & EDGE_ABNORMAL)
        return true;
    return false;
}

void add_choices_of(tree name, flags &all, vec<tree> &todo, vec<gphi *> &made)
{
    auto_vec<gphi *> found;
    imm_use_iterator i;
    use_operand_p use;

    FOR_EACH_IMM_USE_FAST(use, i, name)
    if (gphi *choice = dyn_cast<gphi *>(USE_STMT(use)))
        if (!all.get(gimple_phi_result(choice)))
            found.safe_push(choice);
    for (gphi *choice : found) {
        tree result = gimple_phi_result(choice);
        tree flag = integer_zero_node;

        if (all.get(result))
            continue;
        if (!comes_abnormally(gimple_bb(choice))) {
            flag = make_ssa_name(integer_type_node);
            create_phi_node(flag, gimple_bb(choice));
            made.safe_push(choice);
        }
        all.put(result, flag);
        todo.safe_push(result);
    }
}

void fill_choice(const gphi *choice, flags &all)
{
    tree flag = *all.get(gimple_phi_result(choice));
    gphi *beside = as_a<gphi *>(SSA_NAME_DEF_STMT(flag));
    edge_iterator i;
    edge each;

    FOR_EACH_EDGE(each, i, gimple_bb(choice)->preds)
    {
        tree *known = all.get(PHI_ARG_DEF_FROM_EDGE(choice, each));

        add_phi_arg(beside, known ? *known : integer_one_node, each,
                    UNKNOWN_LOCATION);
    }
}

void tell_read(gimple *use, tree name, tree flag)
{
    tree read = function_of(mz_only_copies(use, name) ? MZ_VARIABLE_COPIED
                                                      : MZ_VARIABLE_READ,
                            integer_type_node, unsigned_type_node);
    gimple_stmt_iterator at = gsi_for_stmt(use);

    mz_insert(&at, gimple_build_call(
                       read, 2, flag,
                       build_int_cst(unsigned_type_node, mz_size_of(name))));
}

void tell_reads(tree name, tree flag)
{
    auto_vec<gimple *> uses;
    imm_use_iterator i;
    gimple *use;

    FOR_EACH_IMM_USE_STMT(use, i, name)
    if (!is_gimple_debug(use) && gimple_code(use) != GIMPLE_PHI)
        uses.safe_push(use);
    for (gimple *each : uses)
        tell_read(each, name, flag);
}

void see_registers(function *function)
{
    auto_vec<gphi *> made;
    auto_vec<tree> todo;
    unsigned i;
    tree name;
    flags all;

    FOR_EACH_SSA_NAME(i, name, function)
    if (has_no_value(name)) {
        all.put(name, integer_zero_node);
        todo.safe_push(name);
    }
    for (unsigned next = 0; next < todo.length(); next++)
        add_choices_of(todo[next], all, todo, made);
    for (gphi *each : made)
        fill_choice(each, all);
    for (tree each : todo)
        tell_reads(each, *all.get(each));
}

} // namespace

bool mz_locals_are_told(void)
{
    return flag_auto_var_init == AUTO_INIT_PATTERN;
}

void mz_note_jumps(tree function)
{
    if (!jumping)
        jumping = new hash_set<tree>;
    if (walk_tree_without_duplicates(&DECL_SAVED_TREE(function), is_label,
                                     nullptr))
        jumping->add(function);
}

void mz_see_locals(function *function)
{
    auto_vec<std::pair<gimple *, gimple *>> patterns;
    auto_vec<gimple *> allocations;
    basic_block block;

    FOR_EACH_BB_FN(block, function)
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);
         gsi_next(&at)) {
        gimple *one = gsi_stmt(at);

        if (gimple *pattern = pattern_of(one))
            patterns.safe_push({one, pattern});
        else if (allocates(one))
            allocations.safe_push(one);
    }
    for (auto &each : patterns)
        begin(each.first, each.second);
    for (gimple *each : allocations)
        begin_allocated(each);
    see_registers(function);
    if (jumping && jumping->contains(function->decl))
        begin_all(function);
}
