/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of one search, shared by several workers. What is left to explore is
 * cut into parts (mz_algorithm.give), of which a task holds some. A worker has
 * one task at a time; it gives half of what waits in it away, as another task,
 * whenever what it gave before has been taken. A worker that has nothing left
 * takes such a gift.
 *
 * A search that is to go on in other processes is put by: what each worker has
 * left, and what nobody has taken, is collected, and a later search begins with
 * that in place of the whole.
 *
 * Flat data in memory that all workers map at the same address. No locks: a
 * worker may be killed between any two instructions, and nothing is explored
 * twice or not at all. See docs/architecture.md, "Several workers".
 */
#ifndef MZ_EXPLORE_SHARE_H
#define MZ_EXPLORE_SHARE_H

#include "explore/bundle.h"
#include "explore/explore.h"

enum { MZ_MAX_JOBS = 64 };

/* What a worker has found out, in all the tasks it has done. */
struct mz_share_totals {
    struct mz_tally tally;
    double explored;
    uint32_t findings; /* whatever the caller keeps, up to here */
    enum mz_limit cut; /* of the algorithm */
    uint64_t rest;     /* bytes of what was put by */
    struct mz_tally tied; /* the tally of what was put by, and may begin anew */
};

/* A task that was put by; 8-byte aligned, and so is what follows it. */
struct mz_share_record {
    uint64_t size; /* of the content, in bytes; 0: the whole search */
    uint64_t seal; /* of the content */
    uint64_t is_tied; /* all that there is, and it may begin anew: it stays
                         where what it has counted is */
    char content[];   /* a bundle */
};

/* Bytes from one record to the next. */
static inline size_t mz_share_stride(const struct mz_share_record *r)
{
    return sizeof *r + (r->size + 7) / 8 * 8;
}

/* For so many workers, and tasks of at most `room` bytes each. */
struct mz_share_shape {
    uint32_t seats;
    uint32_t loaded;  /* tasks that were put by, with which it begins ... */
    bool is_resumed;  /* ... be there none; else with the whole search */
    bool is_open;     /* tasks come from elsewhere, and go there */
    size_t room;
    size_t rest_room; /* bytes for what a worker puts by; 0: nobody will */
};

struct mz_share;
struct mz_task;

/* A worker's own view. */
struct mz_sharer {
    struct mz_share *share;
    uint32_t seat;        /* its number: 0, 1, ... */
    struct mz_task *task; /* what it is at work on, or NULL */
    struct mz_bundle left; /* parts of the task that are not begun */
    struct mz_task *gift; /* what it gave away last, or NULL */
    uint64_t gift_serial;
    struct mz_task *spare; /* where the next gift is written, or NULL */
    uint64_t ran;          /* executions of the task so far */
    uint32_t repeated;     /* gifts of the task that were given again */
    uint64_t rest;         /* bytes that those in the seat have put by */
};

enum mz_share_state {
    MZ_SHARE_TASK, /* there is one: sharer->task */
    MZ_SHARE_NONE, /* not now */
    MZ_SHARE_OVER, /* and there never will be: all is done */
};

/* In bytes. */
size_t mz_share_size(const struct mz_share_shape *);

/* Of these, what so many tasks that were put by take. */
size_t mz_share_load_size(uint64_t count);

/* The memory is zero-filled. */
void mz_share_init(struct mz_share *, const struct mz_share_shape *);

/* Makes the record, which stays where it is, the i-th of the tasks that were
 * put by. */
void mz_share_load(struct mz_share *, uint32_t i,
                   const struct mz_share_record *);

/* What was found before the search was put by, and how many tickets were taken
 * that count as before; to be said before any worker sits. Of what may begin
 * anew the sums are `tied`: they count with that task. */
void mz_share_take_up(struct mz_share *, const struct mz_share_totals *,
                      uint64_t tickets);

/* What was counted in the task at hand before it was put by. */
struct mz_tally mz_share_counted(const struct mz_sharer *);

/* A worker begins, perhaps after another one that died in its seat; then the
 * task of that one is its first. */
void mz_share_sit(struct mz_sharer *, struct mz_share *, uint32_t seat);

/* Takes a task, when the one at hand, if any, is done. */
enum mz_share_state mz_share_take(struct mz_sharer *);

/* Makes the part of the task that has waited least all that the algorithm has
 * to explore; a task that is not as it was given is `wrong`. When that part is
 * explored, does the same with the next one: false, if none is left. */
void mz_share_begin(struct mz_sharer *, struct mz_algorithm *,
                    struct mz_execution *);
bool mz_share_go_on(struct mz_sharer *, struct mz_algorithm *,
                    struct mz_execution *);

/* To be called after each execution of the task, when it has been learnt from.
 * True: something can be taken that was not there before. */
bool mz_share_ran(struct mz_sharer *, struct mz_algorithm *,
                  const struct mz_execution *);

/* The task is done; what it has added to the totals counts from now on. */
void mz_share_done(struct mz_sharer *, const struct mz_share_totals *);

/* Puts by all that is left of the task: then it is done. False: that cannot be,
 * and it is not. */
bool mz_share_put_by(struct mz_sharer *, struct mz_algorithm *,
                     struct mz_execution *);

/* When all workers have ended: writes the records of all that is left, each of
 * one part. Returns their number; `*size` bytes of `room` are used. MZ_NONE: it
 * is not known what is left, since some were killed, or there is no room. */
uint32_t mz_share_collect(const struct mz_share *, void *to, size_t room,
                          size_t *size);

/*
 * Where it is open a process besides the workers carries tasks in and out. What
 * has gone out is another search's, and what has come in is this one's.
 *
 * In: false, if there is no place now; a record whose task is larger than any
 * here may be never has one. Out: false, if none can be had, or is small enough
 * for the room, which has that many bytes and is for a record. Of what was put
 * by and nobody has begun half is carried out, as one task, before any other.
 */
bool mz_share_carry_in(struct mz_share *, const struct mz_share_record *);
bool mz_share_carry_out(struct mz_share *, struct mz_share_record *to,
                        size_t room);

/* Nobody has a task, and there is none, until one is carried in. */
bool mz_share_is_idle(const struct mz_share *);

/* Nothing will be carried in any more: who finds nothing is at the end. */
void mz_share_close(struct mz_share *);

/* What was found in the tasks that the workers in this seat have done. */
const struct mz_share_totals *mz_share_totals(const struct mz_share *,
                                              uint32_t seat);

/* A ticket for an execution, of `most`; false: there is none left. One that
 * turned out not to be needed is given back. */
bool mz_share_take_ticket(struct mz_sharer *, uint64_t most);
void mz_share_return_ticket(struct mz_sharer *);

/* The task at hand, which is all there is, begins anew: none was taken. */
void mz_share_return_tickets(struct mz_sharer *);

/* The worker in that seat is dead, and nobody sits there yet. Returns how many
 * have died there since a task was last done. */
uint32_t mz_share_recover(struct mz_share *, uint32_t seat);

#endif
