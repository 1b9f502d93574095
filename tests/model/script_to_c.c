/* SPDX-License-Identifier: Apache-2.0 */
#include "script_to_c.h"

/*
 * R, X, M, S, W, V, Z, O, P, K, T, A, B, C as in script.h; g: whether this
 * thread blocks the signal that has a handler; N: the file; H: whether it holds
 * the lock, or the reader-writer lock; L: the label where a skip ends; F: the
 * function of the thread.
 */
static const char *const texts[MZ_SCRIPT_OP_COUNT] = {
    [MZ_SCRIPT_READ] = "R = atomic_load(&X);",
    [MZ_SCRIPT_WRITE] = "atomic_store(&X, A);",
    [MZ_SCRIPT_STORE] = "atomic_store(&X, R);",
    [MZ_SCRIPT_ADD] = "R = atomic_fetch_add(&X, A); use(R);",
    [MZ_SCRIPT_PLUS] = "atomic_fetch_add(&X, A);",
    [MZ_SCRIPT_EXCHANGE] = "R = atomic_exchange(&X, A);",
    [MZ_SCRIPT_CAS] = "R = cas(&X, A, B);",
    [MZ_SCRIPT_AWAIT] = "mz_await(X, C, A);",
    [MZ_SCRIPT_LOCK] = "pthread_mutex_lock(&M); H = 1;",
    [MZ_SCRIPT_TRYLOCK] = "R = !pthread_mutex_trylock(&M); H |= R;",
    [MZ_SCRIPT_UNLOCK] = "if (H) pthread_mutex_unlock(&M), H = 0;",
    [MZ_SCRIPT_WAIT] = "sem_wait(&S);",
    [MZ_SCRIPT_TRYWAIT] = "R = !sem_trywait(&S);",
    [MZ_SCRIPT_POST] = "sem_post(&S);",
    [MZ_SCRIPT_VALUE] = "R = value_of(&S);",
    [MZ_SCRIPT_RDLOCK] = "if (!H) pthread_rwlock_rdlock(&W), H = 1;",
    [MZ_SCRIPT_WRLOCK] = "if (!H) pthread_rwlock_wrlock(&W), H = 1;",
    [MZ_SCRIPT_TRYRDLOCK] = "if (!H) H = R = !pthread_rwlock_tryrdlock(&W);",
    [MZ_SCRIPT_TRYWRLOCK] = "if (!H) H = R = !pthread_rwlock_trywrlock(&W);",
    [MZ_SCRIPT_TIMEDWRLOCK] =
        "if (!H) H = R = !pthread_rwlock_timedwrlock(&W, &now);",
    [MZ_SCRIPT_RWUNLOCK] = "if (H) pthread_rwlock_unlock(&W), H = 0;",
    [MZ_SCRIPT_SLEEP] = "",
    [MZ_SCRIPT_WAKE] = "if (H) pthread_cond_wait(&V, &M);",
    [MZ_SCRIPT_TIMED] = "if (H) R = !pthread_cond_timedwait(&V, &M, &now);",
    [MZ_SCRIPT_LEAVE] = "#error no C has this",
    [MZ_SCRIPT_SIGNAL] = "pthread_cond_signal(&V);",
    [MZ_SCRIPT_BROADCAST] = "pthread_cond_broadcast(&V);",
    [MZ_SCRIPT_FUTEX_WAIT] = "R = fwait(&X, A, B, NULL);",
    [MZ_SCRIPT_FWAIT_OF] = "R = fwait(&X, A, B, NULL);",
    [MZ_SCRIPT_FUTEX_TAKE] = "",
    [MZ_SCRIPT_FUTEX_TIMED] = "R = fwait(&X, A, B, &now);",
    [MZ_SCRIPT_FUTEX_WAKE] = "R = fwake(&X, A, B);",
    [MZ_SCRIPT_FWAKE_OF] = "R = fwake(&X, A, B);",
    [MZ_SCRIPT_BARRIER] = "R = pthread_barrier_wait(&Z) != 0;",
    [MZ_SCRIPT_ONCE] = "pthread_once(&O, nothing);",
    [MZ_SCRIPT_PUT] = "put(P, A);",
    [MZ_SCRIPT_TAKE] = "R = take(P);",
    [MZ_SCRIPT_HELD] = "R = held(P);",
    [MZ_SCRIPT_TOUCH] = "touch(P);",
    [MZ_SCRIPT_READY] = "R = ready(P);",
    [MZ_SCRIPT_ARM] = "arm(P, A);",
    [MZ_SCRIPT_LEFT] = "R = left(P);",
    [MZ_SCRIPT_EPOLL] = "R = look_at_set(P);",
    [MZ_SCRIPT_BIND] = "R = bind_to_path(K);",
    [MZ_SCRIPT_LISTEN] = "R = !listen(listeners[K], 0);",
    [MZ_SCRIPT_CONNECT] = "if (!connected[self]) R = connect_to_path(self);",
    [MZ_SCRIPT_ACCEPT] = "R = accept_from(K);",
    [MZ_SCRIPT_UNLINK] = "R = !unlink(path.sun_path);",
    [MZ_SCRIPT_FLOCK] = "lock_file(N, A, true);",
    [MZ_SCRIPT_TRYFLOCK] = "R = lock_file(N, A, false);",
    [MZ_SCRIPT_RECORD] = "lock_part(N, A, B, true);",
    [MZ_SCRIPT_TRYRECORD] = "R = lock_part(N, A, B, false);",
    [MZ_SCRIPT_CANCEL] = "if (T == self) pthread_cancel(pthread_self()); "
                         "else if (born[T]) pthread_cancel(thread[T]);",
    [MZ_SCRIPT_POINT] = "point();",
    [MZ_SCRIPT_SEND] = "if (T == 0) pthread_kill(first, SIGUSR1); "
                       "else if (born[T]) pthread_kill(thread[T], SIGUSR1);",
    [MZ_SCRIPT_SIGWAIT] = "sigwait(&signals, &(int){0});",
    [MZ_SCRIPT_SIGTAKE] = "R = sigtimedwait(&signals, NULL, &now) == SIGUSR1;",
    [MZ_SCRIPT_KILL] = "if (T == self) raise(SIGUSR2); "
                       "else if (T == 0) pthread_kill(first, SIGUSR2); "
                       "else if (born[T]) pthread_kill(thread[T], SIGUSR2);",
    [MZ_SCRIPT_BLOCK] = "if (!g) pthread_sigmask(SIG_BLOCK, &handled, NULL); "
                        "g = 1;",
    [MZ_SCRIPT_UNBLOCK] =
        "if (g) pthread_sigmask(SIG_UNBLOCK, &handled, NULL); g = 0;",
    [MZ_SCRIPT_HANDLER] = "#error it is no instruction",
    [MZ_SCRIPT_TOGETHER] = "#error no C has this",
    [MZ_SCRIPT_ATOMIC] = "__VERIFIER_atomic_begin();",
    [MZ_SCRIPT_CREATE] =
        "if (!born[T]) detached[T] = 0, "
        "born[T] = !pthread_create(&thread[T], NULL, F, "
        "g ? (void *)&handled : NULL);",
    [MZ_SCRIPT_JOIN] = "if (born[T] && !detached[T]) "
                       "born[T] = pthread_join(thread[T], NULL);",
    [MZ_SCRIPT_DETACH] = "if (born[T] && !detached[T]) "
                         "detached[T] = !pthread_detach(thread[T]);",
    [MZ_SCRIPT_OUTLIVE] = "if (born[T]) born[T] = sem_wait(&over[T]);",
    [MZ_SCRIPT_OVER] = "sem_post(&over[self]);",
    [MZ_SCRIPT_CHOOSE] = "R = mz_choose(A);",
    [MZ_SCRIPT_SKIP_EQ] = "if (R == A) goto L;",
    [MZ_SCRIPT_SKIP_NE] = "if (R != A) goto L;",
    [MZ_SCRIPT_ASSUME] = "mz_assume(R == A);",
    [MZ_SCRIPT_ASSERT] = "assert(R != A);",
};

