/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_library.h"

#include "builtins.h"
#include "cgraph.h"
#include "diagnostic-core.h"

static const char *symbol_of(tree function)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));

    return name + (*name == '*');
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* Atomic ones become calls in the pass for ThreadSanitizer; those of the
 * sanitizers and of OpenMP are calls. */
static bool is_seen_elsewhere(const char *symbol)
{
    static const char *const families[] = {
        "__atomic_", "__sync_", "__tsan_", "__asan_", "__ubsan_",
        "__hwasan_", "GOMP_",   "GOACC_",  "__cxa_",  "_Unwind_"};

    for (const char *family : families)
        if (starts(symbol, family))
            return true;
    return false;
}

static bool takes_pointers(const gimple *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
            return true;
    return false;
}

static bool points_to_private(tree pointer)
{
    return TREE_CODE(pointer) == ADDR_EXPR &&
           (mz_is_private(TREE_OPERAND(pointer, 0)) ||
            mz_is_constant(TREE_OPERAND(pointer, 0)));
}

static bool takes_private_ones(const gimple *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree argument = gimple_call_arg(call, i);

        if (POINTER_TYPE_P(TREE_TYPE(argument)) && !points_to_private(argument))
            return false;
    }
    return true;
}

/* The same function, of which the compiler knows nothing. */
static tree unknown_twin(tree function)
{
    tree twin = build_fn_decl(symbol_of(function), TREE_TYPE(function));

    SET_DECL_ASSEMBLER_NAME(twin, DECL_ASSEMBLER_NAME(function));
    TREE_NOTHROW(twin) = TREE_NOTHROW(function);
    TREE_THIS_VOLATILE(twin) = TREE_THIS_VOLATILE(function);
    return twin;
}

static void call_truly(gimple *call)
{
    tree function = gimple_call_fndecl(call);
    cgraph_node *node = cgraph_node::get(function);

    if (node && node->definition) /* the program's own memcpy */
        set_decl_built_in_function(function, NOT_BUILT_IN, 0);
    else
        gimple_call_set_fndecl(call, unknown_twin(function));
    gimple_call_reset_alias_info(as_a<gcall *>(call));
    update_stmt(call);
}

/* ---- what only gcc has --------------------------------------------------- */

/* They touch no memory, or none but the frame and what belongs to unwinding. */
static bool touches_nothing(enum built_in_function code)
{
    switch (code) {
    case BUILT_IN_ADJUST_TRAMPOLINE:
    case BUILT_IN_ALLOCA_WITH_ALIGN:
    case BUILT_IN_APPLY:
    case BUILT_IN_APPLY_ARGS:
    case BUILT_IN_ASSUME_ALIGNED:
    case BUILT_IN_CLEAR_CACHE:
    case BUILT_IN_CONSTANT_P:
    case BUILT_IN_CXA_END_CLEANUP:
    case BUILT_IN_DWARF_CFA:
    case BUILT_IN_DYNAMIC_OBJECT_SIZE:
    case BUILT_IN_EH_COPY_VALUES:
    case BUILT_IN_EH_FILTER:
    case BUILT_IN_EH_POINTER:
    case BUILT_IN_EH_RETURN:
    case BUILT_IN_EXPECT:
    case BUILT_IN_EXPECT_WITH_PROBABILITY:
    case BUILT_IN_EXTEND_POINTER:
    case BUILT_IN_EXTRACT_RETURN_ADDR:
    case BUILT_IN_FROB_RETURN_ADDR:
    case BUILT_IN_INIT_DESCRIPTOR:
    case BUILT_IN_INIT_DWARF_REG_SIZES:
    case BUILT_IN_INIT_HEAP_TRAMPOLINE:
    case BUILT_IN_INIT_TRAMPOLINE:
    case BUILT_IN_NONLOCAL_GOTO:
    case BUILT_IN_OBJECT_SIZE:
    case BUILT_IN_PREFETCH:
    case BUILT_IN_RETURN:
    case BUILT_IN_SETJMP_RECEIVER:
    case BUILT_IN_SPECULATION_SAFE_VALUE_PTR:
    case BUILT_IN_STACK_RESTORE:
    case BUILT_IN_UNWIND_INIT:
    case BUILT_IN_UNWIND_RESUME:
    case BUILT_IN_VA_ARG_PACK:
    case BUILT_IN_VA_END:
        return true;
    default:
        return false;
    }
}

static void announce(gimple_stmt_iterator *at, enum built_in_function hook,
                     tree address, tree size)
{
    mz_insert(at, gimple_build_call(builtin_decl_implicit(hook), 2,
                                    unshare_expr(address), size));
}

/* va_start(list, last) and va_copy(to, from). */
static void see_arguments_list(gimple_stmt_iterator *at, bool copies)
{
    gimple *call = gsi_stmt(*at);
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(va_list_type_node));

    if (copies && !points_to_private(gimple_call_arg(call, 1)))
        announce(at, BUILT_IN_TSAN_READ_RANGE, gimple_call_arg(call, 1), size);
    if (!points_to_private(gimple_call_arg(call, 0)))
        announce(at, BUILT_IN_TSAN_WRITE_RANGE, gimple_call_arg(call, 0), size);
}

/* A buffer of __builtin_setjmp has five words; which of them are used depends
 * on the processor and on options. */
static bool see_jump(gimple_stmt_iterator *at, enum built_in_function code)
{
    tree buffer = gimple_call_arg(gsi_stmt(*at), 0);
    tree size = size_int(5 * UNITS_PER_WORD);

    switch (code) {
    case BUILT_IN_LONGJMP:
        announce(at, BUILT_IN_TSAN_READ_RANGE, buffer, size);
        return true;
    case BUILT_IN_SETJMP:
    case BUILT_IN_SETJMP_SETUP:
    case BUILT_IN_UPDATE_SETJMP_BUF:
        announce(at, BUILT_IN_TSAN_WRITE_RANGE, buffer, size);
        return true;
    default:
        return false;
    }
}

/* Frames are left that the runtime does not hear of. */
static void refuse_jump(const gimple *call, enum built_in_function code)
{
    if ((flag_sanitize & SANITIZE_ADDRESS) &&
        (code == BUILT_IN_LONGJMP || code == BUILT_IN_NONLOCAL_GOTO))
        error_at(gimple_location(call),
                 "mazurka cannot follow this jump out of frames with red "
                 "zones: use %<longjmp%>, or no %<-fsanitize=address%>");
}

static void see_own(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    enum built_in_function code = DECL_FUNCTION_CODE(gimple_call_fndecl(call));

    refuse_jump(call, code);
    if (code == BUILT_IN_VA_START || code == BUILT_IN_VA_COPY)
        see_arguments_list(at, code == BUILT_IN_VA_COPY);
    else if (see_jump(at, code))
        return;
    else if (!touches_nothing(code))
        mz_refuse_access(call, "this built-in function of gcc is not known");
}

void mz_see_builtin(gimple_stmt_iterator *at)
{
    gimple *call = gsi_stmt(*at);
    const char *symbol = symbol_of(gimple_call_fndecl(call));

    if (!takes_pointers(call) || is_seen_elsewhere(symbol))
        return;
    if (takes_private_ones(call))
        return;
    if (starts(symbol, "__builtin_"))
        see_own(at);
    else
        call_truly(call);
}
