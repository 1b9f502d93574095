/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cli/ranks.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "cli/home.h"
#include "cli/inspect.h"
#include "cli/left.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/process.h"
#include "cli/transcript.h"
#include "config.h"
#include "explore/algorithm.h"
#include "explore/share.h"
#include "ranks/transport.h"
#include "region/function.h"

/* What goes from rank to rank beside that of ranks/rank.h. */
enum kind {
    COMMAND = MZ_RANK_KINDS, /* the folder, words, the environment: texts */
    BEGIN,                   /* struct mz_settings */
    LEFT,                    /* struct mz_rest; nothing: it is not known */
    RESULT,                  /* struct found, and pages */
    END,
};

enum {
    MOST_NAMES = 4096,    /* in one message */
    MOST_LEFT = 1 << 30, /* bytes, the same */
};

/* Seconds: where nothing is to be heard; between two looks, where this rank, or
 * one that has asked it, has nothing to do, and something has changed lately;
 * where only the latter is so; only the former; and neither. */
static const double PAUSE = 0.0005, BRISK = 0.0001, SOON = 0.0005, LOOK = 0.001,
                    REST = 0.004, LATELY = 0.01;

struct letter {
    struct letter *next;
    size_t size; /* of the content */
    struct mz_rank_message head;
    char content[];
};

/* What a rank has to say when its search has ended. */
struct found {
    double seconds;
    int64_t rss_kb;
    uint32_t was_cut, had_own_end; /* see struct mz_ranks_end */
};

struct mz_ranks {
    struct mz_rank_world world; /* first */
    const struct mz_transport *transport;
    char speaker[HOST_NAME_MAX + 32]; /* what is said by others than rank 0
                                         begins with it; else empty */
    bool has_left;
    bool is_searching; /* from BEGIN until all have been gathered */
    uint64_t mark;
    uint32_t search;
    struct letter *letters, **letters_end; /* not of ranks/rank.h */
    struct mz_rank *rank; /* NULL: no search is under way */
    double news; /* when a message came that is none of a wave, or what this
                    rank does has changed */
    bool wants;  /* others do */
    bool is_idle;

    struct mz_region *region;
    uint32_t workers;
    uint64_t region_size;
    int file;
    bool stops, has_ended;
    uint64_t identity;  /* 0: not known yet */
    uint64_t *keys;     /* the list of objects; NULL: not there yet */
    void *mapped;       /* where that is mapped ... */
    size_t mapped_size; /* ... in bytes */
    uint64_t most[MZ_RANK_LISTS], length[MZ_RANK_LISTS];
    uint64_t told[MZ_RANK_LISTS][MZ_MAX_ASKING]; /* what workers have asked */
    struct names {
        uint64_t *at;
        uint64_t count, put;
    } from_first[MZ_RANK_LISTS]; /* names that have come; so many are put */
    uint64_t names[MOST_NAMES]; /* that go */
    char *task; /* the last that was taken */
};

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_SEQ_CST)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)

bool mz_ranks_is_first(const struct mz_ranks *ranks)
{
    return !ranks->transport->number;
}

static _Noreturn void give_up(const char *why)
{
    exit(mz_failed("%s", why));
}

/* ---- joining ------------------------------------------------------------- */

static const char number_variable[] = "OMPI_COMM_WORLD_RANK";
static const char count_variable[] = "OMPI_COMM_WORLD_SIZE";

/* srun --mpi=pmix says less. */
static bool is_one_of_several(void)
{
    const char *count = getenv(count_variable);

    return count ? atoi(count) > 1 : getenv("PMIX_RANK") != NULL;
}

int mz_ranks_refuse_command(const char *name)
{
    const char *number = getenv(number_variable);

    if (!is_one_of_several())
        return 0;
    if (number && atoi(number))
        exit(0); /* rank 0 says it: mpirun would not let it, for our failure */
    return mz_refuse("'mazurka %s' is not for mpirun: 'mazurka check' and "
                     "'mazurka resume' are",
                     name);
}

