/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `pop` has left to explore: the path of the search, that is, the
 * execution at hand with its clocks and the schedules in it; and a stack of
 * frames, one for each schedule that was found and has not been explored to its
 * end.
 *
 * A frame needs the E1 that its schedule goes on from. E1 is the beginning of
 * the path, unless a frame that was begun since went further back. Then that
 * one keeps what it overwrote of the path, as far as the frames below it need
 * it.
 *
 * Frames are flat, and refer to each other, and to the characterisations that
 * lie among them, by offsets from the beginning of the stack.
 */
#ifndef MZ_POP_PATH_H
#define MZ_POP_PATH_H

#include "pop/sleep_characterisation.h"

/* One event of a schedule, as it is expected. */
struct mz_pop_step {
    mz_tid thread;
    uint8_t kind; /* enum mz_op */
    uint8_t mask;
    uint8_t done;
    uint32_t object; /* of a choice: its value */
};

struct mz_pop_frame {
    uint64_t below;            /* the frame below, 0: none */
    uint64_t characterisation; /* 0: none */
    uint64_t saved;            /* what it keeps of the path, 0: nothing */
    uint64_t runs;             /* executions before it was begun */
    uint64_t name;             /* of the execution that it leads to */
    uint32_t base;             /* length of E1 */
    uint32_t needed; /* the length of the longest E1 of the frames below; also
                        of this frame's until it is begun */
    uint32_t steps;
    uint32_t rank; /* how many frames with the same E1 the same execution has
                        found before it */
    bool begun;
    bool is_choice; /* it is another value of a choice, the event at `base` */
    bool is_outer;  /* it came with a task, for its steps: its schedule is that
                       of another frame, and was interrupted by a choice */
};

/* The beginning of some path. */
struct mz_pop_prefix {
    struct mz_event *events;
    uint32_t *marks;
    struct mz_access *accesses;
    uint64_t *before;
    struct mz_marked *schedules;
    struct mz_birth *births;
    uint64_t *frame_of;
    uint32_t length, access_count, schedule_count, birth_count;
    mz_tset born;
    uint32_t thread_count;
};

/* No offset is 0. */
enum { MZ_POP_FLOOR = 8 };

struct mz_pop_path {
    struct mz_happens_before hb;
    struct mz_marks marks;
    uint32_t marked;    /* positions whose marks are set */
    uint64_t *frame_of; /* [schedule of marks]: its frame; 0: the schedule came
                           with a task, in which it had ended */

    char *stack;
    uint64_t top; /* the topmost frame, 0: none */
    uint64_t used, size;
    uint64_t floor;   /* what lies below it is nobody's frame */
    uint32_t waiting; /* frames not begun */
    bool exhausted;   /* there was no room for something */

    struct mz_pop_prefix prefix; /* scratch, as large as can be */
};

/* Takes half of what is left of the arena for the stack. */
void mz_pop_path_init(struct mz_pop_path *, struct mz_arena *,
                      const struct mz_execution *, enum mz_relation);

static inline void *mz_pop_at(const struct mz_pop_path *p, uint64_t offset)
{
    return p->stack + offset;
}

static inline struct mz_pop_frame *mz_pop_frame(const struct mz_pop_path *p,
                                                uint64_t offset)
{
    return mz_pop_at(p, offset);
}

/* The frame of a schedule of the path, which must not have ended in a task. */
static inline struct mz_pop_frame *mz_pop_frame_of(const struct mz_pop_path *p,
                                                   uint32_t schedule)
{
    return mz_pop_frame(p, p->frame_of[schedule]);
}

static inline struct mz_pop_step *mz_pop_steps(struct mz_pop_frame *f)
{
    return (struct mz_pop_step *)(f + 1);
}

/* ---- the path ------------------------------------------------------------ */

/* Computes clocks and numbers of the events before that position. */
void mz_pop_extend(struct mz_pop_path *, const struct mz_execution *,
                   uint32_t length);

/* The event at that position will be part of a schedule of the path. */
void mz_pop_mark(struct mz_pop_path *, uint32_t position, uint32_t schedule);

/* Events before that position that have not been marked are in no schedule. */
void mz_pop_mark_none(struct mz_pop_path *, uint32_t length);

/* ---- frames -------------------------------------------------------------- */

/* Takes room on top of the stack, as part of the topmost frame. 0: there is
 * none. */
uint64_t mz_pop_push(struct mz_pop_path *, size_t size);

/* Puts a new frame on top. NULL: there is no room. */
struct mz_pop_frame *mz_pop_push_frame(struct mz_pop_path *, uint32_t base,
                                       uint32_t steps);

/* Begins the frame on top: the execution becomes its E1, and its schedule the
 * last one of the path, with nothing of it executed yet. */
void mz_pop_begin(struct mz_pop_path *, struct mz_execution *);

/* Drops the frame on top, which has been explored to its end. The execution
 * becomes what the frames below need. */
void mz_pop_end(struct mz_pop_path *, struct mz_execution *);

/* Finds E1 of a frame that is not begun, and puts it into the path's `prefix`:
 * the path at hand, with what the frames above that one keep put back. */
void mz_pop_find_prefix(struct mz_pop_path *, const struct mz_execution *,
                        const struct mz_pop_frame *);

/* Nothing has been explored, and nothing of an execution is at hand. */
void mz_pop_forget(struct mz_pop_path *, struct mz_execution *);

/* Copies a prefix, but for frame_of, into arrays that are large enough. */
void mz_pop_copy_prefix(struct mz_pop_prefix *to,
                        const struct mz_pop_prefix *from);

/* Makes a prefix the path. The stack must be empty, or its frames must not
 * matter any more. */
void mz_pop_take_prefix(struct mz_pop_path *, struct mz_execution *,
                        const struct mz_pop_prefix *);

/* ---- tasks --------------------------------------------------------------- */

/* Writes a frame as a task, flat and 8-byte aligned: of those that wait, more
 * than `stays`, the one that has waited longest but for so many. Returns its
 * size in bytes, 0: there is no room. mz_pop_give takes it off the stack. */
size_t mz_pop_write(struct mz_pop_path *, const struct mz_execution *,
                    void *task, size_t room, uint32_t stays);
size_t mz_pop_give(struct mz_pop_path *, const struct mz_execution *,
                   void *task, size_t room, uint32_t stays);

/* The same of the frame on top, of which nothing has been executed yet. It
 * stays on the stack, for what it keeps. */
size_t mz_pop_write_begun(struct mz_pop_path *, const struct mz_execution *,
                          void *task, size_t room);

/* Makes the frame of a task all that there is on the stack, whose memory need
 * not outlive the call. */
void mz_pop_receive(struct mz_pop_path *, struct mz_execution *,
                    const void *task);

/* In bytes; the length of its E1; the rank of its frame. */
size_t mz_pop_task_size(const void *task);
uint32_t mz_pop_task_base(const void *task);
uint32_t mz_pop_task_rank(const void *task);

#endif
