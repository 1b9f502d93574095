/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_verifier_function.h"

#include "compilers/verifier_function.h"

#include "stringpool.h"
#include "tree-iterator.h"

static tree call_of(const char *name)
{
    tree type = build_function_type_list(void_type_node, NULL_TREE);

    return build_call_expr(build_fn_decl(name, type), 0);
}

static void put_around(tree function, const char *first, const char *last)
{
    tree all = NULL_TREE, body = DECL_SAVED_TREE(function);

    if (last) /* however it is left */
        body = build2(TRY_FINALLY_EXPR, void_type_node, body, call_of(last));
    append_to_statement_list_force(call_of(first), &all);
    append_to_statement_list_force(body, &all);
    DECL_SAVED_TREE(function) =
        build3(BIND_EXPR, void_type_node, NULL_TREE, all, NULL_TREE);
}

void mz_see_verifier_function(tree function)
{
    const char *name =
        DECL_NAME(function) ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";

    if (!DECL_SAVED_TREE(function))
        return;
    if (mz_is_atomic_function(name))
        put_around(function, MZ_ATOMIC_BEGIN, MZ_ATOMIC_END);
    else if (mz_is_reach_error(name))
        put_around(function, MZ_REACH_ERROR, nullptr);
}
