/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TruSt: [KMGV22] Algorithm 1, 2. It goes from execution graph (src/graph) to
 * execution graph; each that is consistent is visited once.
 *
 * A run adds events to the graph at hand as they come: each read reads from the
 * last write of its place, each write is the last. When it has ended, all that
 * an event could have been instead is put on a stack, as decisions:
 *
 *   SetRF        a read, with another source
 *   SetCO        a write, at another place in the order of modification
 *   Revisit      a write that an earlier read reads from, which the read does
 *                not know of; all that has come since goes, but for what the
 *                write comes after (its prefix)
 *   Choose       a choice, with its next value
 *   GoOn         the same graph, where a thread that waits in a loop comes
 *                later (trust_hold.c)
 *
 * A frame is the graph of a run with its decisions. To take one is to cut the
 * graph, and to run a linear order of what is left; then the run goes on.
 *
 * What waits (a lock that is held) is added last, when nothing else can go on:
 * it reads a state that does not let it go on, until some write revisits it. A
 * lock that comes to wait as it is revisited is taken out again, and is added
 * when its thread can go on, or last (docs/algorithms/trust.md).
 *
 * In which order threads add events is free, at each point. By default the one
 * goes on that runs; a large search learns an order (explore/learner.h).
 *
 * Where memory is weak (a model of src/graph) a graph is run as its array
 * stands: each access is served what it reads from in the graph, which need not
 * be what memory holds. The graph grows as the run goes on, not when it has
 * ended. What an update makes of another source is known without a run
 * (trust_weak.c).
 */
#ifndef MZ_EXPLORE_TRUST_H
#define MZ_EXPLORE_TRUST_H

#include "explore/learner.h"
#include "graph/linear.h"
#include "graph/axioms.h"
#include "graph/buffering.h"
#include "trace/happens_before.h"

enum mz_trust_kind {
    MZ_TRUST_SET_RF,
    MZ_TRUST_SET_CO,
    MZ_TRUST_REVISIT,
    MZ_TRUST_CHOOSE,
    MZ_TRUST_GO_ON,
};

struct mz_trust_decision {
    uint8_t kind; /* enum mz_trust_kind */
    uint8_t op;   /* of SetRF, and of Revisit if it differs: enum mz_op, what
                        the operation is then */
    bool differs; /* Revisit: by an update that reads from another write than
                        it has: from `source` */
    bool asks;    /* where memory is weak: whether the axioms allow it is to be
                     asked, beyond coherence and atomicity */
    bool is_one;  /* Choose: of this value alone, not of those behind it, too */
    uint32_t number; /* of those of its frame */
    uint32_t node;   /* GoOn: from this one on they are the rounds of threads
                        that are to come later */
    uint32_t source; /* SetRF, Revisit; Choose: the value */
    uint32_t read;   /* Revisit: of this one */
    uint32_t behind; /* SetCO, Revisit: of which write `node` comes behind */
};

struct mz_trust_frame {
    uint64_t below;     /* offset of the frame below, plus one; 0: none */
    uint64_t name;      /* of the execution that it is the graph of */
    uint32_t count;     /* nodes, which follow */
    uint32_t labels;    /* as many, or none, which follow those */
    uint32_t decisions; /* which follow those */
    uint32_t same;      /* so many of its first nodes have been those of every
                           graph since, the one run last included */
};

/* A node of a round that its thread is held before: see trust_hold.c. */
struct mz_trust_held {
    struct mz_node node;
    struct mz_node_label label;
};

enum { MZ_TRUST_HELD = MZ_MAX_THREADS }; /* nodes at most */

struct mz_trust {
    struct mz_algorithm algorithm; /* first */
    struct mz_happens_before hb;   /* of the execution */
    struct mz_graph graph;
    struct mz_linear linear;  /* or, where memory is weak, the array itself */
    struct mz_axioms *axioms; /* NULL: memory is sequentially consistent */
    struct mz_buffering *buffering; /* NULL: the model is not rc11 */
    bool started;
    bool is_at_start; /* the first execution was planned, and not run */
    bool is_planned;  /* what was taken is to be run */
    bool is_graph_of_others; /* what is known of the graph at hand is of none of
                                the search that was received, */
    bool is_run_of_others;   /* nor is the execution that was run last */
    uint64_t name;    /* of the execution at hand: the same, whoever runs it */
    struct mz_trust_decision taken; /* that it comes of */
    struct mz_learner learner;