/* The same of the locks that are no normal mutexes. H of the robust one: this
 * thread holds it. That it dies is what follows. */
static const char *const spin_texts[MZ_SCRIPT_OP_COUNT] = {
    [MZ_SCRIPT_LOCK] = "pthread_spin_lock(&spin); H = 1;",
    [MZ_SCRIPT_TRYLOCK] = "R = !pthread_spin_trylock(&spin); H |= R;",
    [MZ_SCRIPT_UNLOCK] = "if (H) pthread_spin_unlock(&spin), H = 0;",
};
static const char *const robust_texts[MZ_SCRIPT_OP_COUNT] = {
    [MZ_SCRIPT_LOCK] = "H = takes(pthread_mutex_lock(&M));",
    [MZ_SCRIPT_TRYLOCK] = "R = takes(pthread_mutex_trylock(&M)); H |= R;",
    [MZ_SCRIPT_UNLOCK] = "if (H) pthread_mutex_unlock(&M), H = 0;",
    [MZ_SCRIPT_MEND] = "if (H) pthread_mutex_consistent(&M);",
    [MZ_SCRIPT_DIE] = "",
};

/* A skip to the end of its atomic block must not leave it. */
static void emit_label(const struct mz_script_thread *thread, unsigned at,
                       FILE *out)
{
    unsigned target = at + 1 + thread->code[at].b;

    fprintf(out, "%s_%u",
            mz_script_block_end(thread, at) == target ? "end" : "after",
            target);
}

