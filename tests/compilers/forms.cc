/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of access that C++ has; see form.h. */
#include "form.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct three { long x, y, z; };
using array = std::array<long, 3>;
using large = std::array<long, 25>;

struct counted { /* is passed by address, returned in place */
    long x, y, z;

    counted() : counted(0, 0, 0)
    {
    }
    counted(long a, long b, long c) : x(a), y(b), z(c)
    {
    }
    counted(const counted &) = default;
    counted &operator=(const counted &) = default;
    ~counted()
    {
    }
};

struct shape {
    virtual ~shape() = default;
    virtual void set(long) = 0;
    virtual long get() const = 0;
};

struct square : shape {
    long side = 0;

    void set(long value) override
    {
        side = value;
    }
    long get() const override
    {
        return side;
    }
};

struct defaulted {
    long x = -1, y = -1, z = -1;
};

struct holder {
    const long tag = 1;
    three inside;
};

three three_to, three_from;
array array_to, array_from;
large large_to, large_from;
counted counted_to, counted_from;
square one;
void (square::*method)(long); /* to a member function */
shape *shapes = &one;
holder holder_to{}, holder_from{};
std::pair<long, long> pair_to, pair_from;
alignas(16) char text_to[256], text_from[256];
std::string *string_from = new std::string("............");
std::string *string_to = new std::string("............");
std::string *string_short = new std::string("......");
std::vector<long> *numbers = new std::vector<long>(4);
std::list<int> *list = new std::list<int>{1, 2};
std::map<int, int> *map = new std::map<int, int>{{2, 0}, {5, 0}};
alignas(16) char place[256];

/* The pointers in their nodes: of a list the next and the previous one, of a
 * tree the colour, the parent, the left and the right one. */
enum { LIST_NODE = 16, LIST_PREVIOUS = 8 };
enum { TREE_NODE = 32, TREE_PARENT = 8, TREE_LEFT = 16, TREE_RIGHT = 24 };

char *list_link()
{
    return reinterpret_cast<char *>(&list->front()) - LIST_NODE;
}

char *tree_link(int number)
{
    auto *value = const_cast<int *>(&map->find(number)->first);

    return reinterpret_cast<char *>(value) - TREE_NODE;
}

/* ---- reads --------------------------------------------------------------- */

NOINLINE int take(three value)
{
    return SEEN(value, 23);
}

NOINLINE int take_counted(counted value)
{
    return SEEN(value, 23);
}

NOINLINE int read_copy_construct()
{
    counted value(counted_from);

    return SEEN(value, 23);
}

NOINLINE int pass_counted()
{
    return take_counted(counted_from);
}

NOINLINE int pass_three()
{
    return take(three_from);
}

NOINLINE int read_std_array()
{
    array value = array_from;

    return SEEN(value, 23);
}

NOINLINE int read_std_copy()
{
    long value[3];

    std::copy(array_from.begin(), array_from.end(), value);
    return SEEN(value, 23);
}

NOINLINE int read_std_equal()
{
    return array_from == array_to ? 0 : 3;
}

NOINLINE int read_std_find()
{
    return *std::find(text_from, text_from + 1, '\1') ? 3 : 0;
}

NOINLINE int read_capture()
{
    auto look = [value = three_from] { return SEEN(value, 23); };

    return look();
}

NOINLINE int read_capture_all()
{
    three &shared = three_from;
    auto look = [shared] { return SEEN(shared, 23); };

    return look();
}

NOINLINE int read_binding()
{
    auto [first, second] = pair_from;
    long value[] = {first, second};

    return SEEN(value, 15);
}

NOINLINE int read_throw()
{
    try {
        throw three_from;
    } catch (three value) {
        return SEEN(value, 23);
    }
}

NOINLINE int read_throw_counted()
{
    try {
        throw counted_from;
    } catch (const counted &value) {
        return SEEN(value, 23);
    }
}

NOINLINE int read_virtual()
{
    return shapes->get() ? 3 : 0;
}

NOINLINE int read_method()
{
    return method ? 3 : 0;
}

NOINLINE int read_string()
{
    std::string value(*string_from);

    return (value[0] == 1) | (value[11] == 1) << 1;
}

NOINLINE int read_string_equal()
{
    return *string_from == "............" ? 0 : 3;
}

NOINLINE int read_string_compare()
{
    return string_from->compare("............") ? 3 : 0;
}

NOINLINE int read_string_hash()
{
    static const std::size_t before =
        std::hash<std::string>()(std::string(12, '.'));

    return std::hash<std::string>()(*string_from) == before ? 0 : 3;
}