    /* Of the run at hand. */
    uint32_t known;  /* nodes that it begins with */
    uint32_t from;   /* events that it begins with */
    uint32_t shared; /* those that it would begin with if the one before it had
                        been run here, whether it has or not */
    uint32_t open;   /* one of them, the last, of which the run tells whether it
                       writes, or waits; MZ_NONE: none */
    bool asks;       /* are the axioms to be asked, as the decision has it? */
    uint32_t step;   /* so far has the run come in the linear order */
    bool begins_anew; /* objects have been joined: what has been explored so
                         far is of no use */
    bool in_vain;    /* a thread waits that no graph made of this lets go on */
    mz_tset waiting; /* whose last node waits */
    uint32_t counted;                  /* events of the execution, of which */
    uint32_t executed[MZ_MAX_THREADS]; /* each thread has so many */
    uint32_t missing; /* known nodes that have not been executed */

    /* Of threads that wait in loops: */
    struct mz_trust_held held[MZ_TRUST_HELD];
    uint32_t held_count;
    mz_tset holds; /* whose they are, of whom nothing has let go on yet */
    bool is_open_looked_at; /* whether the open node is in a round */
    bool is_none_free; /* those who are held have come to their rounds, as no
                          other could go on: so rounds are put off no more */
    uint32_t looked;   /* events that have been looked at, whether they change
                        what these have read */
    uint32_t put_off;  /* the last so many events are such a round: the run was
                         stopped for it */

    /* Of a thread, as nodes are matched with events: */
    uint32_t next[MZ_MAX_THREADS]; /* its next node */
    uint32_t last[MZ_MAX_THREADS]; /* its last one that was executed */
    uint32_t *node_at;             /* [position] */
    uint32_t aligned; /* where memory is weak: the node at each earlier position
                         has that number, in the run at hand; MZ_NONE: all */
    uint32_t *next_of;             /* [node]: the thread's next one */
    uint32_t *to;                  /* [node]: see mz_graph_restrict */
    uint32_t prefix[MZ_MAX_THREADS];

    /* Where memory is not weak (else the axioms have these two): */
    uint32_t *beside; /* [node]: the access to its place before it; MZ_NONE */
    mz_tset *threads; /* [node]: whose are the accesses to its place up to it */
    uint32_t *latest; /* [place]: the last one so far */

    char *stack;
    size_t used, size;
    uint64_t top; /* frame, plus one; 0: none */
};

/* ---- the stack (trust_frames.c) ------------------------------------------ */

/* As `top` and `below` say where it is. */
static inline struct mz_trust_frame *mz_trust_frame_at(char *stack, uint64_t at)
{
    return (struct mz_trust_frame *)(stack + at - 1);
}

static inline struct mz_trust_frame *mz_trust_top(const struct mz_trust *p)
{
    return mz_trust_frame_at(p->stack, p->top);
}

/* So many of the first nodes of its frame a decision keeps as they are. */
static inline uint32_t mz_trust_keeps(const struct mz_trust_decision *d)
{
    return d->kind == MZ_TRUST_REVISIT ? d->read : d->node;
}

static inline struct mz_node *mz_trust_nodes(struct mz_trust_frame *f)
{
    return (struct mz_node *)(f + 1);
}

static inline struct mz_node_label *mz_trust_labels(struct mz_trust_frame *f)
{
    size_t size = (f->count * sizeof(struct mz_node) + 7) / 8 * 8;

    return (struct mz_node_label *)((char *)mz_trust_nodes(f) + size);
}

static inline struct mz_trust_decision *mz_trust_decisions(
    struct mz_trust_frame *f)
{
    return (struct mz_trust_decision *)(mz_trust_labels(f) + f->labels);
}