static const char *lock_text(const struct mz_instruction *i)
{
    if (mz_script_op_is_lock(i->op) && i->number == MZ_SPIN)
        return spin_texts[i->op];
    if (mz_script_op_is_lock(i->op) && i->number == MZ_ROBUST)
        return robust_texts[i->op];
    return texts[i->op];
}

/* The instructions of a sleep are one call, which is that of the wake; those of
 * a wait for a futex, that of the wait. */
static const char *text_of(const struct mz_script_thread *thread, unsigned at)
{
    enum mz_script_op op = thread->code[at].op;

    if (mz_script_op_is_futex_wait(op) &&
        thread->code[at + 1].op == MZ_SCRIPT_FUTEX_TIMED)
        return texts[MZ_SCRIPT_FUTEX_TIMED];
    if (op == MZ_SCRIPT_SLEEP ||
        (op != MZ_SCRIPT_WAKE && op != MZ_SCRIPT_TIMED &&
         mz_script_is_asleep(thread, at)))
        return "";
    return lock_text(&thread->code[at]);
}

static void emit_text(const struct mz_script_thread *thread, unsigned number,
                      unsigned at, FILE *out)
{
    const struct mz_instruction *i = &thread->code[at];
    const char *text = text_of(thread, at);

    for (const char *p = text; *p; p++) {
        /* A capital letter alone; pthread's NULL is none. */
        bool alone = p[1] < 'A' || p[1] > 'Z';
        bool within = p > text && p[-1] >= 'A' && p[-1] <= 'Z';
        char letter = alone && !within ? *p : 0;

        switch (letter) {
        case 'R':
            fprintf(out, "r[%u]", i->reg);
            break;
        case 'X':
            fprintf(out, "x[%u].%s", i->number,
                    i->mask == MZ_WHOLE ? "whole"
                    : i->mask == MZ_LOW ? "half[0]"
                                        : "half[1]");
            break;
        case 'M':
            fprintf(out, "m[%u]", i->number);
            break;
        case 'S':
            fprintf(out, "s[%u]", i->number);
            break;
        case 'W':
            fprintf(out, "w[%u]", i->number);
            break;
        case 'V':
            fprintf(out, "v[%u]", i->number);
            break;
        case 'Z':
            fprintf(out, "z[%u]", i->number);
            break;
        case 'O':
            fprintf(out, "o[%u]", i->number);
            break;
        case 'P':
        case 'K':
        case 'N':
            fprintf(out, "%u", i->number);
            break;
        case 'H':
            fprintf(out, "%s[%u]", mz_script_op_is_rwlock(i->op) ? "k" : "h",
                    i->number);
            break;
        case 'T':
            fprintf(out, "%u", i->number);
            break;
        case 'A':
            fprintf(out, "%u", i->a);
            break;
        case 'B':
            fprintf(out, "%u", i->b);
            break;
        case 'C':
            fputs(mz_script_conditions[i->b], out);
            break;
        case 'L':
            emit_label(thread, at, out);
            break;
        case 'F':
            fprintf(out, "p%u_thread%u", number, i->number);
            break;
        default:
            fputc(*p, out);
        }
    }
}

