/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What std::list leaves to libstdc++: its nodes in a ring, of which the list
 * itself has one. An empty ring is a node that follows itself.
 */
#include "runtime/libstdcxx_nodes.h"

struct node {
    struct node *next, *previous;
};

#define MEMBER_OF_NODE(name) _ZNSt8__detail15_List_node_base##name

/* `to` comes right after `from`. */
static void join(struct node *from, struct node *to, void *pc)
{
    MZ_SET(from->next, to);
    MZ_SET(to->previous, from);
}

/* std::__detail::_List_node_base::_M_hook: `node` comes before `place`. */
MZ_EXPORT void MEMBER_OF_NODE(7_M_hookEPS0_)(struct node *node,
                                             struct node *place);
MZ_EXPORT void MEMBER_OF_NODE(7_M_hookEPS0_)(struct node *node,
                                             struct node *place)
{
    void *pc = (void *)MZ_PC;
    struct node *before = MZ_GET(place->previous);

    join(node, place, pc);
    join(before, node, pc);
}

/* _M_unhook */
MZ_EXPORT void MEMBER_OF_NODE(9_M_unhookEv)(struct node *node);
MZ_EXPORT void MEMBER_OF_NODE(9_M_unhookEv)(struct node *node)
{
    void *pc = (void *)MZ_PC;
    struct node *next = MZ_GET(node->next);

    join(MZ_GET(node->previous), next, pc);
}

/* _M_transfer: the nodes from `first` on, up to that before `end`, come before
 * `place`, which is none of them. */
MZ_EXPORT void MEMBER_OF_NODE(11_M_transferEPS0_S1_)(struct node *place,
                                                     struct node *first,
                                                     struct node *end);
MZ_EXPORT void MEMBER_OF_NODE(11_M_transferEPS0_S1_)(struct node *place,
                                                     struct node *first,
                                                     struct node *end)
{
    void *pc = (void *)MZ_PC;
    struct node *last, *before_first, *before_place;

    if (place == end)
        return;
    last = MZ_GET(end->previous);
    before_first = MZ_GET(first->previous);
    before_place = MZ_GET(place->previous);
    join(before_first, end, pc);
    join(before_place, first, pc);
    join(last, place, pc);
}

/* _M_reverse */
MZ_EXPORT void MEMBER_OF_NODE(10_M_reverseEv)(struct node *ring);
MZ_EXPORT void MEMBER_OF_NODE(10_M_reverseEv)(struct node *ring)
{
    void *pc = (void *)MZ_PC;
    struct node *node = ring, *next;

    do {
        next = MZ_GET(node->next);
        MZ_SET(node->next, MZ_GET(node->previous));
        MZ_SET(node->previous, next);
        node = next;
    } while (node != ring);
}

/* All of the ring but the node of the list, as it is now. */
static struct node content_of(struct node *ring, void *pc)
{
    return (struct node){MZ_GET(ring->next), MZ_GET(ring->previous)};
}

static void fill(struct node *ring, const struct node *content,
                 const struct node *from, void *pc)
{
    bool is_empty = content->next == from;

    join(ring, is_empty ? ring : content->next, pc);
    join(is_empty ? ring : content->previous, ring, pc);
}

/* swap */
MZ_EXPORT void MEMBER_OF_NODE(4swapERS0_S1_)(struct node *a, struct node *b);
MZ_EXPORT void MEMBER_OF_NODE(4swapERS0_S1_)(struct node *a, struct node *b)
{
    void *pc = (void *)MZ_PC;
    struct node of_a = content_of(a, pc), of_b = content_of(b, pc);

    fill(a, &of_b, b, pc);
    fill(b, &of_a, a, pc);
}
