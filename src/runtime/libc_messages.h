/* SPDX-License-Identifier: Apache-2.0 */
/* What a message may hold, that is sent by whatever call. */
#ifndef MZ_RUNTIME_LIBC_MESSAGES_H
#define MZ_RUNTIME_LIBC_MESSAGES_H

#include <sys/socket.h>

/* What a number means that somebody receives would not be known. */
void mz_message_refuse_descriptors(const struct msghdr *);

#endif
