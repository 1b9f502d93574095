/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_calls.h"

#include "compilers/gcc_copies.h"

#include "cfghooks.h"
#include "gimple-expr.h"
#include "tree-eh.h"

/* Of types that are constructed in place, the address is passed. */
static bool is_passed_as_copy(tree value)
{
    return !is_gimple_reg_type(TREE_TYPE(value)) &&
           !TREE_ADDRESSABLE(TREE_TYPE(value));
}

static void see_argument(gimple_stmt_iterator *at, unsigned i)
{
    gimple *call = gsi_stmt(*at);
    tree value = gimple_call_arg(call, i);

    if (TREE_CODE(value) == WITH_SIZE_EXPR)
        mz_refuse_access(call, "a structure of variable size is passed");
    else if (is_passed_as_copy(value) && !mz_is_private(value) &&
             !mz_is_constant(value) && mz_size_of(value))
        gimple_call_set_arg(call, i, mz_read_privately(at, value));
}

/* A statement to insert others before: where the call has returned. */
static gimple_stmt_iterator after_call(gimple_stmt_iterator *at, gimple *last)
{
    edge returns;

    if (!stmt_ends_bb_p(gsi_stmt(*at))) {
        gsi_insert_after(at, last, GSI_SAME_STMT);
    } else if ((returns = find_fallthru_edge(gimple_bb(gsi_stmt(*at))->succs)))
        gsi_insert_on_edge_immediate(returns, last);
    return gsi_for_stmt(last);
}

/* The result goes to a private variable first; the assignment that follows the
 * call is then a copy like others. */
static void see_result(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    tree result = gimple_call_lhs(call);
    tree variable;

    if (!result || !is_passed_as_copy(result) || mz_is_private(result))
        return;
    if (!mz_size_of(result)) {
        if (!integer_zerop(TYPE_SIZE_UNIT(TREE_TYPE(result))))
            mz_refuse_access(call, "a structure of variable size is returned");
        return;
    }
    if (stmt_ends_bb_p(call) && !find_fallthru_edge(gimple_bb(call)->succs))
        return; /* it does not return */
    variable = mz_new_variable(TREE_TYPE(result));
    gimple_call_set_lhs(call, variable);
    gimple *assign = gimple_build_assign(result, variable);
    gimple_set_location(assign, gimple_location(call));
    gimple_stmt_iterator next = after_call(at, assign);
    mz_see_copy(&next);
}

void mz_see_values(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);

    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        see_argument(at, i);
    see_result(at);
    update_stmt(call);
}
