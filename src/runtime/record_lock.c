/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks of parts of a file (fcntl). Those of an open file description are the
 * kernel's: it is asked whether a lock is to be had, and takes it in the turn
 * of the call, which then does not wait. The locks of a file are one object,
 * whoever has which part.
 *
 * Who waits needs a bit of the object's state, which must be a function of what
 * was done to that object alone. Each description has two bits for all of the
 * file, to read and to write: could it have that lock? Locks of other parts are
 * as many as there are numbers. So who waits for one of those takes a seat
 * first, which is an operation of its own, and the seat has a bit.
 *
 * Locks of the process keep none of its threads out: they are no operations.
 */
#define _GNU_SOURCE
#include "runtime/record_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/fault.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/state.h"

enum {
    PAIRS = 12, /* descriptions that have their bits, from the first on */
    SEATS = 64 - 2 * PAIRS,
};

static struct seat {
    const uint64_t *locks; /* of which file; NULL: nobody sits here */
    struct flock request;
    mz_tid thread;
    int fd;
} seats[SEATS];
static bool has_seats;

/* Which kinds of locks the files have in this execution, see note_kind. */
enum { OF_DESCRIPTION = 1, OF_PROCESS = 2 };
static struct {
    const uint64_t *locks;
    uint8_t kinds;
} files[16];
static unsigned file_count;

void mz_record_lock_reset(void)
{
    if (has_seats)
        mz_fill(seats, 0, sizeof seats);
    has_seats = false;
    file_count = 0;
}

void mz_record_lock_checkpoint(void)
{
    mz_checkpoint_need(!has_seats && !file_count);
}

void mz_record_lock_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; has_seats && i < SEATS; i++) {
        const struct seat *seat = &seats[i];

        mz_state_add_word(f, (uint64_t)seat->locks);
        if (!seat->locks)
            continue;
        mz_state_add_word(f, seat->thread | (uint64_t)seat->fd << 32);
        mz_state_add_word(f, seat->request.l_type |
                                 (uint64_t)seat->request.l_whence << 32);
        mz_state_add_word(f, seat->request.l_start);
        mz_state_add_word(f, seat->request.l_len);
    }
    for (unsigned i = 0; i < file_count; i++) {
        mz_state_add_word(f, (uint64_t)files[i].locks);
        mz_state_add_word(f, files[i].kinds);
    }
}

/* A close of any descriptor of a file drops the process's locks of it, those of
 * ours as well, which the program knows nothing of. That matters only to who
 * has a lock of the other kind. */
static void note_kind(const uint64_t *locks, uint8_t kind)
{
    unsigned i = 0;

    while (i < file_count && files[i].locks != locks)
        i++;
    if (i == MZ_COUNT(files))
        mz_unsupported(RECORD_FILES);
    if (i == file_count) {
        files[file_count].locks = locks;
        files[file_count++].kinds = 0;
    }
    files[i].kinds |= kind;
    if (files[i].kinds == (OF_DESCRIPTION | OF_PROCESS))
        mz_unsupported(RECORD_BOTH);
}

/* ---- what the kernel says ------------------------------------------------ */

static bool is_free(int fd, int command, const struct flock *request)
{
    struct flock copy = *request;

    return !MZ_SYSTEM(fcntl, fd, command, &copy) && copy.l_type == F_UNLCK;
}

/* All of the file, to read and to write. */
static uint64_t pair_of(int fd, int command)
{
    const struct flock reads = {.l_type = F_RDLCK};
    const struct flock writes = {.l_type = F_WRLCK};

    return is_free(fd, command, &reads) | is_free(fd, command, &writes) << 1;
}

/* The number by which a thread goes on that has begun to use it. */
static int number_used(mz_tid t, int fd)
{
    int instead = mz_descriptor_uses[t].instead;

    return instead ? instead : fd;
}