/* What MPI has opened is not the program's, nor is what mpirun reads. */
static void keep_descriptors(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < 1024; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static bool is_of_mpi(const char *variable)
{
    static const char *const starts[] = {"OMPI_", "PMIX_", "PMI_", "OPAL_",
                                         "PRTE_"};

    for (size_t i = 0; i < MZ_COUNT(starts); i++)
        if (!strncmp(variable, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* The program's is what it would be without mpirun. */
static void clean_environment(void)
{
    struct mz_arguments clean = {0};

    for (char **at = environ; *at; at++)
        if (!is_of_mpi(*at))
            mz_arguments_add(&clean, *at);
    environ = clean.items;
}

/* Who was built otherwise understands none of this. */
static uint64_t own_mark(void)
{
    uint64_t mark = mz_hash_word(mz_region_magic(),
                                 sizeof(struct mz_rank_message));

    for (const char *at = MZ_VERSION; *at; at++)
        mark = mz_hash_word(mark, (uint64_t)*at);
    return mark;
}

static const struct mz_transport *join(void)
{
    const struct mz_transport *(*function)(void);
    struct mz_home home;
    char path[PATH_MAX + 32];
    void *plugin;

    if (!mz_home_find(&home))
        exit(MZ_EXIT_FAILED);
    snprintf(path, sizeof path, "%s/mazurka-mpi.so", home.libraries);
    plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!plugin) {
        const char *number = getenv(number_variable);

        if (!number || !atoi(number))
            mz_note("mpirun is for a mazurka that was built where Open MPI is: "
                    "%s",
                    dlerror());
        exit(MZ_EXIT_FAILED);
    }
    *(void **)&function = dlsym(plugin, MZ_TRANSPORT_JOIN);
    return function ? function() : NULL;
}

/* An end that is no failure (--help) is that of all; any other one mpirun sees,
 * and ends them. */
static void leave_at_exit(int status, void *ranks)
{
    if (!status)
        mz_ranks_leave(ranks);
}

static void set_speaker(struct mz_ranks *ranks)
{
    const struct mz_transport *t = ranks->transport;

    if (mz_ranks_is_first(ranks))
        return;
    snprintf(ranks->speaker, sizeof ranks->speaker, "rank %u, on %s: ",
             t->number, t->host);
    mz_message_speaker(ranks->speaker);
}

struct mz_ranks *mz_ranks_join(void)
{
    static struct mz_ranks ranks;

    if (!is_one_of_several() || getenv(MZ_SERVER_VARIABLE))
        return NULL;
    mz_process_hold_signals(); /* threads of MPI's inherit that */
    ranks.transport = join();
    if (!ranks.transport)
        exit(mz_failed("cannot join the ranks that mpirun has started"));
    mz_process_release_signals();
    clean_environment();
    if (ranks.transport->count == 1) {
        ranks.transport->leave();
        return NULL;
    }
    keep_descriptors();
    ranks.mark = own_mark();
    ranks.letters_end = &ranks.letters;
    set_speaker(&ranks);
    on_exit(leave_at_exit, &ranks);
    return &ranks;
}

/* ---- what is refused ----------------------------------------------------- */

/* What they ask for is done, or counted, in one process. */
static const enum mz_option_id alone[] = {
    MZ_ID_max_executions, MZ_ID_stats,        MZ_ID_count_traces,
    MZ_ID_expect_output,  MZ_ID_suppressions, MZ_ID_share_files,
    MZ_ID_function,       MZ_ID_suggest_orders, MZ_ID_relax,
    MZ_ID_witness,
};

int mz_ranks_refuse(const struct mz_request *options)
{
    const struct mz_algorithm_entry *entry = &mz_algorithms[options->algorithm];

    for (size_t i = 0; i < MZ_COUNT(alone); i++)
        if (mz_option_asks(options, alone[i]))
            return mz_refuse("--%s is not for mpirun",
                             mz_option_table[alone[i]].name);
    if (options->isolation == MZ_ISOLATION_FORK)
        return mz_refuse("--isolation=fork is not for mpirun");
    if (!mz_algorithm_can(entry, MZ_ABILITY_JOBS) ||
        mz_algorithm_samples(entry))
        return mz_refuse("mpirun is not for --algorithm=%s: it is for pop and "
                         "trust",
                         entry->name);
    if (options->build.count > 1 ||
        (options->build.count &&
         (mz_inspect_is_source(options->build.items[0]) ||
          mz_inspect_is_linked(options->build.items[0]))))
        return mz_refuse("mpirun is for a program that all ranks have: build "
                         "it with 'mazurka cc' first");
    return 0;
}

/* ---- letters ------------------------------------------------------------- */

static void send_to(struct mz_ranks *ranks, uint32_t to,
                    const struct mz_rank_message *head, const void *content,
                    size_t size)
{
    char *bytes = malloc(sizeof *head + size);

    if (!bytes)
        mz_out_of_memory();
    memcpy(bytes, head, sizeof *head);
    if (size)
        memcpy(bytes + sizeof *head, content, size);
    ranks->transport->send(to, bytes, sizeof *head + size);
    free(bytes);
}

static struct mz_rank_message head_of(const struct mz_ranks *ranks,
                                      enum kind kind)
{
    return (struct mz_rank_message){
        .mark = ranks->mark,
        .kind = kind,
        .from = ranks->transport->number,
        .search = ranks->search,
    };
}

static void send_down(struct mz_ranks *ranks, enum kind kind,
                      const void *content, size_t size)
{
    struct mz_rank_message head = head_of(ranks, kind);
    uint32_t count, first = mz_rank_first_child(ranks->transport->number,
                                                ranks->transport->count,
                                                &count);

    for (uint32_t i = 0; i < count; i++)
        send_to(ranks, first + i, &head, content, size);
}

static void keep_letter(struct mz_ranks *ranks, const char *bytes, size_t size)
{
    struct letter *letter = malloc(sizeof *letter + size);

    if (!letter)
        mz_out_of_memory();
    letter->next = NULL;
    letter->size = size - sizeof letter->head;
    memcpy(&letter->head, bytes, sizeof letter->head);
    memcpy(letter->content, bytes + sizeof letter->head, letter->size);
    *ranks->letters_end = letter;
    ranks->letters_end = &letter->next;
}

static bool hear_of_search(struct mz_ranks *ranks,
                           const struct mz_rank_message *head,
                           const char *bytes, size_t size)
{
    if (head->kind != MZ_RANK_DOWN && head->kind != MZ_RANK_UP)
        ranks->news = mz_process_clock();
    return mz_rank_receive(ranks->rank, bytes, size);
}

/* One message, if there is one. What comes between two searches is of one that
 * is over: none of the next is on its way before that has been announced. */
static bool hear_one(struct mz_ranks *ranks)
{
    struct mz_rank_message head;
    size_t size;
    char *bytes = ranks->transport->receive(&size);
    bool is_good = true;

    if (!bytes)
        return false;
    if (size < sizeof head)
        give_up("a message is none of mazurka's");
    memcpy(&head, bytes, sizeof head);
    if (head.mark != ranks->mark)
        give_up("ranks are of different versions of mazurka");
    if (head.kind >= MZ_RANK_KINDS)
        keep_letter(ranks, bytes, size);
    else if (ranks->rank)
        is_good = hear_of_search(ranks, &head, bytes, size);
    else
        is_good = head.search <= ranks->search;
    free(bytes);
    if (!is_good)
        give_up("a message came that no rank can have sent");
    return true;
}

static struct letter *take_letter(struct mz_ranks *ranks, enum kind kind)
{
    for (struct letter **at = &ranks->letters; *at; at = &(*at)->next) {
        struct letter *letter = *at;

        if (letter->head.kind != kind)
            continue;
        *at = letter->next;
        if (!*at)
            ranks->letters_end = at;
        return letter;
    }
    return NULL;
}

static void pause_briefly(void)
{
    usleep((useconds_t)(PAUSE * 1e6));
}

/* The next, of one of both kinds. No more than that is heard: what comes behind
 * it may be of what it begins. */
static struct letter *wait_for(struct mz_ranks *ranks, enum kind one,
                               enum kind other)
{
    for (;;) {
        struct letter *letter = take_letter(ranks, one);

        if (!letter)
            letter = take_letter(ranks, other);
        if (letter)
            return letter;
        if (!hear_one(ranks))
            pause_briefly();
    }
}

/* ---- the command --------------------------------------------------------- */

static void add_text(char **texts, size_t *size, const char *text)
{
    size_t length = strlen(text) + 1;

    *texts = realloc(*texts, *size + length);
    if (!*texts)
        mz_out_of_memory();
    memcpy(*texts + *size, text, length);
    *size += length;
}

/* An empty text ends the words. */
void mz_ranks_tell(struct mz_ranks *ranks, char *const *words)
{
    char *texts = NULL, *folder = getcwd(NULL, 0);
    size_t size = 0;

    if (!folder)
        give_up("cannot tell the folder");
    add_text(&texts, &size, folder);
    for (; *words; words++)
        add_text(&texts, &size, *words);
    add_text(&texts, &size, "");
    for (char **at = environ; *at; at++)
        add_text(&texts, &size, *at);
    send_down(ranks, COMMAND, texts, size);
    free(folder);
    free(texts);
}

bool mz_ranks_hear(struct mz_ranks *ranks, struct mz_arguments *words)
{
    struct letter *letter = wait_for(ranks, COMMAND, END);
    struct mz_arguments variables = {0};
    const char *at = letter->content, *end = at + letter->size;
    char message[PATH_MAX + 64];

    send_down(ranks, (enum kind)letter->head.kind, letter->content,
              letter->size);
    if (letter->head.kind == END)
        return false;
    if (chdir(at)) {
        snprintf(message, sizeof message, "%s: %s", at, strerror(errno));
        give_up(message);
    }
    for (at += strlen(at) + 1; *at; at += strlen(at) + 1)
        mz_arguments_add(words, at);
    for (at++; at < end; at += strlen(at) + 1)
        mz_arguments_add(&variables, at);
    environ = variables.items;
    free(letter);
    return true;
}

/* ---- the search's side: struct mz_rank_world ----------------------------- */

static struct mz_exchange *exchange_of(const struct mz_ranks *ranks)
{
    return &ranks->region->exchange;
}

static void ring(uint32_t *bell)
{
    __atomic_fetch_add(bell, 1, __ATOMIC_SEQ_CST);
    MZ_SYSTEM(futex, bell, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void world_send(struct mz_rank_world *world, uint32_t to,
                       const struct mz_rank_message *head, const void *content,
                       size_t size)
{
    send_to((struct mz_ranks *)world, to, head, content, size);
}

/* Of one program, with the same libraries, at the same places: what a task says
 * of objects is addresses. */
static uint64_t identity_of(const struct mz_ranks *ranks)
{
    const struct mz_region *region = ranks->region;
    uint64_t hash = mz_hash_word(1, exchange_of(ranks)->environment);

    for (uint32_t i = 0;
         i < region->module_count && i < MZ_MAX_MODULES; i++) {
        const struct mz_module_note *module = &region->modules[i];

        hash = mz_hash_word(hash, mz_module_place(module));
        for (size_t k = 0; k < sizeof module->path && module->path[k]; k++)
            hash = mz_hash_word(hash, (unsigned char)module->path[k]);
        hash = mz_hash_word(hash, mz_search_state_hash_file(module->path));
    }
    hash = mz_hash_word(hash, exchange_of(ranks)->in.room);
    hash = mz_hash_word(hash, exchange_of(ranks)->most_keys);
    return hash ? hash : 1;
}

/* The process may have written anything: what is mapped and read is in the
 * region. */
static bool is_inside(const struct mz_ranks *ranks, uint64_t at, uint64_t size)
{
    return at % 8 == 0 && at <= ranks->region_size &&
           size <= ranks->region_size - at;
}

static void map_keys(struct mz_ranks *ranks)
{
    const struct mz_exchange *e = exchange_of(ranks);
    uint64_t most = e->most_keys, at = e->keys, page = mz_page_down(at);

    if (most > ranks->region_size / sizeof(uint64_t) ||
        !is_inside(ranks, at, most * sizeof(uint64_t)))
        give_up("the list of objects is not where it can be");
    ranks->mapped_size = at - page + most * sizeof(uint64_t);
    ranks->mapped = mmap(NULL, ranks->mapped_size, PROT_READ | PROT_WRITE,
                         MAP_SHARED, ranks->file, (off_t)page);
    if (ranks->mapped == MAP_FAILED)
        mz_out_of_memory();
    ranks->keys = (uint64_t *)((char *)ranks->mapped + (at - page));
    ranks->most[MZ_RANK_OBJECTS] = most;
    ranks->most[MZ_RANK_THREADS] = MZ_WIDE_THREADS - 1;
}

static void put_names(struct mz_ranks *);

/* Its process may have ended before it is seen to have begun: what it has left
 * speaks of these keys, too. */
static void look_at_start(struct mz_ranks *ranks)
{
    if (ranks->keys || !LOAD(exchange_of(ranks)->is_ready))
        return;
    map_keys(ranks);
    if (!ranks->has_ended)
        ranks->identity = identity_of(ranks);
    put_names(ranks);
}

/* Of what has come nothing is left, and nothing has been put out. Read in this
 * order: it says that it is idle after that. */
static bool is_idle(struct mz_exchange *e)
{
    uint64_t idle = LOAD(e->idle);

    return idle == (uint64_t)e->in.put + 1 && LOAD(e->out.put) == e->out.got;
}

static void world_look(struct mz_rank_world *world, struct mz_rank_sample *s)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    const struct mz_progress *progress = &ranks->region->progress;

    look_at_start(ranks);
    s->begun = ranks->identity != 0;
    s->identity = ranks->identity;
    s->at_work = !s->begun || !is_idle(exchange_of(ranks));
    s->stops = ranks->stops;
    s->ended = ranks->has_ended;
    mz_region_add_up(ranks->region, ranks->workers);
    s->executions = progress->tally.executions;
    s->events = progress->tally.events;
    s->run = mz_tally_run(&progress->tally);
    s->explored = progress->explored;
}

static void world_want(struct mz_rank_world *world, bool wants)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = exchange_of(ranks);

    ranks->wants = wants;
    STORE(e->is_wanted, wants);
    ring(&e->bell);
}

/* The task that is there: from malloc. */
static char *read_task(const struct mz_ranks *ranks,
                       const struct mz_exchange_place *place, size_t *size)
{
    char *task;

    *size = place->size;
    if (*size > place->room || !is_inside(ranks, place->at, *size))
        give_up("a task is not where it can be");
    task = malloc(*size + 1);
    if (!task)
        mz_out_of_memory();
    if (pread(ranks->file, task, *size, (off_t)place->at) != (ssize_t)*size)
        give_up("cannot read a task");
    return task;
}

static const void *world_take(struct mz_rank_world *world, size_t *size)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = exchange_of(ranks);
    struct mz_exchange_place *out = &e->out;
    uint32_t put = LOAD(out->put);

    if (put == out->got || ranks->has_ended)
        return NULL;
    free(ranks->task);
    ranks->task = read_task(ranks, out, size);
    STORE(out->got, put);
    ring(&e->bell);
    return ranks->task;
}

static bool world_bring(struct mz_rank_world *world, const void *task,
                        size_t size)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = exchange_of(ranks);
    struct mz_exchange_place *in = &e->in;

    if (LOAD(in->got) != in->put || !ranks->identity)
        return false;
    if (size > in->room || !is_inside(ranks, in->at, size))
        give_up("there is no room for a task of another rank");
    if (pwrite(ranks->file, task, size, (off_t)in->at) != (ssize_t)size)
        give_up("cannot write a task");
    in->size = size;
    STORE(in->put, in->put + 1);
    ring(&e->bell);
    return true;
}

/* ---- names --------------------------------------------------------------- */

_Static_assert(sizeof(uint32_t) == offsetof(struct mz_thread_name, name), "");

/* The word that the name of the thread begins with. */
static uint32_t *word_of_thread(const struct mz_ranks *ranks, uint64_t place)
{
    return (uint32_t *)&ranks->region->names[1 + place];
}

static uint64_t name_at(const struct mz_ranks *ranks, enum mz_rank_list list,
                        uint64_t place)
{
    return list == MZ_RANK_THREADS ? LOAD(*word_of_thread(ranks, place))
                                   : LOAD(ranks->keys[place]);
}

static uint64_t world_length(struct mz_rank_world *world,
                             enum mz_rank_list list)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    uint64_t *length = &ranks->length[list];

    while (ranks->keys && *length < ranks->most[list] &&
           name_at(ranks, list, *length))
        ++*length;
    return *length;
}