/* A decision of the frame on top; `wrong` is set if there is no room. */
void mz_trust_push(struct mz_trust *, struct mz_trust_decision);

/* The graph at hand, which was run, becomes the frame on top, with no decisions
 * yet. When these are there, it is to be filled: many come to have none, and
 * are popped then. */
void mz_trust_push_frame(struct mz_trust *);
void mz_trust_fill_frame(struct mz_trust *);
void mz_trust_pop_frame(struct mz_trust *);

/* There is no more room for frames. */
void mz_trust_outgrow(struct mz_trust *);

/* ---- what is explored elsewhere (trust_task.c) --------------------------- */

/* Is a decision left? */
bool mz_trust_has_more(const struct mz_trust *);

void mz_trust_note_whether_undecided(struct mz_trust *);

/* See mz_algorithm.give, .receive. */
size_t mz_trust_give(struct mz_trust *, void *task, size_t room,
                     uint32_t stays);
void mz_trust_receive(struct mz_trust *, const void *task);

/* ---- the run at hand (trust_run.c) --------------------------------------- */

/* What an operation does to its place, in the sense of graphs; an event. */
uint8_t mz_trust_does(const struct mz_trust *, enum mz_op);
uint8_t mz_trust_event_does(const struct mz_trust *,
                            const struct mz_execution *,
                            const struct mz_event *);

/* Is its object joined to others? Then it is an update, whatever it does, if it
 * does not only load, and only a run tells what comes of it. */
static inline bool mz_trust_is_joined(const struct mz_trust *p,
                                      const struct mz_event *e)
{
    return e->object != MZ_NONE && mz_graph_is_joined(&p->graph, e->object);
}

static inline bool mz_trust_is_of_joined(const struct mz_trust *p,
                                         const struct mz_node *n)
{
    return n->place != MZ_NONE &&
           mz_graph_is_joined(&p->graph, p->graph.places[n->place].object);
}

/* What an event is in the graph. A block of the program has written an object
 * that all blocks write, and depends on those before it: it is an update. What
 * is done to joined objects has the kind of its success. */
static inline enum mz_op mz_trust_kind(const struct mz_trust *p,
                                       const struct mz_execution *x,
                                       const struct mz_event *e)
{
    bool is_block = e->object != MZ_NONE && e->object == x->universe;

    if (is_block)
        return MZ_RMW;
    return mz_trust_is_joined(p, e) ? mz_op_succeeded(e->kind)
                                    : (enum mz_op)e->kind;
}

static inline void mz_trust_set_bit(uint8_t *state, uint8_t bit, bool value)
{
    *state = value ? *state | bit : *state & ~bit;
}

/* The chooser: it follows the linear order of the graph, then anything. */
extern const struct mz_chooser mz_trust_chooser;

/* One of the threads that can go on, where any may. */
mz_tid mz_trust_choose_any(struct mz_trust *, const struct mz_execution *,
                           mz_tset can, const struct mz_enabled *);

/* Where memory is weak: all that has been executed comes into the graph. */
void mz_trust_catch_up(struct mz_trust *, const struct mz_execution *);

/* The open node, which was revisited, waits for what it reads. It is taken out
 * of the graph if its thread may as well come to it later: `open` is then
 * MZ_NONE. */
void mz_trust_take_back(struct mz_trust *);

/* The graph was taken, and is to be run; so many events are there already. */
void mz_trust_begin_run(struct mz_trust *, struct mz_execution *,
                        uint32_t length);

/* So many events of the execution, which was run last, are there already where
 * the graph is run that was just taken from the frame on top. */
uint32_t mz_trust_already_there(const struct mz_trust *,
                                const struct mz_execution *);

/* All that was executed, and what waits, comes into the graph. False: some
 * event of the graph that was run has not been executed. */
bool mz_trust_make_graph(struct mz_trust *, const struct mz_execution *,
                         enum mz_outcome);

/* ---- posts that commute (trust_again.c) --------------------------------- */