NOINLINE int read_vector()
{
    std::vector<long> value(text_from, text_from + 1);

    return value[0] ? 3 : 0;
}

NOINLINE int read_optional()
{
    std::optional<three> value(three_from);

    return SEEN(*value, 23);
}

NOINLINE int read_tuple()
{
    auto value = std::make_tuple(three_from, 1);

    return SEEN(std::get<0>(value), 23);
}

/* ---- writes -------------------------------------------------------------- */

NOINLINE three give_three()
{
    if (variable(0))
        throw 1;
    return {1, 2, -3};
}

NOINLINE counted give_counted()
{
    return {1, 2, -3};
}

NOINLINE int return_three()
{
    three_to = give_three();
    return 0;
}

NOINLINE int return_in_try()
{
    try {
        three_to = give_three();
    } catch (int) {
        three_to = {};
    }
    return 0;
}

NOINLINE int return_counted()
{
    counted_to = give_counted();
    return 0;
}

NOINLINE int construct()
{
    new (place) counted(1, 2, -3);
    return 0;
}

NOINLINE int construct_returned()
{
    new (place) counted(give_counted());
    return 0;
}

NOINLINE int construct_default()
{
    new (place) defaulted;
    return 0;
}

NOINLINE int construct_zeros()
{
    new (place) large();
    return 0;
}

NOINLINE int write_std_fill()
{
    std::fill_n(text_to, 24, 7);
    return 0;
}

NOINLINE int write_std_fill_variable()
{
    std::fill_n(text_to, variable(24), 7);
    return 0;
}

NOINLINE int write_array_fill()
{
    array_to.fill(-1);
    return 0;
}

NOINLINE int write_array_zeros()
{
    large_to = {};
    return 0;
}

NOINLINE int write_virtual()
{
    shapes->set(1);
    return 0;
}

NOINLINE int write_catch()
{
    try {
        throw three{1, 2, -3};
    } catch (const three &value) {
        three_to = value;
    }
    return 0;
}

NOINLINE int write_lambda()
{
    auto set = [](three &to) { to = {1, 2, -3}; };

    set(three_to);
    return 0;
}

NOINLINE int write_string_literal()
{
    *string_to = "twelve bytes";
    return 0;
}

NOINLINE int write_string()
{
    string_to->assign(12, 'x');
    return 0;
}

NOINLINE int write_string_element()
{
    (*string_to)[0] = 'x';
    return 0;
}

NOINLINE int write_string_append()
{
    string_short->push_back('x');
    return 0;
}

NOINLINE int write_string_resize()
{
    string_short->resize(7, 'x');
    return 0;
}

NOINLINE int write_char_traits()
{
    std::char_traits<char>::copy(text_to, "literal", 7);
    return 0;
}

NOINLINE int write_vector()
{
    numbers->assign(3, -1);
    return 0;
}

NOINLINE int write_uninitialized()
{
    std::uninitialized_fill_n((three *)place, 1, three{1, 2, -3});
    return 0;
}

/* ---- copies -------------------------------------------------------------- */

NOINLINE int copy_three()
{
    three_to = three_from;
    return 0;
}

NOINLINE int copy_counted()
{
    counted_to = counted_from;
    return 0;
}

NOINLINE int copy_array()
{
    array_to = array_from;
    return 0;
}

NOINLINE int copy_large()
{
    large_to = large_from;
    return 0;
}

NOINLINE int copy_member()
{
    holder_to.inside = holder_from.inside;
    return 0;
}

NOINLINE int copy_construct()
{
    new (&counted_to) counted(counted_from);
    return 0;
}

NOINLINE int copy_std()
{
    std::copy_n(text_from, 24, text_to);
    return 0;
}

NOINLINE int copy_std_variable()
{
    std::copy_n(text_from, variable(24), text_to);
    return 0;
}

NOINLINE int copy_std_backward()
{
    std::copy_backward(text_from, text_from + 24, text_to + 24);
    return 0;
}

NOINLINE int copy_pair()
{
    pair_to = pair_from;
    return 0;
}

NOINLINE int copy_tie()
{
    std::tie(three_to.x, three_to.y) =
        std::make_tuple(three_from.x, three_from.y);
    return 0;
}

NOINLINE int copy_exchange()
{
    three_to = std::exchange(three_from, three{0, 0, 0});
    return 0;
}

/* ---- links --------------------------------------------------------------- */

NOINLINE int list_push_back()
{
    list->push_back(3);
    return 0;
}

NOINLINE int list_push_front()
{
    list->push_front(0);
    return 0;
}

NOINLINE int list_pop_back()
{
    list->pop_back();
    return 0;
}

NOINLINE int list_reverse()
{
    list->reverse();
    return 0;
}