/* Ends a skip here, that is in the block, or not, that ends here? */
static bool is_target(const struct mz_script_thread *thread, unsigned at,
                      bool within)
{
    for (unsigned i = 0; i < at; i++)
        if (mz_script_op_is_skip(thread->code[i].op) &&
            i + 1 + thread->code[i].b == at &&
            (mz_script_block_end(thread, i) == at) == within)
            return true;
    return false;
}

/* Masks are told before there are threads, by waits in vain: a program has them
 * from the first time that somebody comes to sleep with one. */
static void emit_masks(unsigned masks, FILE *out)
{
    for (unsigned mask = 1; mask <= MZ_SCRIPT_MASKS; mask++)
        if (masks >> mask & 1)
            fprintf(out, "    fwait(&(_Atomic uint32_t){0}, 1, %u, NULL);\n",
                    mask);
}

/* The instructions from the first up to the last of these. */
static void emit_code(const struct mz_script_thread *thread, unsigned number,
                      unsigned first, unsigned last, FILE *out)
{
    for (unsigned i = first; i <= last; i++) {
        if (is_target(thread, i, true))
            fprintf(out, "end_%u:\n", i);
        if (i && mz_script_block_end(thread, i - 1) == i)
            fputs("    __VERIFIER_atomic_end();\n", out);
        if (is_target(thread, i, false))
            fprintf(out, "after_%u:\n", i);
        if (i == last)
            break;
        fputs("    ", out);
        emit_text(thread, number, i, out);
        fputc('\n', out);
    }
}

static void emit_thread(const struct mz_script_thread *thread, unsigned number,
                        unsigned t, unsigned masks, FILE *out)
{
    fprintf(out, "static void *p%u_thread%u(void *blocked)\n{\n", number, t);
    fprintf(out, "    uint64_t r[%d] = {0}; int h[%d] = {0}, k[%d] = {0};\n",
            MZ_SCRIPT_REGISTERS, MZ_SCRIPT_LOCKS, MZ_SCRIPT_RWLOCKS);
    fprintf(out,
            "    const int self = %u; bool g = blocked;\n\n"
            "    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);\n",
            t);
    if (!t)
        emit_masks(masks, out);
    emit_code(thread, number, 0, mz_script_handler(thread), out);
    fputs("    (void)r, (void)h, (void)k, (void)self, (void)g;\n    "
          "return NULL;\n}\n\n",
          out);
}

/* Thread 0 has it, if there is one. */
static void emit_handler(const struct mz_script_thread *thread, unsigned number,
                         FILE *out)
{
    bool is_there = mz_script_handler(thread) < thread->length;

    fprintf(out,
            "enum { p%u_has_handler = %d };\n\n"
            "static void p%u_handler(int unused)\n{\n"
            "    uint64_t r[%d] = {0};\n\n",
            number, is_there, number, MZ_SCRIPT_REGISTERS);
    if (is_there)
        emit_code(thread, number, mz_script_handler(thread) + 1, thread->length,
                  out);
    fputs("    (void)r, (void)unused;\n}\n\n", out);
}

