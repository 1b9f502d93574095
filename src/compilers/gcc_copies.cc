/* SPDX-License-Identifier: Apache-2.0 */
#include "compilers/gcc_copies.h"

#include "compilers/gcc_local.h"

#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-fold.h"
#include "gimplify-me.h"
#include "tree-eh.h"

/* In words, where there are few of them; else memmove and memset do it. */
enum { WORD = 8, MOST_INLINE = 8 * WORD };

/* One side of a copy. */
struct place {
    tree address;
    unsigned align;
    bool is_volatile;
};

static place place_of(gimple_stmt_iterator *at, tree reference)
{
    return {mz_address_of(at, reference), mz_alignment_of(reference),
            (bool)TREE_THIS_VOLATILE(reference)};
}

/* Whole words first, then what is left: 4, 2 and 1 bytes. */
static unsigned piece_of(unsigned HOST_WIDE_INT left)
{
    unsigned piece = WORD;

    while (piece > left)
        piece /= 2;
    return piece;
}

static void call_library(gimple_stmt_iterator *at, const char *name, tree to,
                         tree second, tree size)
{
    tree type =
        build_function_type_list(ptr_type_node, ptr_type_node,
                                 TREE_TYPE(second), size_type_node, NULL_TREE);

    mz_insert(
        at, gimple_build_call(build_fn_decl(name, type), 3, to, second, size));
}

/* What is in padding is nobody's: it must not be read as a number. */
static bool has_padding(tree type, unsigned HOST_WIDE_INT size)
{
    unsigned char mask[MOST_INLINE];

    memset(mask, 0xff, sizeof mask);
    clear_type_padding_in_mask(type, mask);
    for (unsigned i = 0; i < size; i++)
        if (mask[i] != 0xff)
            return true;
    return false;
}

static void copy_words(gimple_stmt_iterator *at, tree to, tree from,
                       unsigned HOST_WIDE_INT size)
{
    place t = place_of(at, to), f = place_of(at, from);

    for (unsigned offset = 0, piece; offset < size; offset += piece) {
        piece = piece_of(size - offset);
        tree word = mz_new_name(
            at, mz_word_at(f.address, offset, piece, f.align, f.is_volatile));
        mz_insert(at, gimple_build_assign(mz_word_at(t.address, offset, piece,
                                                     t.align, t.is_volatile),
                                          word));
    }
}

static void fill_words(gimple_stmt_iterator *at, tree to,
                       unsigned HOST_WIDE_INT size)
{
    place t = place_of(at, to);

    for (unsigned offset = 0, piece; offset < size; offset += piece) {
        piece = piece_of(size - offset);
        tree word =
            mz_word_at(t.address, offset, piece, t.align, t.is_volatile);
        mz_insert(at,
                  gimple_build_assign(word, build_zero_cst(TREE_TYPE(word))));
    }
}

static void copy(gimple_stmt_iterator *at, tree to, tree from)
{
    unsigned HOST_WIDE_INT size = mz_size_of(to);

    if (size <= MOST_INLINE && !has_padding(TREE_TYPE(to), size))
        copy_words(at, to, from, size);
    else
        call_library(at, "memmove", mz_address_of(at, to),
                     mz_address_of(at, from), size_int(size));
}

static void fill(gimple_stmt_iterator *at, tree to)
{
    unsigned HOST_WIDE_INT size = mz_size_of(to);

    if (size <= MOST_INLINE)
        fill_words(at, to, size);
    else
        call_library(at, "memset", mz_address_of(at, to), integer_zero_node,
                     size_int(size));
}

/* What is not written of it is not known to be so any more, once it is where
 * nothing is announced: it counts as read (local.h). */
static void tell_all_is_read(gimple_stmt_iterator *at, tree reference)
{
    tree type = build_function_type_list(void_type_node, ptr_type_node,
                                         size_type_node, NULL_TREE);

    mz_insert(at, gimple_build_call(build_fn_decl("__tsan_read_range", type), 2,
                                    mz_address_of(at, reference),
                                    size_int(mz_size_of(reference))));
}

tree mz_read_privately(gimple_stmt_iterator *at, tree reference)
{
    tree variable = mz_new_variable(TREE_TYPE(reference));

    if (mz_locals_are_told())
        tell_all_is_read(at, reference);
    copy(at, variable, reference);
    return variable;
}

