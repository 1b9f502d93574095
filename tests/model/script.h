/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A script: a small concurrent program to try the search on.
 *
 * A few threads (0 is main) of straight code with forward branches, over
 * objects of 8 bytes, of which an instruction may touch a half, over locks and
 * semaphores, and over registers of the thread's own. All of them begin as
 * zero. Text form, one line a thread:
 *
 *   0: create 1; r0 = x0; if r0 == 1 skip 1; x1.hi = 2; post s0; join 1
 *   1: wait s0; await x0 != 2; lock m0; x0 = 1; unlock m0
 */
#ifndef MZ_MODEL_SCRIPT_H
#define MZ_MODEL_SCRIPT_H

#include "op/await.h"
#include "group.h"
#include "op/op.h"

#include <stdio.h>

enum {
    MZ_SCRIPT_THREADS = 6,
    MZ_SCRIPT_CODE = 36,
    MZ_SCRIPT_REGISTERS = 10,
    MZ_SCRIPT_OBJECTS = 4,
    MZ_SCRIPT_LOCKS = 4,
    MZ_SCRIPT_SEMAPHORES = 4,
    MZ_SCRIPT_RWLOCKS = 3,
    MZ_SCRIPT_CONDS = 2,
    MZ_SCRIPT_MASKS = 2, /* of those who sleep, 1 and 2 */
    MZ_SCRIPT_FUTEXES = 2 * MZ_SCRIPT_OBJECTS + 2 * MZ_SCRIPT_MASKS,
    MZ_SCRIPT_BARRIERS = 2,
    MZ_SCRIPT_ONCES = 2,
    MZ_SCRIPT_PIPES = 8,
    MZ_SCRIPT_FILES = 4,
    MZ_SCRIPT_DESCRIPTIONS = 3, /* of them */
    MZ_SCRIPT_ROOM = 16,        /* of a stream, more than scripts put there */
    MZ_SCRIPT_SOCKETS = 2,      /* that may listen */
};

/* Some locks are not normal mutexes. */
enum { MZ_SPIN = 2, MZ_ROBUST = 3 };

/* Some pipes are none: a pair of sockets; counters of events, of which one is
 * taken whole, of the other one at a time; a timer; a socket to which datagrams are
 * sent by its name; a set of others, for epoll. */
enum {
    MZ_STREAM = 2,
    MZ_COUNTER = 3,
    MZ_TOKENS = 4,
    MZ_TIMER = 5,
    MZ_LETTERS = 6,
    MZ_SET = 7,
};

/* The file f2 is a duplicate of f0; all are descriptors of one file. */
enum { MZ_DUPLICATE = 2 };

/* Of the registers the last are the handler's, in scripts that have one. */
enum { MZ_HANDLER_REGISTERS = 6 };

/* How a file is locked, and which part of it: what is no byte of its own is of
 * the whole alone. */
enum { MZ_UNLOCKED, MZ_SHARED, MZ_EXCLUSIVE };
enum { MZ_WHOLE_FILE, MZ_FIRST_BYTE, MZ_SECOND_BYTE, MZ_SCRIPT_PARTS };

/* What a timer is set to. */
enum { MZ_AT_REST, MZ_ONCE, MZ_AGAIN };

/* A reader-writer lock that prefers writers. */
enum { MZ_WRITERS_FIRST = 2 };

enum { MZ_WHOLE = 0xff, MZ_LOW = 0x0f, MZ_HIGH = 0xf0 }; /* masks */