/* A counter has one number, for both ends. */
static void emit_pipes(FILE *out)
{
    fprintf(out,
            "static void put(int n, char item)\n{\n"
            "    uint64_t count = item;\n\n"
            "    if (n == %d)\n"
            "        sendto(p[n][1], &item, 1, 0, (void *)&letters,\n"
            "               sizeof letters);\n"
            "    else if (n < %d)\n        write(p[n][1], &item, 1);\n"
            "    else\n        write(p[n][1], &count, 8);\n}\n\n"
            "static int take(int n)\n{\n"
            "    uint64_t count;\n    char item;\n\n"
            "    if (n > %d && n != %d)\n"
            "        return read(p[n][0], &count, 8) == 8 ? count : 0;\n"
            "    read(p[n][0], &item, 1);\n"
            "    return item;\n}\n\n"
            "static int held(int n)\n{\n    int items;\n\n"
            "    ioctl(p[n][0], FIONREAD, &items);\n"
            "    return items;\n}\n\n"
            "static void touch(int n)\n"
            "{\n    fcntl(p[n][0], F_SETOWN, 0);\n}\n\n"
            "static int look_at_set(int n)\n{\n"
            "    struct epoll_event told[3];\n\n"
            "    return epoll_wait(p[n][0], told, 3, 0);\n}\n\n"
            "static int ready(int n)\n{\n"
            "    struct pollfd one = {.fd = p[n][0], .events = POLLIN};\n\n"
            "    return poll(&one, 1, 0);\n}\n\n"
            "static void arm(int n, int as)\n{\n"
            "    struct itimerspec to = {{as == %d}, {as != %d}};\n\n"
            "    timerfd_settime(p[n][0], 0, &to, NULL);\n}\n\n"
            "static bool left(int n)\n{\n"
            "    struct itimerspec time;\n\n"
            "    timerfd_gettime(p[n][0], &time);\n"
            "    return time.it_value.tv_sec || time.it_value.tv_nsec;\n}\n\n",
            MZ_LETTERS, MZ_COUNTER, MZ_STREAM, MZ_LETTERS, MZ_AGAIN,
            MZ_AT_REST);
}

/* Sockets that connect have names that say whose they are. */
static void emit_sockets(FILE *out)
{
    fprintf(out,
            "static const struct sockaddr_un path = {AF_UNIX, \"path\"};\n"
            "static int listeners[%d], clients[%d];\n"
            "static bool connected[%d];\n\n"
            "static bool bind_to_path(int n)\n{\n"
            "    return !bind(listeners[n], (void *)&path, sizeof path);\n}\n\n"
            "static int connect_to_path(int self)\n{\n"
            "    if (connect(clients[self], (void *)&path, sizeof path))\n"
            "        return errno == ECONNREFUSED;\n"
            "    connected[self] = true;\n"
            "    return 2;\n}\n\n"
            "static int accept_from(int n)\n{\n"
            "    struct sockaddr_un from;\n"
            "    socklen_t length = sizeof from;\n\n"
            "    return accept(listeners[n], (void *)&from, &length) < 0\n"
            "               ? 0\n"
            "               : 1 + from.sun_path[1];\n}\n\n"
            "static void make_sockets(void)\n{\n"
            "    struct sockaddr_un own = {AF_UNIX};\n\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        listeners[i] = socket(AF_UNIX, SOCK_STREAM, 0);\n"
            "    for (int i = 0; i < %d; i++) {\n"
            "        clients[i] = socket(AF_UNIX, SOCK_STREAM, 0);\n"
            "        own.sun_path[1] = i;\n"
            "        bind(clients[i], (void *)&own, sizeof(sa_family_t) + 2);\n"
            "    }\n}\n\n",
            MZ_SCRIPT_SOCKETS, MZ_SCRIPT_THREADS, MZ_SCRIPT_THREADS,
            MZ_SCRIPT_SOCKETS, MZ_SCRIPT_THREADS);
}