static const uint64_t *world_names(struct mz_rank_world *world,
                                   enum mz_rank_list list, uint64_t first,
                                   uint64_t *count)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    uint64_t length = world_length(world, list);

    for (*count = 0; first + *count < length && *count < MOST_NAMES; ++*count)
        ranks->names[*count] = name_at(ranks, list, first + *count);
    return ranks->names;
}

/* True: the place was free, and is its now. */
static bool put_name(struct mz_ranks *ranks, enum mz_rank_list list,
                     uint64_t place, uint64_t name)
{
    uint32_t no_word = 0;
    uint64_t no_key = 0;

    return list == MZ_RANK_THREADS
               ? __atomic_compare_exchange_n(
                     word_of_thread(ranks, place), &no_word, (uint32_t)name,
                     false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
               : __atomic_compare_exchange_n(&ranks->keys[place], &no_key, name,
                                             false, __ATOMIC_SEQ_CST,
                                             __ATOMIC_SEQ_CST);
}

/* Names may come before the search here has lists. */
static void put_names(struct mz_ranks *ranks)
{
    for (int list = 0; list < MZ_RANK_LISTS && ranks->keys; list++) {
        struct names *n = &ranks->from_first[list];

        for (; n->put < n->count; n->put++)
            if (n->put >= ranks->most[list] ||
                !put_name(ranks, list, n->put, n->at[n->put]))
                give_up("its lists of names are not those of rank 0");
    }
}

static void world_put(struct mz_rank_world *world, enum mz_rank_list list,
                      uint64_t place, uint64_t name)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct names *n = &ranks->from_first[list];

    if (place != n->count)
        give_up("names came in another order than that of rank 0");
    if (!(n->count & (n->count - 1))) /* 0, 1, 2, 4, 8, ... */
        n->at = realloc(n->at, (2 * n->count + 1) * sizeof *n->at);
    if (!n->at)
        mz_out_of_memory();
    n->at[n->count++] = name;
    put_names(ranks);
    ring(&exchange_of(ranks)->names_bell);
}