static bool is_of(const struct mz_description *d, uint64_t object)
{
    return d->references && d->file &&
           (uint64_t)mz_file_records_of(d->file) == object;
}

/* What a description has that holds no lock, or is not there: of the locks of
 * descriptions, the process's are all in the way. */
static uint64_t pair_of_any(uint64_t object)
{
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++)
        if (is_of(&mz_descriptions[i], object))
            return pair_of(mz_number_of(&mz_descriptions[i]), F_GETLK);
    return 3;
}

bool mz_record_state(uint64_t object, uint64_t *state)
{
    uint64_t any = pair_of_any(object);

    *state = 0;
    for (unsigned i = 0; i < PAIRS; i++) {
        const struct mz_description *d = &mz_descriptions[i + 1];

        *state |= (is_of(d, object) && d->locks_records
                       ? pair_of(mz_number_of(d), F_OFD_GETLK)
                       : any)
                  << 2 * i;
    }
    for (unsigned i = 0; i < SEATS; i++)
        if ((uint64_t)seats[i].locks == object &&
            is_free(number_used(seats[i].thread, seats[i].fd), F_OFD_GETLK,
                    &seats[i].request))
            *state |= 1ull << (2 * PAIRS + i);
    return true;
}

/* Files whose names have the same hash have one object. That is no harm, but
 * whose bits are whose is told by the object. */
static void check_names(const struct mz_description *d, int fd)
{
    struct stat own, other;

    MZ_SYSTEM(fstat, fd, &own);
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++) {
        const struct mz_description *o = &mz_descriptions[i];

        if (o == d || !o->references || o->file != d->file)
            continue;
        MZ_SYSTEM(fstat, mz_number_of(o), &other);
        if (own.st_ino != other.st_ino || own.st_dev != other.st_dev)
            mz_unsupported(RECORD_HASH);
    }
}

/* ---- what is asked for --------------------------------------------------- */

bool mz_record_read(uint64_t address, struct flock *request)
{
    uint64_t *words = (uint64_t *)request;

    _Static_assert(sizeof *request == 4 * sizeof *words, "the kernel's");
    for (unsigned i = 0; i < 4; i++)
        if (!mz_fault_read(address + 8 * i, &words[i]))
            return false;
    return true;
}

/* Where the part begins from which it is counted; below 0: nowhere. */
static int64_t base_of(int fd, short whence)
{
    struct stat status;

    switch (whence) {
    case SEEK_SET:
        return 0;
    case SEEK_CUR:
        return MZ_SYSTEM(lseek, fd, 0, SEEK_CUR);
    case SEEK_END:
        return MZ_SYSTEM(fstat, fd, &status) ? -1 : status.st_size;
    default:
        return -1;
    }
}

/* The same request, from the start of the file. False: the kernel refuses it
 * at once. */
static bool normalise(int fd, const struct flock *request, struct flock *whole)
{
    int64_t base = base_of(fd, request->l_whence), start, end;

    *whole = (struct flock){.l_type = request->l_type};
    if (base < 0 ||
        __builtin_add_overflow(base, request->l_start, &start) || start < 0 ||
        __builtin_add_overflow(start, request->l_len, &end) || end < 0)
        return false;
    whole->l_start = request->l_len < 0 ? end : start;
    whole->l_len = request->l_len < 0 ? -request->l_len : request->l_len;
    return true;
}

static bool is_equal(const struct flock *a, const struct flock *b)
{
    return a->l_start == b->l_start && a->l_len == b->l_len;
}

/* May the descriptor have such a lock? */
static bool fits(int fd, const struct flock *request)
{
    int mode = MZ_SYSTEM(fcntl, fd, F_GETFL) & O_ACCMODE;

    return !request->l_pid &&
           (request->l_type == F_UNLCK ||
            (request->l_type == F_RDLCK && mode != O_WRONLY) ||
            (request->l_type == F_WRLCK && mode != O_RDONLY));
}

/* ---- waiting ------------------------------------------------------------- */