/*
 * kind, text. In a text R is the register, X the object, M the lock, S the
 * semaphore, W the reader-writer lock, V the condition variable, Z the barrier,
 * O the control of a routine that is run once, P the pipe, K the socket, T the
 * thread,
 * A and B the constants of the instruction, C what it compares by.
 *
 * plus: an addition that commutes with others, if all of the script that is done
 * to bytes of X there is done to the same ones, and nobody awaits them, and if it
 * is in no block, and the script has no atomic ones; else it is like add.
 * cas, trylock, trywait: R is 1 if it succeeded, else 0. unlock: nothing
 * happens if the lock is not held by the thread. The lock m2 is a spin lock, m3
 * a robust mutex. mend: the thread makes m3 consistent, if it holds it. die: the
 * last instruction of each thread that uses m3; if it holds that, its end is an
 * event. lock, trylock of m3: the thread holds it then unless it is lost. rdlock, wrlock, and what tries
 * these: nothing if the thread holds it already. rwunlock: nothing if it does
 * not. The lock w2 prefers writers: wrlock and timedwrlock of it are two events
 * if it is not to be had at once. create: nothing if it lives. join: nothing if there is no such thread. sleep: to wait for a condition
 * variable takes four instructions, sleep, unlock, wake or timed, lock, of the
 * variable and the lock of one number; nothing if the thread does not hold the
 * lock. leave: in place of wake, the thread is cancelled while it waits (and
 * goes on here). cancel: of a thread that the thread has created and not joined
 * yet, or of itself; nothing if there is no such thread. point: the thread ends
 * if it was cancelled. send: of a signal, which all block, to a thread as for
 * cancel, or to main; a second one is lost. sigwait: it waits for one to itself,
 * and takes it; sigtake: R is 1 if there is one. All three begin with a look at
 * what is done at signals; to look for one and to take it are two events.
 * kill: of another signal, of which one that waits is enough, to a thread as for
 * send, or to itself. handler: what follows, in thread 0, is not part of that
 * thread's code but what all threads do when they take that signal; its registers
 * are of its own, and zero at first. block, unblock: nothing if the thread does so
 * already; a child begins as its creator is. A thread to which the signal is sent,
 * that does not block it, looks before each event of its instructions that is no
 * choice, before and after a join, before it blocks it, and at its end; what it
 * finds it takes, which is a choice, but not where main has joined all, nor as it
 * ceases to block it. So has what it sends itself. An execution that ends while
 * such a thread waits, which could take one, is none of the program. wait: looks at
 * the semaphore, as an event of its own, where another sends it the signal.
 * detach: of a child, nothing if there is no such thread; it is not joined then,
 * nor cancelled, nor sent a signal. over: the last instruction of a thread, a
 * post of a semaphore of its own, for which outlive waits: after that the thread
 * may be created again. A thread of which that is said is never joined.
 * barrier: two events, R is 1 for the serial thread; not
 * more threads use one than it waits for. once: two events; the routine does
 * nothing. put:
 * waits until there is room; take: until there is something; held: how much;
 * touch: changes nothing. These are two events each, the first a look at what
 * the pipe's number leads to. p2 is a stream; put adds A to the counter p3, of
 * which take is all there is, and one to p4, of which take is one; how much they
 * hold is not asked. put to p6 is three events: it looks for who has the name,
 * and then once more, which is one event with what it puts there. epoll: of how
 * many of the set p7, which are p0, p1 and p3, there is something to take; three
 * events, too, as it looks at what is in the set. ready: is there something to
 * take? arm: the timer p5, of
 * which A is MZ_AT_REST, MZ_ONCE or MZ_AGAIN; left: R is 1 if it is armed, and
 * if it was set to expire once, has not yet. take of it: how often it has
 * expired, which is once or twice if it does so again and again. ready, left and
 * take of it look at it, as an event of their own, and where only time says
 * whether it will have expired, that is one more: a choice, before the operation. flock: the lock
 * A of the whole file, record: of its part B; they are of the description, and
 * apart from each other; R is 1 if it was to be had. The first event of each is
 * a look at its number, too. flock of who has another lock is an event more: that
 * is given back first; record of a part, that has to wait, as well: it asks
 * first. There is one path for sockets. bind of k0 or k1 to it: R is 1 if there
 * is no file yet, and the socket has no name; unlink: R is 1 if there is a file;
 * listen, for which a socket needs a name: R is 1 if it has one; then there is
 * room for one connection. Each thread has one socket to connect: R is 0 if there
 * is no file, 1 if its socket does not listen, 2 if it is connected, for which it
 * waits for room; nothing if it was so before. To connect is to look at the own
 * number, to look for the path, to do so again and try, as often as there is
 * another socket there than was found, or no room; in the last case it waits
 * before. accept: R is 0 if the socket does not listen; else the number, plus
 * one, of the thread whose connection it takes, the first that was made and is
 * there. Between its look at the socket's number and that it gets a new one, and
 * that is there, or given back, after it. timed: R
 * is 1 if the thread was woken up, 0 if time is over. fwait: it
 * and the fwoken or ftimed of the same half of X are a wait for a futex; R is 0,
 * and the other does not happen, if X is not A. fwoken, ftimed: R is 1 if the
 * thread was woken up, 2 if time is over. fwake: for A threads, R is how many
 * there were. `of B` is the mask B, at x0 alone: a wait has 1 or 2, a wake 3, too;
 * without it, all bits. Where somebody sleeps with a mask each wake is one event
 * of all who sleep at its word with a mask that has a bit of its own; if these are
 * of several masks and it is for some of them, they are those of the first masks,
 * which is more than a kernel promises. together: the A accesses that follow are one event. atomic: the
 * A accesses and branches that follow are one event; as which it accesses may
 * depend on what it reads, it depends on every other event.
 */