static void world_add(struct mz_rank_world *world, enum mz_rank_list list,
                      uint64_t name)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;

    for (uint64_t i = 0; ranks->keys && i < ranks->most[list]; i++)
        if (put_name(ranks, list, i, name) ||
            name_at(ranks, list, i) == name)
            return;
}

static uint64_t world_wanted(struct mz_rank_world *world,
                             enum mz_rank_list *list)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = exchange_of(ranks);

    for (int i = 0; i < 2 * MZ_MAX_ASKING; i++) {
        uint64_t name = i % 2 ? LOAD(e->asked_objects[i / 2])
                              : LOAD(e->asked_threads[i / 2]);
        uint64_t *told;

        *list = i % 2 ? MZ_RANK_OBJECTS : MZ_RANK_THREADS;
        told = &ranks->told[*list][i / 2];
        if (name && name != *told)
            return *told = name;
    }
    return 0;
}

static const struct mz_rank_world world = {
    world_send,   world_look,  world_want, world_take, world_bring,
    world_length, world_names, world_put,  world_add,  world_wanted,
};

/* ---- a search ------------------------------------------------------------ */

void mz_ranks_begin(struct mz_ranks *ranks, const struct mz_settings *settings)
{
    ranks->search++;
    ranks->is_searching = true;
    send_down(ranks, BEGIN, settings, sizeof *settings);
}