/* Where memory is not weak, and happens-before of the execution is known: is
 * its trace that of another graph, which counts? */
bool mz_trust_is_again(struct mz_trust *, const struct mz_execution *);

/* ---- loops that wait (trust_hold.c) ------------------------------------- */

/* Does a thread wait in a loop, or is one held before that? */
static inline bool mz_trust_somebody_spins(const struct mz_trust *p,
                                           const struct mz_enabled *enabled)
{
    return p->held_count || mz_tset_some(enabled->spinning);
}

/* Where all of the graph has been run: of those who may go on the one who does.
 * MZ_NO_THREAD: the run ends, as it is in vain, or as a round is put off. */
mz_tid mz_trust_choose_beside(struct mz_trust *, const struct mz_execution *,
                              const struct mz_enabled *);

/* All that was executed is in the graph. The round that is put off, and those
 * of others who are held still, are its last nodes, but of no concern: so many
 * nodes are before them. */
uint32_t mz_trust_set_apart(struct mz_trust *, const struct mz_execution *);

/* The nodes of the frame's graph behind the first `count` become what is
 * held. */
void mz_trust_hold(struct mz_trust *, struct mz_trust_frame *, uint32_t count);
void mz_trust_hold_nobody(struct mz_trust *);

/* ---- decisions (trust_decide.c) ------------------------------------------ */

/* Leaves what the node could have been instead with the frame on top. */
void mz_trust_decide(struct mz_trust *, const struct mz_execution *,
                     uint32_t node);

/* All reads that the write may revisit. An update does as one that reads from
 * `source`, and is that operation, whatever it has read from. */
void mz_trust_revisit(struct mz_trust *, uint32_t node, uint32_t source,
                      uint8_t op);

/* ---- where memory is weak (trust_weak.c) --------------------------------- */

/* Writes down what the event is that becomes the node, in its label. Why it
 * cannot be treated, or none. */
enum mz_refusal mz_trust_label(struct mz_trust *, const struct mz_execution *,
                               const struct mz_event *, uint32_t node);

/* Has the node been executed with what its label says? What a thread does may
 * depend on what it has read, and on nothing else. */
bool mz_trust_is_as_labelled(const struct mz_trust *,
                             const struct mz_execution *, uint32_t node);

/* What the operation is where it reads from that write: enum mz_op;
 * MZ_OP_COUNT: it would have to wait there. */
uint8_t mz_trust_outcome(const struct mz_trust *, uint32_t node,
                         uint32_t source);

/* What the update writes, as it reads from another write than before. */
void mz_trust_write_anew(struct mz_trust *, uint32_t node);

/* The node reads from another write than before, and does not write: it becomes
 * what it is then, and waits, or writes, right behind that. */
void mz_trust_settle(struct mz_trust *, uint32_t node);

/* As far as coherence goes, may the node read from that write, or come right
 * behind it, where nothing comes after the node? */
static inline bool mz_trust_may_follow(const struct mz_trust *p, uint32_t node,
                                       uint32_t write)
{
    return !p->axioms || mz_axioms_may_follow(p->axioms, node, write);
}

/*
 * Is the graph at hand, which was just taken, to be run? If it is not, though
 * coherent, an update that it was taken for need not be asked whom it revisits:
 * it would not be allowed if it only read, either. (Nothing comes after it, but
 * by what comes later in the order of modification, which comes after what it
 * reads from, too; and what comes before it by that order comes before those.)
 * And what a revisit keeps would not be allowed, since all that it deletes was
 * added maximally: with that the graph is allowed if it is without.
 */
bool mz_trust_may_run(struct mz_trust *);

/* The chooser's. */
uint32_t mz_trust_serve_choice(struct mz_trust *, const struct mz_execution *,
                               mz_tid, uint32_t bound);
void mz_trust_serve(struct mz_chooser *, const struct mz_execution *,
                    const struct mz_event *, struct mz_access_order *);

/* ---- from graph to graph (trust_take.c) ---------------------------------- */

/* The last decision of the frame on top makes the graph at hand. */
void mz_trust_take(struct mz_trust *);

#endif
