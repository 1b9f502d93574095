/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names as the source has them: `space::Class::method`, with the scopes that
 * one would write. Anonymous and inline namespaces are left out.
 */
#ifndef MZ_SYMBOLS_NAMES_H
#define MZ_SYMBOLS_NAMES_H

#include "symbols/image.h"
#include "symbols/phrase.h"

/* Adds the name of a function, variable or type of the image. */
void mz_names_add(struct mz_image *, Dwarf_Die *, struct mz_phrase *);

/* Adds what a type is called: `struct queue`, `node *`, `std::vector<int>`. */
void mz_names_add_type(struct mz_image *, Dwarf_Die *type, struct mz_phrase *);

/* The function that a variable is local to; false: to none. */
bool mz_names_function(struct mz_image *, Dwarf_Die *variable,
                       Dwarf_Die *function);

/* Whether a type or function is the C++ library's own. */
bool mz_names_in_library(struct mz_image *, Dwarf_Die *);

/* What a class of the library that is a container's node, or what one begins
 * with, is called: `a node`; the state of a promise: `the state`; else NULL. */
const char *mz_names_of_hidden(struct mz_image *, Dwarf_Die *type);

/* Adds how such a thing is called, by what has it: `a node of ids`. */
void mz_names_add_hidden(const char *what, const char *of, struct mz_phrase *);

/* So much of a name, if it is such a one, are no words of the program: that of
 * `a node of `; also that of `the state of `; else 0. */
size_t mz_names_node(const char *name);
size_t mz_names_hidden(const char *name);

/* Whether a type, as mz_names_add_type calls it, is that of such a node. */
bool mz_names_is_node(const char *type);

/* Of the node of a map or set: how long the name of its element's type is, with
 * which the node's begins. 0: it is none. */
size_t mz_names_keyed(const char *type);

/* Names of local variables, and of what they lead to, have the function behind
 * them: `count in main`. */
void mz_names_add_scope(struct mz_image *, Dwarf_Die *function,
                        struct mz_phrase *);

/* The function of such a name; NULL: it has none. `*length` is that of the name
 * alone: 5. */
const char *mz_names_scope(const char *name, size_t *length);

/* Whether a name is one that C and C++ reserve for their implementation. */
bool mz_names_is_reserved(const char *name);

/* A symbol's name as C++ has it, from malloc; NULL if it is none of C++. */
char *mz_names_demangle(const char *symbol);
char *mz_names_demangle_type(const char *type); /* without `_Z` */

#endif