bool mz_ranks_await(struct mz_ranks *ranks, struct mz_settings *settings)
{
    struct letter *letter = wait_for(ranks, BEGIN, END);
    bool is_over = letter->head.kind == END;

    if (!is_over) {
        ranks->search++;
        ranks->is_searching = true;
    }
    send_down(ranks, (enum kind)letter->head.kind, letter->content,
              letter->size);
    if (!is_over) {
        if (letter->size != sizeof *settings)
            give_up("settings of another version of mazurka came");
        memcpy(settings, letter->content, sizeof *settings);
        if (settings->audit == MZ_AUDIT_FIRST) /* that is rank 0's */
            settings->audit = MZ_AUDIT_OFF;
    }
    free(letter);
    return !is_over;
}

void mz_ranks_open(struct mz_ranks *ranks, struct mz_region *region,
                   uint32_t workers, uint64_t size, int file)
{
    const struct mz_transport *t = ranks->transport;

    ranks->world = world;
    ranks->region = region;
    ranks->workers = workers;
    ranks->region_size = size;
    ranks->file = file;
    ranks->stops = ranks->has_ended = ranks->wants = ranks->is_idle = false;
    ranks->news = mz_process_clock();
    ranks->identity = 0;
    ranks->keys = NULL;
    memset(ranks->length, 0, sizeof ranks->length);
    memset(ranks->told, 0, sizeof ranks->told);
    for (int i = 0; i < MZ_RANK_LISTS; i++)
        ranks->from_first[i].count = ranks->from_first[i].put = 0;
    region->exchange.is_on = 1;
    region->exchange.is_first = mz_ranks_is_first(ranks);
    ranks->rank = mz_rank_create(&ranks->world, t->number, t->count,
                                 ranks->search, ranks->mark, ranks->search);
    if (!ranks->rank)
        mz_out_of_memory();
}

