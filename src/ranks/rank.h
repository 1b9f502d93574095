/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One of several processes, on one machine or many, that share a search: how it
 * comes by work, and how all of them find out that none is left. Each is a
 * rank, with a number from 0. Pure: what goes on outside is a struct
 * mz_rank_world, be it MPI and a search (cli/ranks.c), or a test that delays
 * messages.
 *
 * Work. A rank whose search has run dry asks others, one after the other, drawn
 * at random; then its lifelines, the ranks whose numbers differ from its own in
 * one bit [SKK11]: these remember it, and send a task when they have one. A
 * task goes from who has it to who asked; no rank stands between.
 *
 * The end. The ranks are a tree, whose root is rank 0. It sends waves down, and
 * what each rank has counted comes back, added up: the tasks that it has sent,
 * and received, and whether it has work. The search has ended when in two
 * waves, one after the other, nobody had work, and what was sent in the second
 * is what was received in the first: Mattern's four counters [Mat87]; the
 * argument is in docs/scale.md. A search that is stopped is over when all have
 * ended, so that no task is put out any more, and each that was has come: what
 * is left is then with the ranks, and nothing of it on its way.
 *
 * Names. What a task says is numbers of threads and objects. Rank 0 keeps the
 * lists of what they stand for; others ask it for a number, and what was added
 * comes down the tree. A task that is ahead of the lists waits for them.
 */
#ifndef MZ_RANKS_RANK_H
#define MZ_RANKS_RANK_H

#include "base/random.h"

enum mz_rank_phase {
    MZ_RANK_WAIT,  /* until all have begun, and are found to be alike */
    MZ_RANK_GO,    /* tasks go from rank to rank */
    MZ_RANK_CLOSE, /* nothing is left: each search comes to its end */
    MZ_RANK_STOP,  /* each search stops, whatever is left */
    MZ_RANK_OVER,  /* all searches have ended */
};

enum mz_rank_kind {
    MZ_RANK_ASK,     /* for a task */
    MZ_RANK_NOTHING, /* there is none */
    MZ_RANK_TASK,
    MZ_RANK_DOWN,  /* a wave, from the root */
    MZ_RANK_UP,    /* what came of it */
    MZ_RANK_NAME,  /* to rank 0: is to have a number */
    MZ_RANK_NAMES, /* the lists have grown: names follow */
    MZ_RANK_KINDS,
};

/* Of which there are two lists. */
enum mz_rank_list { MZ_RANK_THREADS, MZ_RANK_OBJECTS, MZ_RANK_LISTS };

/* What a rank is, or all below it are, at a moment; what adds up, added up. */
struct mz_rank_sample {
    uint64_t sent, received; /* tasks */
    uint32_t ranks;
    uint32_t begun;    /* so many have said who they are */
    uint32_t at_work;  /* have work, or may have some */
    uint32_t stops;    /* their searches are to stop, or have ended */
    uint32_t ended;    /* their searches have: they put no task out any more */
    uint32_t unused;
    uint64_t identity; /* the same in all, if all is well */
    uint32_t who;      /* has it */
    uint32_t other;    /* the first met that has another, plus one; 0: none */
    uint64_t executions, events;
    uint64_t run; /* executions of any kind */
    double explored;
};

/* What goes from rank to rank; a task or names may follow it. */
struct mz_rank_message {
    uint64_t mark; /* of who understands it */
    uint32_t kind; /* enum mz_rank_kind */
    uint32_t from;
    uint32_t search; /* which: they are begun one after the other */
    uint32_t phase;  /* of a wave */
    uint64_t number; /* of a wave; of an ask: it is for good, as a lifeline; of
                        names: the first of them; of a name: itself */
    uint32_t list;   /* of names: enum mz_rank_list */
    uint32_t unused;
    uint64_t known[MZ_RANK_LISTS]; /* of a task: it needs so many names */
    struct mz_rank_sample sample;  /* of what comes up */
};

struct mz_rank_world {
    void (*send)(struct mz_rank_world *, uint32_t to,
                 const struct mz_rank_message *, const void *content,
                 size_t size);

    /* Fills in begun, stops, ended, identity, and what adds up, of this rank;
     * at_work says whether its search has anything left, or may be about to.
     * One that has ended stops; `take` has nothing then. */
    void (*look)(struct mz_rank_world *, struct mz_rank_sample *);

    /* A task is wanted, or not any more. */
    void (*want)(struct mz_rank_world *, bool);

    /* One that can be had: its bytes, which stay until the next call of `look`
     * or `take`; NULL: there is none now. It is the search's no more. */
    const void *(*take)(struct mz_rank_world *, size_t *size);

    /* The task is the search's from here on. False: not now. */
    bool (*bring)(struct mz_rank_world *, const void *task, size_t size);

    /* How many names a list has, and those from `first` on, `*count` of them:
     * at least one, if there is one. */
    uint64_t (*length)(struct mz_rank_world *, enum mz_rank_list);
    const uint64_t *(*names)(struct mz_rank_world *, enum mz_rank_list,
                             uint64_t first, uint64_t *count);

    /* The list has this name at that place: rank 0 says so. */
    void (*put)(struct mz_rank_world *, enum mz_rank_list, uint64_t place,
                uint64_t name);

    /* Rank 0: the list is to have it, at its end, if it is nowhere. */
    void (*add)(struct mz_rank_world *, enum mz_rank_list, uint64_t name);

    /* Others: a name that the search has to have a number for, 0: none; each is
     * told once. */
    uint64_t (*wanted)(struct mz_rank_world *, enum mz_rank_list *);
};

struct mz_rank;

/* A rank of so many, in the search with that number. `seed`: of whom it asks.
 * From malloc; NULL: there is no memory. */
struct mz_rank *mz_rank_create(struct mz_rank_world *, uint32_t number,
                               uint32_t count, uint32_t search, uint64_t mark,
                               uint64_t seed);
void mz_rank_release(struct mz_rank *);

/* Takes in a message and what follows it. False: it is none that a rank could
 * have sent, so that nothing is certain any more. */
bool mz_rank_receive(struct mz_rank *, const void *bytes, size_t size);

/* Does what there is to do, at that time, in seconds. To be called again and
 * again: after each message, and each few milliseconds. */
void mz_rank_act(struct mz_rank *, double now);

enum mz_rank_phase mz_rank_phase(const struct mz_rank *);

/* When all is over: a task that has come and never was the search's, from
 * number 0 on. NULL: there are no more. */
const void *mz_rank_held(const struct mz_rank *, uint32_t number,
                         size_t *size);

/* What the last wave has brought, of all; at the root. */
const struct mz_rank_sample *mz_rank_all(const struct mz_rank *);

/* The tree: the children of a rank, of which there are `*count`, come one after
 * the other. */
uint32_t mz_rank_parent(uint32_t number);
uint32_t mz_rank_first_child(uint32_t number, uint32_t ranks, uint32_t *count);

#endif