static void wait_for(uint64_t need, const uint64_t *locks, int fd, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_FILE_WAIT,
        .object = mz_object_of_lock(locks),
        .mask = 0xff,
        .state = (void *)locks,
        .number = need,
        .address = MZ_DESCRIPTOR_ADDRESS + fd,
        .action = MZ_ACTION_RECORD_LOCK,
        .pc = pc,
    };
    uint64_t state;

    mz_sent_signal_must_not_interrupt(MZ_GAP_SIGNAL_INTERRUPTS_FILE, NULL,
                                      false);
    mz_cancel_begin_wait();
    mz_visible_begin(&v);
    mz_cancel_end_wait();
    mz_record_state((uint64_t)locks, &state);
    if (!(state & need))
        mz_visible_refuse(v.kind, v.object, state);
    mz_visible_end(&v, v.kind, state, need);
}

static unsigned free_seat(void)
{
    for (unsigned i = 0; i < SEATS; i++)
        if (!seats[i].locks)
            return i;
    mz_unsupported(RECORD_WAITERS);
}

static void wait_in_seat(const uint64_t *locks, int fd,
                         const struct flock *request, uint64_t pc)
{
    unsigned i;

    mz_io_touch_one(locks, MZ_FILE_CHANGE);
    if (is_free(fd, F_OFD_GETLK, request))
        return;
    i = free_seat();
    has_seats = true;
    seats[i] = (struct seat){locks, *request, mz_self(), fd};
    wait_for(1ull << (2 * PAIRS + i), locks, fd, pc);
    seats[i].locks = NULL;
}

/* The turn of a call that waits: then it need not. */
static void wait_turn(const struct mz_description *d, int fd,
                      const struct flock *request, uint64_t pc)
{
    const uint64_t *locks = mz_file_records_of(d->file);
    unsigned index = d - mz_descriptions - 1;

    if (mz_turn_is_alone() && is_free(fd, F_OFD_GETLK, request))
        return;
    if (request->l_start || request->l_len || index >= PAIRS)
        wait_in_seat(locks, fd, request, pc);
    else
        wait_for(1ull << (2 * index + (request->l_type == F_WRLCK)), locks, fd,
                 pc);
}

/* ---- locks of descriptions ----------------------------------------------- */

/* The position, or the size, may be another thread's doing. */
static void look_at_base(const struct mz_description *d, short whence)
{
    if (whence == SEEK_CUR)
        mz_io_touch_one(d, MZ_FILE_LOOK);
    if (whence == SEEK_END)
        mz_io_touch_one(d->file, MZ_FILE_LOOK);
}

static void order(const struct mz_description *d, int fd,
                  const struct flock *request)
{
    uint64_t clock = (uint64_t)mz_file_records_of(d->file);

    if (!mz_rt.detecting)
        return;
    if (request->l_type != F_UNLCK && !is_free(fd, F_OFD_GETLK, request))
        return;
    if (request->l_type != F_UNLCK)
        mz_race_detector_synchronise(mz_self(), clock, MZ_SYNC_ACQUIRE);
    if (request->l_type != F_WRLCK)
        mz_race_detector_synchronise(mz_self(), clock, MZ_SYNC_RELEASE_JOIN);
}

/* Stands in the turn of a request that the kernel does not refuse. */
static void stand(struct mz_description *d, int fd, int command,
                  const struct flock *given, uint64_t pc)
{
    const uint64_t *locks = mz_file_records_of(d->file);
    struct flock request, now;

    check_names(d, fd);
    note_kind(locks, OF_DESCRIPTION);
    look_at_base(d, given->l_whence);
    if (!fits(fd, given) || !normalise(fd, given, &request))
        return;
    d->locks_records = true;
    if (command == F_OFD_SETLKW && request.l_type != F_UNLCK)
        wait_turn(d, fd, &request, pc);
    else
        mz_io_touch_one(locks, command == F_OFD_GETLK ? MZ_FILE_LOOK
                                                      : MZ_FILE_CHANGE);
    if (!normalise(number_used(mz_self(), fd), given, &now) ||
        !is_equal(&request, &now))
        mz_unsupported(RECORD_POSITION);
    if (command != F_OFD_GETLK)
        order(d, number_used(mz_self(), fd), &request);
}