static void note_changes(struct mz_ranks *ranks, enum mz_rank_phase before,
                         bool stops, bool has_ended)
{
    bool idle = is_idle(exchange_of(ranks));

    if (mz_rank_phase(ranks->rank) != before || idle != ranks->is_idle ||
        stops != ranks->stops || has_ended != ranks->has_ended)
        ranks->news = mz_process_clock();
    ranks->is_idle = idle;
    ranks->stops = stops;
    ranks->has_ended = has_ended;
}

enum mz_rank_phase mz_ranks_act(struct mz_ranks *ranks, bool stops,
                                bool has_ended)
{
    struct mz_exchange *e = exchange_of(ranks);
    enum mz_rank_phase phase = mz_rank_phase(ranks->rank);

    while (hear_one(ranks))
        ;
    note_changes(ranks, phase, stops || has_ended, has_ended);
    mz_rank_act(ranks->rank, mz_process_clock());
    phase = mz_rank_phase(ranks->rank);
    if (phase == MZ_RANK_CLOSE && !e->is_closed) {
        STORE(e->is_closed, 1);
        ring(&e->bell);
    }
    return phase;
}

double mz_ranks_pause(const struct mz_ranks *ranks)
{
    bool is_lately = mz_process_clock() - ranks->news <= LATELY;
    bool is_calm = mz_rank_phase(ranks->rank) == MZ_RANK_GO && !ranks->wants &&
                   !ranks->stops && !ranks->is_idle;

    if (is_calm)
        return is_lately ? SOON : REST;
    return is_lately ? BRISK : LOOK;
}

uint64_t mz_ranks_run(const struct mz_ranks *ranks)
{
    return mz_rank_all(ranks->rank)->run;
}

void mz_ranks_progress(const struct mz_ranks *ranks,
                       struct mz_progress *progress)
{
    const struct mz_rank_sample *all = mz_rank_all(ranks->rank);

    progress->tally.executions = all->executions;
    progress->tally.events = all->events;
    progress->explored = all->explored < 1 ? all->explored : 1;
}

/* ---- what was found ------------------------------------------------------ */

struct page {
    uint64_t number;
    char content[MZ_PAGE];
};

static void send_result(struct mz_ranks *ranks, const struct mz_result *result,
                        const struct mz_ranks_end *end)
{
    struct found found = {result->seconds, result->max_rss_kb, end->was_cut,
                          end->had_own_end};
    struct mz_rank_message head = head_of(ranks, RESULT);
    size_t size = sizeof found;
    char *bytes = malloc(size + MZ_TRANSCRIPT_PAGES * sizeof(struct page));

    if (!bytes)
        mz_out_of_memory();
    memcpy(bytes, &found, sizeof found);
    for (uint64_t i = 0; i < MZ_TRANSCRIPT_PAGES; i++) {
        if (mz_transcript_page_is_zero(result->region, i))
            continue;
        memcpy(bytes + size, &i, sizeof i);
        memset(bytes + size + sizeof i, 0, MZ_PAGE);
        memcpy(bytes + size + sizeof i,
               (const char *)result->region + i * MZ_PAGE,
               mz_transcript_page_size(i));
        size += sizeof(struct page);
    }
    send_to(ranks, mz_rank_parent(ranks->transport->number), &head, bytes,
            size);
    free(bytes);
}

