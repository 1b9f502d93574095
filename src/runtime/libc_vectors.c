/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of buffers: iovecs, messages, polled descriptors. Before the call the
 * lists are read, and the buffers that the kernel takes data from; after it
 * those are written that it has put data into, as many bytes as the result is.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Is what will be filled to be announced now, before it is? */
static bool is_ahead(const struct mz_announcement *a)
{
    return mz_rt.interleaving || a->is_audit;
}

/* As many bytes of the buffers as `size`; what is visible before it is done
 * counts as all of it. */
static void buffers(struct mz_announcement *a, const struct iovec *vector,
                    uint64_t count, uint64_t size, bool write)
{
    for (uint64_t i = 0; vector && i < count && size; i++) {
        uint64_t part =
            vector[i].iov_len < size ? vector[i].iov_len : size;

        if (!write)
            mz_announce_read(a, (uint64_t)vector[i].iov_base, part);
        else if (a->is_after)
            mz_announce_write(a, (uint64_t)vector[i].iov_base, part);
        else
            mz_announce_at_most(a, (uint64_t)vector[i].iov_base, part);
        size -= part;
    }
}

static uint64_t transferred(const struct mz_announcement *a)
{
    int64_t result = a->call->result;

    if (!a->is_after)
        return UINT64_MAX;
    return result > 0 ? result : 0;
}

static void vector(struct mz_announcement *a, uint64_t address, uint64_t count,
                   bool write)
{
    const struct iovec *list = (const struct iovec *)address;

    if (!a->is_after)
        mz_announce_read(a, address, count * sizeof *list);
    if (!write && !a->is_after)
        buffers(a, list, count, UINT64_MAX, false);
    if (write && (a->is_after || is_ahead(a)))
        buffers(a, list, count, transferred(a), true);
}

static void sent(struct mz_announcement *a, uint64_t address)
{
    const struct msghdr *m = (const struct msghdr *)address;

    if (!m || a->is_after)
        return;
    mz_announce_read(a, address, sizeof *m);
    mz_announce_read(a, (uint64_t)m->msg_name, m->msg_namelen);
    mz_announce_read(a, (uint64_t)m->msg_control, m->msg_controllen);
    vector(a, (uint64_t)m->msg_iov, m->msg_iovlen, false);
}

/* The lengths in it are what there was room for, and what came then. */
static void received(struct mz_announcement *a, uint64_t address, uint64_t size)
{
    const struct msghdr *m = (const struct msghdr *)address;

    if (!m)
        return;
    if (!a->is_after) {
        mz_announce_read(a, address, sizeof *m);
        mz_announce_read(a, (uint64_t)m->msg_iov,
                         m->msg_iovlen * sizeof *m->msg_iov);
    }
    if (!a->is_after && !is_ahead(a))
        return;
    mz_announce_write(a, address, sizeof *m);
    mz_announce_at_most(a, (uint64_t)m->msg_name, m->msg_namelen);
    mz_announce_at_most(a, (uint64_t)m->msg_control, m->msg_controllen);
    buffers(a, m->msg_iov, m->msg_iovlen, size, true);
}

static void messages(struct mz_announcement *a, uint64_t address,
                     uint64_t count, bool write)
{
    const struct mmsghdr *m = (const struct mmsghdr *)address;

    for (uint64_t i = 0; m && i < count && i < 1024; i++) {
        if (!write)
            sent(a, (uint64_t)&m[i].msg_hdr);
        else if (!a->is_after || i < transferred(a))
            received(a, (uint64_t)&m[i].msg_hdr,
                     a->is_after ? m[i].msg_len : UINT64_MAX);
        if (a->is_after && i < transferred(a))
            mz_announce_write(a, (uint64_t)&m[i].msg_len,
                              sizeof m[i].msg_len);
    }
}

/* What is asked and what is told are neighbours in each. */
static void polled(struct mz_announcement *a, uint64_t address, uint64_t count)
{
    const struct pollfd *p = (const struct pollfd *)address;

    for (uint64_t i = 0; p && i < count; i++) {
        mz_announce_read(a, (uint64_t)&p[i], offsetof(struct pollfd, revents));
        mz_announce_write(a, (uint64_t)&p[i].revents, sizeof p[i].revents);
    }
}

void mz_vectors_announce(struct mz_announcement *a, const struct mz_rule *rule,
                         uint64_t address, uint64_t count)
{
    switch ((enum mz_verb)rule->verb) {
    case MZ_VERB_READS_VECTOR:
    case MZ_VERB_WRITES_VECTOR:
        vector(a, address, count, rule->verb == MZ_VERB_WRITES_VECTOR);
        break;
    case MZ_VERB_READS_MESSAGE:
        sent(a, address);
        break;
    case MZ_VERB_WRITES_MESSAGE:
        received(a, address, transferred(a));
        break;
    case MZ_VERB_READS_MESSAGES:
    case MZ_VERB_WRITES_MESSAGES:
        messages(a, address, count, rule->verb == MZ_VERB_WRITES_MESSAGES);
        break;
    default:
        polled(a, address, count);
    }
}