/* Of what is no regular file nobody knows who may end the wait. */
static void check_wait(int fd, int command)
{
    if (command == F_OFD_SETLKW && !mz_turn_is_alone() &&
        MZ_SYSTEM(fcntl, fd, F_GETFD) >= 0)
        mz_unsupported(RECORD_KIND);
}

static void lock_description(int fd, int command, uint64_t address, uint64_t pc)
{
    struct mz_description *d = mz_description_of(fd);
    struct flock given;

    if (d == &mz_descriptions[MZ_INHERITED] && mz_file_of_descriptor(fd))
        mz_unsupported(RECORD_BEFORE_MAIN);
    if (!d->file) {
        check_wait(fd, command);
        return;
    }
    if (!mz_record_read(address, &given))
        return;
    if (command == F_OFD_GETLK && given.l_type == F_UNLCK)
        mz_unsupported(RECORD_ASKED);
    mz_io_begin_to_use(fd);
    stand(d, fd, command, &given, pc);
    if (mz_io_end_to_use(fd) != fd)
        mz_unsupported(CLOSED_LOCKED);
    mz_descriptor_tell(fd, MZ_ACTION_RECORD_LOCK, pc);
}

/* ---- locks of the process ------------------------------------------------ */

int mz_record_process(int fd, short whence)
{
    const uint64_t *file;

    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return -1;
    file = mz_file_of_descriptor(fd);
    if (!file || !mz_has_number(fd))
        return fd;
    note_kind(mz_file_records_of(file), OF_PROCESS);
    mz_descriptor_moves(fd); /* so that the rollback drops them */
    if (!mz_description_of(fd)->file)
        return fd;
    mz_io_begin_to_use(fd);
    look_at_base(mz_description_of(fd), whence);
    return mz_io_end_to_use(fd);
}

/* ---- calls --------------------------------------------------------------- */

bool mz_record_is_command(int command)
{
    return command == F_GETLK || command == F_SETLK || command == F_SETLKW ||
           command == F_OFD_GETLK || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

static int begin_of_process(int fd, uint64_t address)
{
    struct flock given = {0};

    mz_record_read(address, &given);
    return mz_record_process(fd, given.l_whence);
}

static int begin_of_description(int fd, uint64_t *command, uint64_t address,
                                uint64_t pc)
{
    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return -1;
    if (mz_has_number(fd))
        lock_description(fd, *command, address, pc);
    if (*command == F_OFD_SETLKW)
        *command = F_OFD_SETLK; /* it is to be had now, or refused */
    return fd;
}

int mz_record_begin(int fd, uint64_t *command, uint64_t address, uint64_t pc)
{
    if (*command == F_SETLKW || *command == F_OFD_SETLKW)
        mz_cancel_point(pc);
    return *command < F_OFD_GETLK
               ? begin_of_process(fd, address)
               : begin_of_description(fd, command, address, pc);
}

/* Who is in the midst of using the number keeps its description. */
void mz_record_closes(const struct mz_description *d, int fd)
{
    struct flock all = {.l_type = F_UNLCK};

    if (!d->locks_records || d->references > 1)
        return;
    if (mz_rt.detecting)
        mz_race_detector_synchronise(
            mz_self(), (uint64_t)mz_file_records_of(d->file),
            MZ_SYNC_RELEASE_JOIN);
    MZ_SYSTEM(fcntl, fd, F_OFD_SETLK, &all);
}

void mz_record_check_replaced(int fd)
{
    if (mz_description_of(fd)->locks_records)
        mz_unsupported(RECORD_LOCKED);
}