static struct mz_region *take_result(struct mz_ranks *ranks,
                                     struct mz_result *result,
                                     struct mz_ranks_end *end)
{
    struct letter *letter = wait_for(ranks, RESULT, RESULT);
    struct mz_region *raw = mz_search_state_memory(sizeof *raw), *found;
    struct found told;
    size_t at = sizeof told;

    if (letter->size < sizeof told ||
        (letter->size - sizeof told) % sizeof(struct page) ||
        letter->head.search != ranks->search)
        give_up("a result is none");
    memcpy(&told, letter->content, sizeof told);
    for (; at < letter->size; at += sizeof(struct page)) {
        uint64_t number;

        memcpy(&number, letter->content + at, sizeof number);
        if (number >= MZ_TRANSCRIPT_PAGES)
            give_up("a result is none");
        memcpy((char *)raw + number * MZ_PAGE,
               letter->content + at + sizeof number,
               mz_transcript_page_size(number));
    }
    result->max_rss_kb += told.rss_kb;
    end->was_cut |= told.was_cut != 0;
    end->had_own_end |= told.had_own_end != 0;
    found = mz_transcript_take(raw, 1);
    munmap(raw, sizeof *raw);
    free(letter);
    return found;
}

/* What has gone wrong here is told by rank 0. */
static void name_speaker(const struct mz_ranks *ranks, struct mz_region *region)
{
    char message[sizeof region->message];

    if (region->status != MZ_STATUS_FAILED)
        return;
    memcpy(message, region->message, sizeof message);
    snprintf(region->message, sizeof region->message, "%s%.*s", ranks->speaker,
             (int)(sizeof message - strlen(ranks->speaker) - 1), message);
}

/* That ranks are not alike is the reason why all have stopped. */
static void tell_difference(struct mz_ranks *ranks, struct mz_region *region)
{
    uint32_t other = mz_rank_all(ranks->rank)->other;

    if (!mz_ranks_is_first(ranks) || !other)
        return;
    region->status = MZ_STATUS_FAILED;
    snprintf(region->message, sizeof region->message,
             "rank %u does not have the program and libraries of the others, "
             "or not at the same addresses: all need the same files, and the "
             "same ulimit -v, and address space randomisation is to be "
             "switched off",
             other - 1);
}

/* ---- what is left -------------------------------------------------------- */

static void release_left(struct mz_rest *rest)
{
    if (rest)
        munmap(rest, rest->size);
}

/* Of what has come, or was read out of memory that the program can write. */
static bool is_record(const void *task, size_t size)
{
    const struct mz_share_record *r = task;

    return size >= sizeof *r && r->size == size - sizeof *r;
}

/* Tasks that are between the search and other ranks: put out and not taken,
 * brought and not carried in, received and not brought. */
struct between {
    char *out, *in; /* NULL: there is none */
    size_t out_size, in_size;
};

static struct between look_between(struct mz_ranks *ranks)
{
    struct mz_exchange *e = exchange_of(ranks);
    struct between b = {0};

    if (LOAD(e->out.put) != e->out.got)
        b.out = read_task(ranks, &e->out, &b.out_size);
    if (LOAD(e->in.got) != e->in.put)
        b.in = read_task(ranks, &e->in, &b.in_size);
    return b;
}

/* The i-th. NULL: there are no more. */
static const void *task_between(const struct mz_ranks *ranks,
                                const struct between *b, uint32_t i,
                                size_t *size)
{
    if (b->out && !i--) {
        *size = b->out_size;
        return b->out;
    }
    if (b->in && !i--) {
        *size = b->in_size;
        return b->in;
    }
    return mz_rank_held(ranks->rank, i, size);
}

/* With these. NULL: one is none. */
static struct mz_rest *add_between(const struct mz_ranks *ranks,
                                   const struct mz_rest *left,
                                   const struct between *b)
{
    uint64_t room = left->size;
    struct mz_rest *all;
    const void *task;
    size_t size;

    for (uint32_t i = 0; (task = task_between(ranks, b, i, &size)); i++) {
        if (!is_record(task, size))
            return NULL;
        room += mz_share_stride(task);
    }
    all = mz_left_begin(left->environment, mz_left_keys(left), left->objects,
                        room);
    mz_left_add_all(all, left);
    for (uint32_t i = 0; (task = task_between(ranks, b, i, &size)); i++)
        mz_left_add(all, task);
    mz_left_seal(all);
    return all;
}

/* Of this rank. NULL: it is not known. */
static struct mz_rest *left_here(struct mz_ranks *ranks, struct mz_rest *left)
{
    struct between b;
    struct mz_rest *all;
    size_t size;

    if (!left)
        return NULL;
    b = look_between(ranks);
    if (!task_between(ranks, &b, 0, &size))
        return left;
    all = add_between(ranks, left, &b);
    free(b.out);
    free(b.in);
    release_left(left);
    return all;
}

