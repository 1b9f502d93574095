/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_memory.h"

#include "builtins.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimplify-me.h"
#include "stor-layout.h"
#include "tree-ssa-alias.h"

bool mz_is_private(tree reference)
{
    tree base = get_base_address(reference);
    struct pt_solution escaped = {};

    if (!base || TREE_CODE(base) == SSA_NAME || CONSTANT_CLASS_P(base))
        return true; /* no memory, but a register seen as a structure */
    if (!DECL_P(base) || is_global_var(base))
        return false;
    escaped.escaped = 1;
    escaped.ipa_escaped = flag_ipa_pta != 0;
    return !pt_solution_includes(&escaped, base) || !may_be_aliased(base);
}

bool mz_is_constant(tree reference)
{
    tree base = get_base_address(reference);

    return CONSTANT_CLASS_P(reference) || !base || CONSTANT_CLASS_P(base) ||
           (DECL_P(base) && TREE_READONLY(base) && is_global_var(base));
}

unsigned HOST_WIDE_INT mz_size_of(tree reference)
{
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(reference));

    return size && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : 0;
}

unsigned mz_alignment_of(tree reference)
{
    return get_object_alignment(reference) / BITS_PER_UNIT;
}

tree mz_address_of(gimple_stmt_iterator *at, tree reference)
{
    tree base = get_base_address(reference);

    if (base && DECL_P(base))
        TREE_ADDRESSABLE(base) = 1;
    return force_gimple_operand_gsi(
        at, build_fold_addr_expr(unshare_expr(reference)), true, NULL_TREE,
        true, GSI_SAME_STMT);
}

tree mz_word_at(tree address, unsigned offset, unsigned size, unsigned align,
                bool is_volatile)
{
    tree any = build_pointer_type_for_mode(char_type_node, ptr_mode, true);
    tree type = build_nonstandard_integer_type(size * BITS_PER_UNIT, 1);
    unsigned most = offset ? MIN(align, offset & -offset) : align;
    /* Folded, since the address may be that of a part of a variable. */
    tree word = fold_build2(
        MEM_REF, build_aligned_type(type, MIN(most, size) * BITS_PER_UNIT),
        unshare_expr(address), build_int_cst(any, offset));

    TREE_THIS_VOLATILE(word) = is_volatile;
    TREE_SIDE_EFFECTS(word) = is_volatile;
    return word;
}

tree mz_new_variable(tree type)
{
    tree variable = create_tmp_var_raw(TYPE_MAIN_VARIANT(type), "mz");

    gimple_add_tmp_var(variable);
    return variable;
}

void mz_insert(gimple_stmt_iterator *at, gimple *statement)
{
    gimple_set_location(statement, gimple_location(gsi_stmt(*at)));
    gsi_insert_before(at, statement, GSI_SAME_STMT);
}

tree mz_new_name(gimple_stmt_iterator *at, tree value)
{
    tree name = make_ssa_name(TYPE_MAIN_VARIANT(TREE_TYPE(value)));

    mz_insert(at, gimple_build_assign(name, value));
    return name;
}

void mz_refuse_access(const gimple *statement, const char *why)
{
    error_at(gimple_location(statement),
             "mazurka cannot see this access to memory: %s", why);
}