NOINLINE int list_splice()
{
    list->splice(list->begin(), *list, std::next(list->begin()));
    return 0;
}

NOINLINE int list_swap()
{
    std::list<int> other;

    list->swap(other);
    list->swap(other);
    return 0;
}

NOINLINE int map_insert()
{
    map->emplace(1, 1);
    return 0;
}

NOINLINE int map_erase()
{
    map->erase(map->begin());
    map->emplace(2, 0);
    return 0;
}

NOINLINE int map_previous()
{
    return std::prev(map->end())->second;
}

NOINLINE int map_next()
{
    return std::next(map->begin())->second;
}

#define R(name, object, last) {#name, READ, name, object, nullptr, last, 0, 0},
#define RT(name, object, last) {#name, READ, name, object, nullptr, last, 0, 1},
#define W(name, object, last, before) \
    {#name, WRITE, name, nullptr, object, last, before, 0},
#define WT(name, object, last, before) \
    {#name, WRITE, name, nullptr, object, last, before, 1},
#define T(name, object) {#name, TOUCH, name, nullptr, object, 0, 0, 0},
#define C(name, object) \
    {#name, COPY, name, &object##_from, &object##_to, 0, 0, 1},

const form forms[] = {
    RT(read_copy_construct, &counted_from, 23)
    RT(pass_counted, &counted_from, 23)
    RT(pass_three, &three_from, 23)
    RT(read_std_array, &array_from, 23)
    RT(read_std_copy, &array_from, 23)
    R(read_std_equal, &array_from, 23)
    R(read_std_find, text_from, 0)
    RT(read_capture, &three_from, 23)
    RT(read_capture_all, &three_from, 23)
    RT(read_binding, &pair_from, 15)
    RT(read_throw, &three_from, 23)
    RT(read_throw_counted, &counted_from, 23)
    R(read_virtual, &one.side, 0)
    R(read_method, &method, 0)
    R(read_string, &(*string_from)[0], 11)
    R(read_string_equal, &(*string_from)[0], 11)
    R(read_string_compare, &(*string_from)[0], 11)
    R(read_string_hash, &(*string_from)[0], 11)
    R(read_vector, text_from, 0)
    RT(read_optional, &three_from, 23)
    RT(read_tuple, &three_from, 23)
    WT(return_three, &three_to, 23, 0)
    WT(return_in_try, &three_to, 23, 0)
    WT(return_counted, &counted_to, 23, 0)
    WT(construct, place, 23, 0)
    WT(construct_returned, place, 23, 0)
    WT(construct_default, place, 23, 0)
    WT(construct_zeros, place, 199, 7)
    WT(write_std_fill, text_to, 23, 0)
    WT(write_std_fill_variable, text_to, 23, 0)
    WT(write_array_fill, &array_to, 23, 0)
    WT(write_array_zeros, &large_to, 199, 7)
    W(write_virtual, &one.side, 0, 0)
    WT(write_catch, &three_to, 23, 0)
    WT(write_lambda, &three_to, 23, 0)
    W(write_string_literal, &(*string_to)[0], 11, '.')
    W(write_string, &(*string_to)[0], 11, '.')
    W(write_string_element, &(*string_to)[0], 0, '.')
    W(write_string_append, &(*string_short)[6], 0, 0)
    W(write_string_resize, &(*string_short)[6], 0, 0)
    W(write_char_traits, text_to, 6, 0)
    WT(write_vector, numbers->data(), 23, 0)
    WT(write_uninitialized, place, 23, 0)
    C(copy_three, three)
    C(copy_counted, counted)
    C(copy_array, array)
    C(copy_large, large)
    {"copy_member", COPY, copy_member, &holder_from.inside, &holder_to.inside,
     0, 0, 1},
    C(copy_construct, counted)
    C(copy_std, text)
    C(copy_std_variable, text)
    C(copy_std_backward, text)
    C(copy_pair, pair)
    C(copy_tie, three)
    C(copy_exchange, three)
    T(list_push_back, reinterpret_cast<char *>(list) + LIST_PREVIOUS)
    T(list_push_front, list_link() + LIST_PREVIOUS)
    T(list_pop_back, list_link())
    T(list_reverse, list_link())
    T(list_splice, list_link())
    T(list_swap, list_link() + LIST_PREVIOUS)
    T(map_insert, tree_link(2) + TREE_LEFT)
    T(map_erase, tree_link(5) + TREE_PARENT)
    T(map_previous, tree_link(2) + TREE_PARENT)
    T(map_next, tree_link(2) + TREE_RIGHT)
};

} // namespace

#include "run.h"