/* Before pipes: the first descriptions need no seats (record_lock.c). */
static void emit_files(FILE *out)
{
    fprintf(out,
            "static bool lock_file(int n, int how, bool waits)\n{\n"
            "    static const int as[] = {LOCK_UN, LOCK_SH, LOCK_EX};\n\n"
            "    return !flock(f[n], as[how] | (waits ? 0 : LOCK_NB));\n}\n\n"
            "static bool lock_part(int n, int how, int part, bool waits)\n{\n"
            "    static const int as[] = {F_UNLCK, F_RDLCK, F_WRLCK};\n"
            "    struct flock lock = {.l_type = as[how],\n"
            "        .l_start = part == %d, .l_len = part != %d};\n\n"
            "    return !fcntl(f[n], waits ? F_OFD_SETLKW : F_OFD_SETLK, "
            "&lock);\n}\n\n"
            "static void open_files(void)\n{\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        f[i] = i == %d ? dup(f[0])\n"
            "                       : open(\"locked.txt\", O_RDWR | O_CREAT, "
            "0600);\n"
            "}\n\n",
            MZ_SECOND_BYTE, MZ_WHOLE_FILE, MZ_SCRIPT_FILES, MZ_DUPLICATE);
}

void mz_script_to_c_begin(FILE *out)
{
    fprintf(out,
            "#define _GNU_SOURCE\n"
            "#include <assert.h>\n"
            "#include <errno.h>\n"
            "#include <fcntl.h>\n"
            "#include <linux/futex.h>\n"
            "#include <netinet/in.h>\n"
            "#include <mazurka.h>\n"
            "#include <poll.h>\n"
            "#include <pthread.h>\n"
            "#include <semaphore.h>\n"
            "#include <signal.h>\n"
            "#include <stdatomic.h>\n"
            "#include <stdbool.h>\n"
            "#include <stdint.h>\n"
            "#include <stdlib.h>\n"
            "#include <sys/epoll.h>\n"
            "#include <sys/eventfd.h>\n"
            "#include <sys/file.h>\n"
            "#include <sys/ioctl.h>\n"
            "#include <sys/socket.h>\n"
            "#include <sys/syscall.h>\n"
            "#include <sys/timerfd.h>\n"
            "#include <sys/un.h>\n"
            "#include <time.h>\n"
            "#include <unistd.h>\n\n"
            "#ifdef SPIN\n"
            "#undef mz_await\n"
            "#define mz_await(x, condition, number) \\\n"
            "    while (!(atomic_load(&x) condition (number)))\n"
            "#endif\n\n"
            "void __VERIFIER_atomic_begin(void);\n"
            "void __VERIFIER_atomic_end(void);\n\n"
            "static union {\n"
            "    _Atomic uint64_t whole;\n"
            "    _Atomic uint32_t half[2];\n"
            "} x[%d];\n"
            "static pthread_mutex_t m[%d];\n"
            "static pthread_spinlock_t spin;\n"
            "static sem_t s[%d];\n"
            "static pthread_rwlock_t w[%d] = {\n"
            "    [%d] = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP,\n"
            "};\n"
            "static pthread_cond_t v[%d];\n"
            "static pthread_barrier_t z[%d];\n"
            "static pthread_once_t o[%d];\n"
            "static int p[%d][2], f[%d];\n"
            "static const struct sockaddr_un letters = {AF_UNIX, \"\\0letters\"};\n"
            "static void nothing(void)\n{\n}\n\n"
            "static const struct timespec now;\n"
            "static sigset_t signals, handled;\n"
            "static pthread_t first, thread[%d];\n"
            "static bool born[%d], detached[%d];\n"
            "static sem_t over[%d];\n\n"
            "static bool cas64(_Atomic uint64_t *p, uint64_t a, uint64_t b)\n"
            "{\n    return atomic_compare_exchange_strong(p, &a, b);\n}\n\n"
            "static bool cas32(_Atomic uint32_t *p, uint32_t a, uint32_t b)\n"
            "{\n    return atomic_compare_exchange_strong(p, &a, b);\n}\n\n"
            "/* An addition whose result is not used commutes. */\n"
            "#define use(r) __asm__ volatile(\"\" : : \"r\"(r))\n"
            "#define cas(p, a, b) \\\n"
            "    _Generic(p, _Atomic uint64_t *: cas64, \\\n"
            "                _Atomic uint32_t *: cas32)(p, a, b)\n\n"
            "static int takes(int status)\n"
            "{\n    return !status || status == EOWNERDEAD;\n}\n\n"
            "static void point(void)\n"
            "{\n"
            "    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);\n"
            "    pthread_testcancel();\n"
            "    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);\n}\n\n"
            "static int value_of(sem_t *semaphore)\n"
            "{\n    int value;\n\n    sem_getvalue(semaphore, &value);\n"
            "    return value;\n}\n\n"
            "static int fwait(_Atomic uint32_t *word, unsigned expected,\n"
            "                 unsigned mask, const struct timespec *end)\n"
            "{\n"
            "    int wait = mask ? FUTEX_WAIT_BITSET : FUTEX_WAIT;\n\n"
            "    if (!syscall(SYS_futex, word, wait, expected, end, NULL, mask))\n"
            "        return 1;\n"
            "    return errno == EAGAIN ? 0 : 2;\n}\n\n"
            "static long fwake(_Atomic uint32_t *word, int number,\n"
            "                  unsigned mask)\n"
            "{\n"
            "    int wake = mask ? FUTEX_WAKE_BITSET : FUTEX_WAKE;\n\n"
            "    return syscall(SYS_futex, word, wake, number, NULL, NULL, mask);\n"
            "}\n\n",
            MZ_SCRIPT_OBJECTS, MZ_SCRIPT_LOCKS, MZ_SCRIPT_SEMAPHORES,
            MZ_SCRIPT_RWLOCKS, MZ_WRITERS_FIRST, MZ_SCRIPT_CONDS,
            MZ_SCRIPT_BARRIERS, MZ_SCRIPT_ONCES, MZ_SCRIPT_PIPES,
            MZ_SCRIPT_FILES, MZ_SCRIPT_THREADS, MZ_SCRIPT_THREADS,
            MZ_SCRIPT_THREADS, MZ_SCRIPT_THREADS);
    emit_pipes(out);
    emit_files(out);
    emit_sockets(out);
}