/* ---- structures and arrays ----------------------------------------------- */

/* C calls it empty braces, gcc a constructor without elements. */
static bool is_zeros(tree value)
{
    return TREE_CODE(value) == CONSTRUCTOR && !CONSTRUCTOR_NELTS(value);
}

static void remove(gimple_stmt_iterator *at)
{
    gimple *old = gsi_stmt(*at);

    unlink_stmt_vdef(old);
    gsi_remove(at, true);
    release_defs(old);
}

/* A private value is put into memory that others see. */
static void publish(gimple_stmt_iterator *at, tree to, tree from)
{
    tree variable = mz_new_variable(TREE_TYPE(to));

    mz_insert(at, gimple_build_assign(variable, from));
    copy(at, to, variable);
}

static void split(gimple_stmt_iterator *at, tree to, tree from)
{
    bool from_shared =
        !is_zeros(from) && !mz_is_constant(from) && !mz_is_private(from);

    if (mz_is_private(to)) {
        gimple_assign_set_rhs1(gsi_stmt(*at), mz_read_privately(at, from));
        update_stmt(gsi_stmt(*at));
        return;
    }
    if (is_zeros(from))
        fill(at, to);
    else if (from_shared)
        copy(at, to, from);
    else
        publish(at, to, from);
    remove(at);
}

static bool is_seen_by_nobody(tree to, tree from)
{
    return mz_is_private(to) &&
           (is_zeros(from) || mz_is_constant(from) || mz_is_private(from));
}

static void see_sized(gimple_stmt_iterator *at, tree to, tree from)
{
    call_library(at, "memmove", mz_address_of(at, to),
                 mz_address_of(at, TREE_OPERAND(from, 0)),
                 unshare_expr(TREE_OPERAND(from, 1)));
    remove(at);
}

static void see_aggregate(gimple_stmt_iterator *at, tree to, tree from)
{
    gimple *statement = gsi_stmt(*at);

    if (stmt_ends_bb_p(statement))
        mz_refuse_access(statement, "a structure is copied where that may "
                                    "throw (-fnon-call-exceptions)");
    else if (TREE_CODE(from) == WITH_SIZE_EXPR)
        see_sized(at, to, from);
    else if (!TREE_CONSTANT(TYPE_SIZE_UNIT(TREE_TYPE(to))))
        mz_refuse_access(statement, "a structure of variable size is copied");
    else if (mz_size_of(to) && !is_seen_by_nobody(to, from))
        split(at, to, from);
}

/* ---- bit-fields ---------------------------------------------------------- */

/* Where the word that holds a bit-field is in its structure, in bytes, and
 * where the field is in the word, in bits. */
struct bits {
    unsigned offset, size;
    unsigned position, width;
};

static bool constant_at(tree field, unsigned HOST_WIDE_INT *bits)
{
    if (!tree_fits_uhwi_p(DECL_FIELD_OFFSET(field)) ||
        !tree_fits_uhwi_p(DECL_FIELD_BIT_OFFSET(field)) || !DECL_SIZE(field) ||
        !tree_fits_uhwi_p(DECL_SIZE(field)))
        return false;
    *bits = tree_to_uhwi(DECL_FIELD_OFFSET(field)) * BITS_PER_UNIT +
            tree_to_uhwi(DECL_FIELD_BIT_OFFSET(field));
    return true;
}

static bool locate(tree field, struct bits *bits)
{
    tree word = DECL_BIT_FIELD_REPRESENTATIVE(field);
    unsigned HOST_WIDE_INT word_at, field_at;

    if (!word || !constant_at(word, &word_at) ||
        !constant_at(field, &field_at) || word_at % BITS_PER_UNIT)
        return false;
    bits->offset = word_at / BITS_PER_UNIT;
    bits->size = tree_to_uhwi(DECL_SIZE(word)) / BITS_PER_UNIT;
    bits->position = field_at - word_at;
    bits->width = tree_to_uhwi(DECL_SIZE(field));
    return bits->size <= WORD && !(bits->size & (bits->size - 1));
}

