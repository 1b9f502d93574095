/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What std::map, std::set and kin leave to libstdc++: red-black trees ([CLRS],
 * ch. 13), without the values. The header of a tree is a red node that stands
 * above the root: its parent is the root, its children are the first and the
 * last node (the header itself if there is none).
 */
#include "runtime/libstdcxx_nodes.h"

enum side { LEFT, RIGHT };
enum color { RED, BLACK };

struct node {
    enum color color;
    struct node *parent;
    struct node *child[2];
};

static struct node *get_parent(struct node *node, void *pc)
{
    return MZ_GET(node->parent);
}

static struct node *get_child(struct node *node, enum side side, void *pc)
{
    return MZ_GET(node->child[side]);
}

/* Absent nodes are black. */
static bool is_red(struct node *node, void *pc)
{
    return node && MZ_GET(node->color) == RED;
}

static void set_parent(struct node *node, struct node *parent, void *pc)
{
    MZ_SET(node->parent, parent);
}

static void set_child(struct node *node, enum side side, struct node *child,
                      void *pc)
{
    MZ_SET(node->child[side], child);
}

static void set_color(struct node *node, enum color color, void *pc)
{
    MZ_SET(node->color, color);
}

/* The last one on that side below the node. */
static struct node *outermost(struct node *node, enum side side, void *pc)
{
    struct node *child;

    while ((child = get_child(node, side, pc)))
        node = child;
    return node;
}

/* `node`, which may be absent, takes the place of `old` below its parent. */
static void replace(struct node *old, struct node *node, struct node *header,
                    void *pc)
{
    struct node *parent = get_parent(old, pc);

    if (get_parent(header, pc) == old)
        set_parent(header, node, pc);
    else
        set_child(parent, get_child(parent, RIGHT, pc) == old, node, pc);
    if (node)
        set_parent(node, parent, pc);
}

/* The child on the other side comes above the node, which goes to `side`. */
static void rotate(struct node *node, enum side side, struct node *header,
                   void *pc)
{
    struct node *up = get_child(node, !side, pc);
    struct node *inner = get_child(up, side, pc);

    set_child(node, !side, inner, pc);
    if (inner)
        set_parent(inner, node, pc);
    replace(node, up, header, pc);
    set_child(up, side, node, pc);
    set_parent(node, up, pc);
}

/* ---- the next one -------------------------------------------------------- */

/* The next node on that side of all others; past the last one the header. */
static struct node *step(struct node *node, enum side side, void *pc)
{
    struct node *up = get_child(node, side, pc);

    if (up)
        return outermost(up, !side, pc);
    up = get_parent(node, pc);
    while (get_child(up, side, pc) == node) {
        node = up;
        up = get_parent(up, pc);
    }
    /* From the root to the header, which is the root's parent. */
    return get_child(node, side, pc) == up ? node : up;
}

static struct node *step_back(struct node *node, void *pc)
{
    struct node *parent;

    if (is_red(node, pc) && (parent = get_parent(node, pc)) &&
        get_parent(parent, pc) == node)
        return get_child(node, RIGHT, pc); /* from the header: the last one */
    return step(node, LEFT, pc);
}

#define EXPORT_STEP(name, of_node, ...)                 \
    MZ_EXPORT struct node *name(struct node *node);     \
    MZ_EXPORT struct node *name(struct node *node)      \
    {                                                   \
        return of_node(__VA_ARGS__, (void *)MZ_PC);     \
    }

/* std::_Rb_tree_increment, of nodes and of constant nodes */
EXPORT_STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, step, node, RIGHT)
EXPORT_STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, step, node, RIGHT)
/* std::_Rb_tree_decrement */
EXPORT_STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, step_back, node)
EXPORT_STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, step_back, node)

/* ---- insertion ----------------------------------------------------------- */

static void attach(struct node *node, enum side side, struct node *parent,
                   struct node *header, void *pc)
{
    set_color(node, RED, pc);
    set_parent(node, parent, pc);
    set_child(node, LEFT, NULL, pc);
    set_child(node, RIGHT, NULL, pc);
    if (parent == header) {
        set_parent(header, node, pc);
        set_child(header, LEFT, node, pc);
        set_child(header, RIGHT, node, pc);
        return;
    }
    set_child(parent, side, node, pc);
    if (get_child(header, side, pc) == parent)
        set_child(header, side, node, pc);
}

/* A red node below a red parent on `side` of its own: which is red then. */
static struct node *mend_red(struct node *node, struct node *parent,
                             struct node *header, void *pc)
{
    struct node *above = get_parent(parent, pc);
    enum side side = get_child(above, RIGHT, pc) == parent;
    struct node *uncle = get_child(above, !side, pc);

    set_color(above, RED, pc);
    if (is_red(uncle, pc)) {
        set_color(parent, BLACK, pc);
        set_color(uncle, BLACK, pc);
        return above;
    }
    if (get_child(parent, !side, pc) == node) {
        rotate(parent, side, header, pc);
        parent = node;
    }
    set_color(parent, BLACK, pc);
    rotate(above, !side, header, pc);
    return NULL;
}

/* std::_Rb_tree_insert_and_rebalance */
#define INSERT \
    _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
MZ_EXPORT void INSERT(bool left, struct node *node, struct node *parent,
                      struct node *header);
MZ_EXPORT void INSERT(bool left, struct node *node, struct node *parent,
                      struct node *header)
{
    void *pc = (void *)MZ_PC;

