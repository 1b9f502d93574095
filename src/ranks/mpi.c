/* SPDX-License-Identifier: Apache-2.0 */
/* Messages by MPI. One thread, one communicator, one tag: then they arrive in
 * the order in which one rank has sent them to another (MPI 3.1, 3.5). */
#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "ranks/transport.h"

/* On its way. */
struct letter {
    struct letter *next;
    MPI_Request request;
    char bytes[];
};

static struct mz_transport transport;
static struct letter *letters;
static char host[MPI_MAX_PROCESSOR_NAME];

/* Errors of MPI end all ranks; so does what it cannot know of. */
static void give_up(void)
{
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void forget_sent(void)
{
    for (struct letter **at = &letters; *at;) {
        struct letter *letter = *at;
        int is_sent;

        MPI_Test(&letter->request, &is_sent, MPI_STATUS_IGNORE);
        if (!is_sent) {
            at = &letter->next;
            continue;
        }
        *at = letter->next;
        free(letter);
    }
}

static void send_bytes(uint32_t to, const void *bytes, size_t size)
{
    struct letter *letter = malloc(sizeof *letter + size);

    if (!letter || size > INT_MAX) {
        give_up();
        return;
    }
    memcpy(letter->bytes, bytes, size);
    MPI_Isend(letter->bytes, (int)size, MPI_BYTE, (int)to, 0, MPI_COMM_WORLD,
              &letter->request);
    letter->next = letters;
    letters = letter;
}

static void *receive(size_t *size)
{
    MPI_Status status;
    int is_there, count;
    void *bytes;

    forget_sent();
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &count);
    *size = (size_t)count;
    bytes = malloc(*size ? *size : 1);
    if (!bytes)
        give_up();
    MPI_Recv(bytes, count, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return bytes;
}

static void leave(void)
{
    for (struct letter *letter = letters; letter; letter = letter->next)
        MPI_Wait(&letter->request, MPI_STATUS_IGNORE);
    MPI_Finalize();
}

/* Where no such network is, Open MPI would ask libraries of some for it, of
 * which two measure the rate of a clock first, for a tenth of a second each.
 * What is chosen then is this, as a rule; unless the user has chosen. */
static void choose_network(void)
{
    if (access("/sys/class/infiniband", F_OK))
        setenv("OMPI_MCA_pml", "ob1", 0);
}

/* As long as it joins others, who has started it is asked for what it is to
 * know, and if that is killed Open MPI waits for an answer for ever. */
static void end_with_parent(bool does_end)
{
    prctl(PR_SET_PDEATHSIG, does_end ? SIGKILL : 0);
}

const struct mz_transport *mz_transport_join(void)
{
    int number, count, length;

    choose_network();
    end_with_parent(true);
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
        return NULL;
    end_with_parent(false);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Get_processor_name(host, &length);
    transport = (struct mz_transport){
        .number = (uint32_t)number,
        .count = (uint32_t)count,
        .host = host,
        .send = send_bytes,
        .receive = receive,
        .leave = leave,
    };
    return &transport;
}