static bool is_bit_field(tree reference)
{
    return TREE_CODE(reference) == COMPONENT_REF &&
           DECL_BIT_FIELD_TYPE(TREE_OPERAND(reference, 1)) &&
           INTEGRAL_TYPE_P(TREE_TYPE(reference));
}

static void see_bit_field(gimple_stmt_iterator *at, tree to)
{
    gimple *statement = gsi_stmt(*at);
    tree outer = TREE_OPERAND(to, 0);
    struct bits bits;

    if (mz_is_private(to) || stmt_ends_bb_p(statement) ||
        !locate(TREE_OPERAND(to, 1), &bits))
        return;
    place place = place_of(at, outer);
    tree word = mz_word_at(place.address, bits.offset, bits.size, place.align,
                           TREE_THIS_VOLATILE(to));
    tree old = mz_new_name(at, word);
    tree value = mz_new_name(
        at, build1(NOP_EXPR, build_nonstandard_integer_type(bits.width, 1),
                   gimple_assign_rhs1(statement)));
    tree both = make_ssa_name(TREE_TYPE(old));
    mz_insert(at, gimple_build_assign(both, BIT_INSERT_EXPR, old, value,
                                      bitsize_int(bits.position)));
    mz_insert(at, gimple_build_assign(unshare_expr(word), both));
    remove(at);
}

/* ---- fields without an address ------------------------------------------- */

/* The halves of a pointer to a member function: gcc announces no access to a
 * field of which the language cannot take the address. */
static bool is_without_address(tree reference)
{
    return TREE_CODE(reference) == COMPONENT_REF &&
           DECL_NONADDRESSABLE_P(TREE_OPERAND(reference, 1)) &&
           !DECL_BIT_FIELD_TYPE(TREE_OPERAND(reference, 1)) &&
           !mz_is_private(reference) && !mz_is_constant(reference);
}

/* The same access, by the address. */
static void see_field(gimple_stmt_iterator *at, tree *reference)
{
    tree any = build_pointer_type_for_mode(char_type_node, ptr_mode, true);
    tree field = *reference;

    if (!is_gimple_reg_type(TREE_TYPE(field)) || !is_without_address(field))
        return;
    *reference = fold_build2(MEM_REF, TREE_TYPE(field),
                             mz_address_of(at, field), build_int_cst(any, 0));
    TREE_THIS_VOLATILE(*reference) = TREE_THIS_VOLATILE(field);
    update_stmt(gsi_stmt(*at));
}

/* ---- constant objects that are volatile ---------------------------------- */

static bool is_volatile_constant(tree base)
{
    return base && VAR_P(base) && TREE_READONLY(base) &&
           TREE_THIS_VOLATILE(base) && is_global_var(base);
}

/* gcc announces no access to what is constant; but such an object lies among
 * those that change, where each access is looked for. So it is read by its
 * address. */
static void see_constant(gimple_stmt_iterator *at, tree *reference)
{
    tree base = get_base_address(*reference);
    tree whole = *reference, *inner = &whole;

    if (!is_volatile_constant(base))
        return;
    whole = unshare_expr(whole);
    while (handled_component_p(*inner))
        inner = &TREE_OPERAND(*inner, 0);
    tree address = mz_new_name(at, build_fold_addr_expr(unshare_expr(*inner)));
    *inner = build2(MEM_REF, TREE_TYPE(*inner), address,
                    build_zero_cst(TREE_TYPE(address)));
    TREE_THIS_VOLATILE(*inner) = TREE_SIDE_EFFECTS(*inner) = 1;
    *reference = whole;
    update_stmt(gsi_stmt(*at));
}

void mz_see_copy(gimple_stmt_iterator *at)
{
    gimple *statement = gsi_stmt(*at);
    tree to;

    if (!gimple_assign_single_p(statement) || gimple_clobber_p(statement))
        return;
    see_constant(at, gimple_assign_rhs1_ptr(statement));
    see_field(at, gimple_assign_lhs_ptr(statement));
    see_field(at, gimple_assign_rhs1_ptr(statement));
    if (!gimple_store_p(statement))
        return;
    to = gimple_assign_lhs(statement);
    if (is_bit_field(to))
        see_bit_field(at, to);
    else if (!is_gimple_reg_type(TREE_TYPE(to)))
        see_aggregate(at, to, gimple_assign_rhs1(statement));
}