#define MZ_SCRIPT_OPS(Y)                \
    Y(READ, "R = X")                    \
    Y(WRITE, "X = A")                   \
    Y(STORE, "X = R")                   \
    Y(ADD, "R = add X A")               \
    Y(PLUS, "plus X A")                 \
    Y(EXCHANGE, "R = exchange X A")     \
    Y(CAS, "R = cas X A B")             \
    Y(AWAIT, "await X C A")             \
    Y(LOCK, "lock M")                   \
    Y(TRYLOCK, "R = trylock M")         \
    Y(UNLOCK, "unlock M")               \
    Y(MEND, "mend M")                   \
    Y(DIE, "die M")                     \
    Y(WAIT, "wait S")                   \
    Y(TRYWAIT, "R = trywait S")         \
    Y(POST, "post S")                   \
    Y(VALUE, "R = value S")             \
    Y(RDLOCK, "rdlock W")               \
    Y(WRLOCK, "wrlock W")               \
    Y(TRYRDLOCK, "R = tryrdlock W")     \
    Y(TRYWRLOCK, "R = trywrlock W")     \
    Y(TIMEDWRLOCK, "R = timedwrlock W") \
    Y(RWUNLOCK, "rwunlock W")           \
    Y(SLEEP, "sleep V")                 \
    Y(WAKE, "wake V")                   \
    Y(TIMED, "R = timed V")             \
    Y(LEAVE, "leave V")                 \
    Y(SIGNAL, "signal V")               \
    Y(BROADCAST, "broadcast V")         \
    Y(FUTEX_WAIT, "R = fwait X A")      \
    Y(FWAIT_OF, "R = fwait X A of B")   \
    Y(FUTEX_TAKE, "R = fwoken X")       \
    Y(FUTEX_TIMED, "R = ftimed X")      \
    Y(FUTEX_WAKE, "R = fwake X A")      \
    Y(FWAKE_OF, "R = fwake X A of B")   \
    Y(BARRIER, "R = barrier Z")         \
    Y(ONCE, "once O")                   \
    Y(PUT, "put P A")                   \
    Y(TAKE, "R = take P")               \
    Y(HELD, "R = held P")               \
    Y(TOUCH, "touch P")                 \
    Y(READY, "R = ready P")             \
    Y(ARM, "arm P A")                   \
    Y(LEFT, "R = left P")               \
    Y(EPOLL, "R = epoll P")             \
    Y(BIND, "R = bind K")               \
    Y(LISTEN, "R = listen K")           \
    Y(CONNECT, "R = connect")           \
    Y(ACCEPT, "R = accept K")           \
    Y(UNLINK, "R = unlink")             \
    Y(FLOCK, "flock F A")               \
    Y(TRYFLOCK, "R = tryflock F A")     \
    Y(RECORD, "record F A B")           \
    Y(TRYRECORD, "R = tryrecord F A B") \
    Y(CANCEL, "cancel T")               \
    Y(POINT, "point")                   \
    Y(SEND, "send T")                   \
    Y(SIGWAIT, "sigwait")               \
    Y(SIGTAKE, "R = sigtake")           \
    Y(KILL, "kill T")                   \
    Y(BLOCK, "block")                   \
    Y(UNBLOCK, "unblock")               \
    Y(HANDLER, "handler")               \
    Y(TOGETHER, "together A")           \
    Y(ATOMIC, "atomic A")               \
    Y(CREATE, "create T")               \
    Y(JOIN, "join T")                   \
    Y(DETACH, "detach T")               \
    Y(OUTLIVE, "outlive T")             \
    Y(OVER, "over")                     \
    Y(CHOOSE, "R = choose A")           \
    Y(SKIP_EQ, "if R == A skip B")      \
    Y(SKIP_NE, "if R != A skip B")      \
    Y(ASSUME, "assume R == A")          \
    Y(ASSERT, "assert R != A")

enum mz_script_op {
#define Y(kind, text) MZ_SCRIPT_##kind,
    MZ_SCRIPT_OPS(Y)
#undef Y
        MZ_SCRIPT_OP_COUNT
};

struct mz_instruction {
    uint8_t op;     /* enum mz_script_op */
    uint8_t reg;    /* R */
    uint8_t number; /* of X, M, S, W, V, Z, O, P, K or T */
    uint8_t mask;   /* of X */
    uint8_t a, b;   /* b also for C: enum mz_condition */
};

static inline bool mz_script_is_counter(unsigned number)
{
    return number == MZ_COUNTER || number == MZ_TOKENS;
}

/* What there is room for in a pipe. */
static inline unsigned mz_script_pipe_room(unsigned number)
{
    return number < MZ_STREAM             ? 1 + number
           : mz_script_is_counter(number) ? UINT16_MAX - UINT8_MAX
                                          : MZ_SCRIPT_ROOM;
}

/* How many threads a barrier waits for. */
static inline unsigned mz_script_barrier_count(unsigned number)
{
    return 2 + number;
}

