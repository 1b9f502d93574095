/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_target.h"

/* How much is accessed: what the function returns, what its second argument
 * holds, what its pointer points to, the environment of x87 (which gcc saves
 * where an _Atomic number of C is added to), or nothing at all. */
enum extent { RESULT, VALUE, POINTEE, ENVIRONMENT, NOTHING };

static const unsigned environment_size = 28;

static const char prefix[] = "__builtin_ia32_";

static const struct {
    const char *name; /* without the prefix; all that begin so */
    bool writes;
    enum extent extent;
} rows[] = {
    {"addcarryx_u", true, POINTEE},
    {"sbb_u", true, POINTEE},
    {"clflush", false, NOTHING},
    {"clwb", false, NOTHING},
    {"cldemote", false, NOTHING},
    {"fldenv", false, ENVIRONMENT},
    {"fnstenv", true, ENVIRONMENT},
    {"lddqu", false, RESULT},
    {"loadhp", false, POINTEE},
    {"loadlp", false, POINTEE},
    {"movnti", true, VALUE},
    {"movntdqa", false, RESULT},
    {"movntdq", true, VALUE},
    {"movntp", true, VALUE},
    {"movntq", true, VALUE},
    {"monitor", false, NOTHING},
    {"storehps", true, POINTEE},
    {"storelps", true, POINTEE},
    {"umonitor", false, NOTHING},
    {"vbroadcasts", false, POINTEE},
    {"vbroadcastf128_", false, POINTEE},
    {"vbroadcasti128_", false, POINTEE},
};

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static int row_of(const char *name)
{
    if (!starts(name, prefix))
        return -1;
    name += sizeof prefix - 1;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (starts(name, rows[i].name))
            return i;
    return -1;
}

static int pointer_argument(const gimple *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
            return i;
    return -1;
}

static tree pointee_of(tree function, tree pointer)
{
    for (tree type = TYPE_ARG_TYPES(function); type; type = TREE_CHAIN(type))
        if (POINTER_TYPE_P(TREE_VALUE(type)))
            return TREE_TYPE(TREE_VALUE(type));
    return TREE_TYPE(TREE_TYPE(pointer));
}

static tree size_of(const gimple *call, enum extent extent, tree pointer)
{
    tree function = TREE_TYPE(gimple_call_fndecl(call));

    switch (extent) {
    case RESULT:
        return TYPE_SIZE_UNIT(TREE_TYPE(function));
    case VALUE:
        return TYPE_SIZE_UNIT(TREE_TYPE(gimple_call_arg(call, 1)));
    case ENVIRONMENT:
        return size_int(environment_size);
    default:
        return TYPE_SIZE_UNIT(pointee_of(function, pointer));
    }
}

void mz_see_target_builtin(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    tree function = gimple_call_fndecl(call);
    int row = row_of(IDENTIFIER_POINTER(DECL_NAME(function)));
    int argument = pointer_argument(call);
    tree pointer;

    if (argument < 0)
        return;
    pointer = gimple_call_arg(call, argument);
    if (TREE_CODE(pointer) == ADDR_EXPR &&
        mz_is_private(TREE_OPERAND(pointer, 0)))
        return;
    if (row < 0) {
        mz_refuse_access(call, IDENTIFIER_POINTER(DECL_NAME(function)));
        return;
    }
    if (rows[row].extent == NOTHING)
        return;
    tree hook =
        builtin_decl_implicit(rows[row].writes ? BUILT_IN_TSAN_WRITE_RANGE
                                               : BUILT_IN_TSAN_READ_RANGE);
    mz_insert(at, gimple_build_call(hook, 2, unshare_expr(pointer),
                                    size_of(call, rows[row].extent, pointer)));
}