    attach(node, left ? LEFT : RIGHT, parent, header, pc);
    while (node && node != get_parent(header, pc)) {
        parent = get_parent(node, pc);
        if (!is_red(parent, pc))
            break;
        node = mend_red(node, parent, header, pc);
    }
    set_color(get_parent(header, pc), BLACK, pc);
}

/* ---- removal ------------------------------------------------------------- */

/* A path that has lost a black node: it ends with the child on `side` of
 * `parent`, which may be absent. */
struct gap {
    struct node *parent;
    enum side side;
};

static struct node *at_gap(const struct gap *gap, struct node *header, void *pc)
{
    return gap->parent == header ? get_parent(header, pc)
                                 : get_child(gap->parent, gap->side, pc);
}

static struct gap gap_of(struct node *node, void *pc)
{
    struct node *parent = get_parent(node, pc);

    return (struct gap){parent, get_child(parent, RIGHT, pc) == node};
}

/* The sibling, made black if it is red. */
static struct node *black_sibling(const struct gap *gap, struct node *header,
                                  void *pc)
{
    struct node *sibling = get_child(gap->parent, !gap->side, pc);

    if (!is_red(sibling, pc))
        return sibling;
    set_color(sibling, BLACK, pc);
    set_color(gap->parent, RED, pc);
    rotate(gap->parent, gap->side, header, pc);
    return get_child(gap->parent, !gap->side, pc);
}

/* The sibling is black, and has a red child: that ends the matter. */
static void borrow(const struct gap *gap, struct node *sibling,
                   struct node *header, void *pc)
{
    if (!is_red(get_child(sibling, !gap->side, pc), pc)) {
        set_color(get_child(sibling, gap->side, pc), BLACK, pc);
        set_color(sibling, RED, pc);
        rotate(sibling, !gap->side, header, pc);
        sibling = get_child(gap->parent, !gap->side, pc);
    }
    set_color(sibling, is_red(gap->parent, pc) ? RED : BLACK, pc);
    set_color(gap->parent, BLACK, pc);
    set_color(get_child(sibling, !gap->side, pc), BLACK, pc);
    rotate(gap->parent, gap->side, header, pc);
}

static void mend_gap(struct gap gap, struct node *header, void *pc)
{
    struct node *node, *sibling;

    while (gap.parent != header) {
        if (is_red(at_gap(&gap, header, pc), pc))
            break;
        sibling = black_sibling(&gap, header, pc);
        if (is_red(get_child(sibling, LEFT, pc), pc) ||
            is_red(get_child(sibling, RIGHT, pc), pc)) {
            borrow(&gap, sibling, header, pc);
            return;
        }
        set_color(sibling, RED, pc);
        if (is_red(gap.parent, pc)) {
            set_color(gap.parent, BLACK, pc);
            return;
        }
        gap = gap_of(gap.parent, pc);
    }
    node = at_gap(&gap, header, pc);
    if (node)
        set_color(node, BLACK, pc);
}

/* The first and the last node, should this have been one. */
static void forget(struct node *node, struct node *header, void *pc)
{
    for (enum side side = LEFT; side <= RIGHT; side++) {
        struct node *inner;

        if (get_child(header, side, pc) != node)
            continue;
        inner = get_child(node, !side, pc);
        set_child(header, side,
                  inner ? outermost(inner, side, pc) : get_parent(node, pc),
                  pc);
    }
}

/* Of a node with two children, whose place its successor takes, with its
 * color; where the successor is missed. */
static struct gap detach_inner(struct node *node, struct node *header, void *pc)
{
    struct node *right = get_child(node, RIGHT, pc);
    struct node *next = outermost(right, LEFT, pc), *left;
    struct gap gap = {next, RIGHT};

    if (next != right) {
        gap = (struct gap){get_parent(next, pc), LEFT};
        replace(next, get_child(next, RIGHT, pc), header, pc);
        set_child(next, RIGHT, right, pc);
        set_parent(right, next, pc);
    }
    left = get_child(node, LEFT, pc);
    set_child(next, LEFT, left, pc);
    set_parent(left, next, pc);
    replace(node, next, header, pc);
    return gap;
}

/* std::_Rb_tree_rebalance_for_erase */
#define ERASE _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
MZ_EXPORT struct node *ERASE(struct node *node, struct node *header);
MZ_EXPORT struct node *ERASE(struct node *node, struct node *header)
{
    void *pc = (void *)MZ_PC;
    struct node *left = get_child(node, LEFT, pc);
    struct node *right = get_child(node, RIGHT, pc);
    bool was_red = is_red(node, pc);
    struct gap gap;

    if (left && right) {
        struct node *next = outermost(right, LEFT, pc);
        bool next_was_red = is_red(next, pc);

        gap = detach_inner(node, header, pc);
        set_color(next, was_red ? RED : BLACK, pc);
        was_red = next_was_red;
    } else {
        gap = gap_of(node, pc);
        forget(node, header, pc);
        replace(node, left ? left : right, header, pc);
    }
    if (!was_red)
        mend_gap(gap, header, pc);
    return node;
}

/* std::_Rb_tree_black_count: of the nodes from one up to the root */
#define COUNT _ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_
MZ_EXPORT unsigned COUNT(struct node *node, struct node *root);
MZ_EXPORT unsigned COUNT(struct node *node, struct node *root)
{
    void *pc = (void *)MZ_PC;
    unsigned count = 0;

    if (!node)
        return 0;
    for (; node != root; node = get_parent(node, pc))
        count += !is_red(node, pc);
    return count + !is_red(root, pc);
}