extern const char *const mz_script_texts[MZ_SCRIPT_OP_COUNT];
extern const char *const mz_script_conditions[MZ_CONDITION_COUNT];

struct mz_script {
    unsigned thread_count;
    struct mz_script_thread {
        unsigned length;
        struct mz_instruction code[MZ_SCRIPT_CODE];
    } threads[MZ_SCRIPT_THREADS];
};

static inline bool mz_script_op_is_memory(enum mz_script_op op)
{
    return op <= MZ_SCRIPT_AWAIT;
}

static inline bool mz_script_op_is_lock(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_LOCK && op <= MZ_SCRIPT_DIE;
}

static inline bool mz_script_op_is_semaphore(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_WAIT && op <= MZ_SCRIPT_VALUE;
}

static inline bool mz_script_op_is_rwlock(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_RDLOCK && op <= MZ_SCRIPT_RWUNLOCK;
}

static inline bool mz_script_op_is_cond(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_SLEEP && op <= MZ_SCRIPT_BROADCAST;
}

static inline bool mz_script_op_is_futex(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_FUTEX_WAIT && op <= MZ_SCRIPT_FWAKE_OF;
}

static inline bool mz_script_op_is_futex_wait(enum mz_script_op op)
{
    return op == MZ_SCRIPT_FUTEX_WAIT || op == MZ_SCRIPT_FWAIT_OF;
}

static inline bool mz_script_op_is_futex_wake(enum mz_script_op op)
{
    return op == MZ_SCRIPT_FUTEX_WAKE || op == MZ_SCRIPT_FWAKE_OF;
}

static inline bool mz_script_op_is_pipe(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_PUT && op <= MZ_SCRIPT_EPOLL;
}

static inline bool mz_script_op_is_socket(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_BIND && op <= MZ_SCRIPT_UNLINK;
}

static inline bool mz_script_op_is_file_lock(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_FLOCK && op <= MZ_SCRIPT_TRYRECORD;
}

static inline unsigned mz_script_description(unsigned file)
{
    return file == MZ_DUPLICATE ? 0 : file > MZ_DUPLICATE ? file - 1 : file;
}

static inline bool mz_script_op_is_signal(enum mz_script_op op)
{
    return op >= MZ_SCRIPT_SEND && op <= MZ_SCRIPT_SIGTAKE;
}

static inline bool mz_script_op_is_block(enum mz_script_op op)
{
    return op == MZ_SCRIPT_TOGETHER || op == MZ_SCRIPT_ATOMIC;
}

static inline bool mz_script_op_is_skip(enum mz_script_op op)
{
    return op == MZ_SCRIPT_SKIP_EQ || op == MZ_SCRIPT_SKIP_NE;
}

/* NULL, or what is wrong with the text; the script is checked, too. */
const char *mz_script_parse(struct mz_script *, const char *text);

void mz_script_print(const struct mz_script *, FILE *);

/*
 * NULL, or why this is no script: a number out of range, a skip beyond the end
 * or into or out of a block, a block of what may block, awaits beside atomic
 * blocks, a sleep without what belongs to it, a thread that is created twice
 * without a join in between, or by a later one, or joined twice or by another
 * than its creator.
 */
const char *mz_script_check(const struct mz_script *);

/* Does the skip at this place end within the thread, and not in a block from
 * outside, nor beyond the end of its own one? */
bool mz_script_skip_fits(const struct mz_script_thread *, unsigned at);

/* Where the block ends that this instruction is in, not begins: the place after
 * it. 0: it is in none. */
unsigned mz_script_block_end(const struct mz_script_thread *, unsigned at);

/* How many instructions a sleep, or a wait for a futex, is the first of. */
enum { MZ_SCRIPT_SLEEP_LENGTH = 4, MZ_SCRIPT_FUTEX_LENGTH = 2 };

static inline unsigned mz_script_sleep_length(enum mz_script_op op)
{
    return op == MZ_SCRIPT_SLEEP            ? MZ_SCRIPT_SLEEP_LENGTH
           : mz_script_op_is_futex_wait(op) ? MZ_SCRIPT_FUTEX_LENGTH
                                            : 1;
}

/* Is the instruction one of them, but not the first? */
bool mz_script_is_asleep(const struct mz_script_thread *, unsigned at);

/* With which masks somebody in it sleeps at a futex: bits 1 << mask. */
unsigned mz_script_masks(const struct mz_script *);

/* Where the handler begins, in thread 0, with its mark; or the code ends. */
unsigned mz_script_handler(const struct mz_script_thread *);

/* Does an instruction of this kind occur? */
bool mz_script_has(const struct mz_script *, enum mz_script_op);

/* Does what adds to these bytes of the object commute, blocks apart? */
bool mz_script_adds(const struct mz_script *, unsigned object, uint8_t mask);

#endif