void mz_script_to_c(const struct mz_script *script, unsigned number, FILE *out)
{
    fputs("/*\n", out);
    mz_script_print(script, out);
    fputs("*/\n", out);
    emit_handler(&script->threads[0], number, out);
    for (unsigned t = script->thread_count; t-- > 0;)
        emit_thread(&script->threads[t], number, t,
                    mz_script_masks(script), out);
}

/* Pipes have room for so many packets. */
static void emit_pipes_made(FILE *out)
{
    fprintf(out,
            "static void connect_loopback(int *ends)\n{\n"
            "    struct sockaddr_in a = {.sin_family = AF_INET,\n"
            "        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),\n"
            "        .sin_port = htons(7000)};\n"
            "    int queue = socket(AF_INET, SOCK_STREAM, 0);\n\n"
            "    ends[1] = socket(AF_INET, SOCK_STREAM, 0);\n"
            "    bind(queue, (struct sockaddr *)&a, sizeof a);\n"
            "    listen(queue, 1);\n"
            "    connect(ends[1], (struct sockaddr *)&a, sizeof a);\n"
            "    ends[0] = accept(queue, NULL, NULL);\n}\n\n"
            "static void make_pipes(int number)\n{\n"
            "    struct epoll_event input = {.events = EPOLLIN};\n\n"
            "    for (int i = 0; i < %d; i++) {\n"
            "        pipe2(p[i], O_DIRECT);\n"
            "        fcntl(p[i][0], F_SETPIPE_SZ, (i + 1) * 4096);\n"
            "    }\n"
            "    if (number %% 3 == 2)\n"
            "        connect_loopback(p[%d]);\n"
            "    else\n"
            "        socketpair(AF_UNIX, number %% 3 ? SOCK_STREAM\n"
            "                            : SOCK_SEQPACKET, 0, p[%d]);\n"
            "    p[%d][0] = p[%d][1] = eventfd(0, 0);\n"
            "    p[%d][0] = p[%d][1] = eventfd(0, EFD_SEMAPHORE);\n"
            "    p[%d][0] = p[%d][1] = timerfd_create(CLOCK_MONOTONIC, 0);\n"
            "    for (int i = 0; i < 2; i++)\n"
            "        p[%d][i] = socket(AF_UNIX, SOCK_DGRAM, 0);\n"
            "    bind(p[%d][0], (void *)&letters, sizeof letters);\n"
            "    p[%d][0] = epoll_create1(0);\n"
            "    for (int i = 0; i <= %d; i++)\n"
            "        if (i != %d)\n"
            "            epoll_ctl(p[%d][0], EPOLL_CTL_ADD, p[i][0], &input);\n"
            "}\n\n",
            MZ_STREAM, MZ_STREAM, MZ_STREAM, MZ_COUNTER, MZ_COUNTER, MZ_TOKENS,
            MZ_TOKENS, MZ_TIMER, MZ_TIMER, MZ_LETTERS, MZ_LETTERS, MZ_SET,
            MZ_COUNTER, MZ_STREAM, MZ_SET);
}

