/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a search that is one of several ranks' meets its supervisor, who speaks
 * with the others (ranks/rank.h): a place for a task that has come, one for a
 * task that is to go, and questions for the numbers of threads and objects. A
 * part of the first region; all of it is 0 in a search that is alone.
 *
 * Each word is written by one side, as said; the search's side is the process
 * that looks after workers (runtime/porter.h), but for what workers ask.
 */
#ifndef MZ_REGION_EXCHANGE_H
#define MZ_REGION_EXCHANGE_H

#include "base/base.h"

enum { MZ_MAX_ASKING = 64 }; /* workers */

/* A task that is somewhere in the mapping: so many bytes from its start. */
struct mz_exchange_place {
    uint64_t at, room; /* the search: before it is ready */
    uint64_t size;     /* of the task; who puts it there */
    uint32_t put;      /* so many have been put there, and ... */
    uint32_t got;      /* ... been got: if these are as many, it is free */
};

struct mz_exchange {
    /* The supervisor. */
    uint32_t is_on;     /* from the start */
    uint32_t is_first;  /* from the start: rank 0, which begins with the whole
                           search, or what it goes on with, and has the lists of
                           names that hold; others ask */
    uint32_t is_closed; /* nothing will come: who finds nothing is at the end */
    uint32_t is_wanted; /* a task, for others */
    uint32_t bell;      /* changes when it has done something, or a worker has
                           nothing left; a futex */
    uint32_t names_bell; /* the same, when names have numbers */

    /* The search. */
    uint32_t is_ready;    /* what is said here once has been said */
    uint64_t layout;      /* a hash, see struct mz_rest */
    uint64_t keys;        /* where the list of objects is: bytes, as `at` */
    uint64_t most_keys;   /* room in it */
    uint64_t idle; /* with so many tasks got, less one, it had nothing left */
    struct mz_exchange_place in, out;

    /* Workers: what must have a number; 0: nothing. It stands until the list
     * has it. Of a thread the word of its name (runtime/thread.c). */
    uint64_t asked_objects[MZ_MAX_ASKING];
    uint32_t asked_threads[MZ_MAX_ASKING];
};

#endif