static void send_left(struct mz_ranks *ranks, const struct mz_rest *left)
{
    struct mz_rank_message head = head_of(ranks, LEFT);
    size_t size = left ? left->size : 0;

    if (size > MOST_LEFT) {
        mz_note("more is left here than a message holds");
        size = 0;
    }
    send_to(ranks, 0, &head, left, size);
}

/* The keys that this speaks of are the first of rank 0's. */
static bool has_our_keys(struct mz_ranks *ranks, const struct mz_rest *left)
{
    return left->objects <= world_length(&ranks->world, MZ_RANK_OBJECTS) &&
           (!left->objects ||
            !memcmp(mz_left_keys(left), ranks->keys,
                    left->objects * sizeof *ranks->keys));
}

/* NULL: it is not known what a rank has. */
static const struct mz_rest *left_of(struct mz_ranks *ranks,
                                     const struct letter *letter)
{
    const struct mz_rest *left = (const struct mz_rest *)letter->content;

    if (letter->head.search != ranks->search)
        give_up("what a rank has left is of another search");
    if (!letter->size)
        return NULL;
    if (!mz_search_state_is_sound(left, letter->size) ||
        left->size != letter->size || !has_our_keys(ranks, left))
        give_up("what a rank has left is none of this search");
    return left;
}

/* Rank 0: of all. What others have met since its own search ended is in the
 * lists, too. NULL: it is not known. */
static struct mz_rest *left_by_all(struct mz_ranks *ranks,
                                   const struct mz_rest *left)
{
    uint32_t others = ranks->transport->count - 1;
    struct letter **letters = calloc(others, sizeof *letters);
    bool is_known = left && has_our_keys(ranks, left);
    uint64_t room = left ? left->size : 0;
    struct mz_rest *all = NULL;

    if (!letters)
        mz_out_of_memory();
    for (uint32_t i = 0; i < others; i++) {
        letters[i] = wait_for(ranks, LEFT, LEFT);
        is_known &= left_of(ranks, letters[i]) != NULL;
        room += letters[i]->size;
    }
    if (is_known) {
        all = mz_left_begin(left->environment, ranks->keys,
                            world_length(&ranks->world, MZ_RANK_OBJECTS), room);
        mz_left_add_all(all, left);
        for (uint32_t i = 0; i < others; i++)
            mz_left_add_all(all, left_of(ranks, letters[i]));
        mz_left_seal(all);
    }
    for (uint32_t i = 0; i < others; i++)
        free(letters[i]);
    free(letters);
    return all;
}

static struct mz_rest *gather_left(struct mz_ranks *ranks, struct mz_rest *left)
{
    struct mz_rest *all = NULL;

    left = left_here(ranks, left);
    if (mz_ranks_is_first(ranks))
        all = left_by_all(ranks, left);
    else
        send_left(ranks, left);
    release_left(left);
    return all;
}

/* ---- the end ------------------------------------------------------------- */

/* That it was stopped as another one was is no news. */
static void forget_reason(struct mz_region *region)
{
    if (region->limit == MZ_LIMIT_ELSEWHERE)
        region->limit = MZ_LIMIT_NONE;
}

static void give_reason(const struct mz_ranks *ranks, struct mz_region *region)
{
    if (mz_ranks_is_first(ranks) && region->status == MZ_STATUS_LIMIT &&
        !region->limit)
        region->limit = MZ_LIMIT_ELSEWHERE;
}

void mz_ranks_gather(struct mz_ranks *ranks, struct mz_result *result,
                     struct mz_ranks_end *end)
{
    struct mz_region *found[8] = {result->region};
    uint32_t count;

    if (ranks->region->settings.puts_by)
        end->left = gather_left(ranks, end->left);
    mz_rank_first_child(ranks->transport->number, ranks->transport->count,
                        &count);
    for (uint32_t i = 1; i <= count; i++)
        found[i] = take_result(ranks, result, end);
    name_speaker(ranks, found[0]);
    for (uint32_t i = 0; i <= count; i++)
        forget_reason(found[i]);
    result->region = mz_transcript_merge(found, 1 + count);
    give_reason(ranks, result->region);
    for (uint32_t i = 0; i <= count; i++)
        mz_transcript_release(found[i]);
    tell_difference(ranks, result->region);
    if (!mz_ranks_is_first(ranks))
        send_result(ranks, result, end);
    mz_rank_release(ranks->rank);
    ranks->rank = NULL;
    ranks->is_searching = false;
    if (ranks->keys)
        munmap(ranks->mapped, ranks->mapped_size);
    ranks->keys = NULL;
}

void mz_ranks_leave(struct mz_ranks *ranks)
{
    if (!ranks || ranks->is_searching || ranks->has_left)
        return;
    ranks->has_left = true;
    if (mz_ranks_is_first(ranks))
        send_down(ranks, END, NULL, 0);
    ranks->transport->leave();
}