/* Threads of every second script have numbers that others had before, which
 * were joined, or detached. Where signals are handled they are joined: main must
 * know when all others have ended. */
static void emit_forerunners(FILE *out)
{
    fputs("static void *forerun(void *unused)\n{\n    return unused;\n}\n\n"
          "static void use_numbers(bool joins)\n{\n"
          "    for (int i = 0; i < 6; i++) {\n"
          "        pthread_t t;\n\n"
          "        pthread_create(&t, NULL, forerun, NULL);\n"
          "        joins ? pthread_join(t, NULL) : pthread_detach(t);\n"
          "    }\n}\n\n",
          out);
}

void mz_script_to_c_end(unsigned count, FILE *out)
{
    emit_forerunners(out);
    emit_pipes_made(out);
    fputs("int main(int argc, char **argv)\n{\n"
          "    static void *(*const programs[])(void *) = {\n",
          out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "        p%u_thread0,\n", i);
    fputs("    };\n    static void (*const handlers[])(int) = {\n", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "        p%u_handler,\n", i);
    fputs("    };\n    static const bool has_handler[] = {\n", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "        p%u_has_handler,\n", i);
    fprintf(out,
            "    };\n"
            "    struct sigaction action = {.sa_flags = SA_RESTART};\n"
            "    pthread_mutexattr_t robust;\n"
            "    int number = argc > 1 ? atoi(argv[1]) : 0;\n\n"
            "    pthread_mutexattr_init(&robust);\n"
            "    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);\n"
            "    pthread_mutex_init(&m[%d], &robust);\n"
            "    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        sem_init(&s[i], 0, 0);\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        sem_init(&over[i], 0, 0);\n"
            "    for (int i = 0; i < %d; i++)\n"
            "        pthread_barrier_init(&z[i], NULL, 2 + i);\n"
            "    open_files();\n"
            "    make_pipes(number);\n"
            "    make_sockets();\n"
            "    first = pthread_self();\n"
            "    sigaddset(&signals, SIGUSR1);\n"
            "    sigaddset(&handled, SIGUSR2);\n"
            "    action.sa_handler = handlers[number];\n"
            "    sigaction(SIGUSR2, &action, NULL);\n"
            "    pthread_sigmask(SIG_BLOCK, &signals, NULL);\n"
            "    if (number %% 2)\n"
            "        use_numbers(number %% 4 == 1 || has_handler[number]);\n"
            "    atomic_load(&x[0].whole);\n"
            "    programs[number](NULL);\n"
            "    pthread_exit(NULL);\n}\n",
            MZ_ROBUST, MZ_SCRIPT_SEMAPHORES, MZ_SCRIPT_THREADS,
            MZ_SCRIPT_BARRIERS);
}
