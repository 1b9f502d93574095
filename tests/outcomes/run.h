/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a program of outcomes.py: the first argument is what its threads call,
 * the next ones are outcomes; the exit status is which of these it has, 0: none.
 *
 * With -DNATIVE they are how often it is to be run, and a seed: each time by a
 * process of its own, in a folder of its own, its calls spread over time in
 * another order. What comes of it is written, with how often.
 */
static int said[THREADS][MOST], ends[8], end_count;
static int calls[THREADS][MOST], call_count[THREADS];

static void tell_end(int number)
{
    ends[end_count++] = number;
}

#ifdef NATIVE
#include <ftw.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static long long slots[THREADS][MOST];

static long long now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000ll + at.tv_nsec;
}

static void wait_for_turn(int t, int i)
{
    struct timespec at = {slots[t][i] / 1000000000, slots[t][i] % 1000000000};

    /* No cancellation point, and no matter if a signal interrupts it. */
    while (now() < slots[t][i])
        syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

static void spread_out(unsigned long long seed)
{
    unsigned long long random = seed * 0x9e3779b97f4a7c15ull + 1;
    long long begin = now() + 250000;
    long long apart = seed % 4 ? 70000 : 3000;

    for (int t = 0; t < THREADS; t++) {
        for (int i = 0; i < MOST; i++) {
            random ^= random << 13, random ^= random >> 7,
                random ^= random << 17;
            slots[t][i] = begin + (long long)(random >> 20) % 12 * apart;
        }
        for (int i = 0; i < call_count[t]; i++) /* in order */
            for (int j = i + 1; j < call_count[t]; j++)
                if (slots[t][j] < slots[t][i]) {
                    long long other = slots[t][i];

                    slots[t][i] = slots[t][j], slots[t][j] = other;
                }
    }
}
#else
static void wait_for_turn(int t, int i)
{
    (void)t, (void)i;
}
#endif

static void *run_thread(void *number)
{
    int t = (int)(long)number;

    for (int i = 0; i < call_count[t]; i++) {
        wait_for_turn(t, i);
#ifdef __cplusplus
        try {
            said[t][i] = call(calls[t][i], t);
        } catch (const std::future_error &e) {
            said[t][i] = 1000 + e.code().value();
        } catch (const std::system_error &e) {
            said[t][i] = 2000 + e.code().value();
        } catch (int e) {
            said[t][i] = 3000 + e;
        } catch (const std::exception &) {
            said[t][i] = 4000;
        }
#else
        said[t][i] = call(calls[t][i], t);
#endif
    }
    return NULL;
}

static void read_code(const char *code)
{
    char *at = (char *)code;

    for (int t = 0; t < THREADS && *at; t++) {
        while (*at && *at != ',') {
            calls[t][call_count[t]++] = (int)strtol(at, &at, 10);
            at += *at == '-';
        }
        at += *at == ',';
        threads_used = t + 1;
        for (int i = 0; i < call_count[t]; i++)
            said[t][i] = -77777;
    }
}

static void write_outcome(char *to, size_t size)
{
    size_t n = 0;

    for (int t = 0; t < threads_used; t++)
        for (int i = 0; i < call_count[t]; i++)
            n += (size_t)snprintf(to + n, size - n, "%s%d",
                                  !t && !i ? ""
                                  : i      ? ","
                                           : "/",
                                  said[t][i]);
    for (int i = 0; i < end_count; i++)
        n += (size_t)snprintf(to + n, size - n, "=%d", ends[i]);
}

static void run_once(char *to, size_t size)
{
    first = pthread_self();
    start();
#ifdef NATIVE
    spread_out(strtoull(to, NULL, 10));
#endif
    for (long t = 0; t < threads_used; t++)
        pthread_create(&threads[t], NULL, run_thread, (void *)t);
    for (int t = threads_used; t-- > 0;) /* others use the first */
        pthread_join(threads[t], NULL);
    end();
    write_outcome(to, size);
}

#ifdef NATIVE
enum { LONG = 200, OUTCOMES = 400, HANGS = 3 };

static char outcomes[OUTCOMES][LONG];
static int counts[OUTCOMES], outcome_count;

static void note(const char *outcome)
{
    int i = 0;

    while (i < outcome_count && strcmp(outcomes[i], outcome))
        i++;
    if (i == OUTCOMES)
        return;
    if (i == outcome_count)
        strcpy(outcomes[outcome_count++], outcome);
    counts[i]++;
}

static int remove_one(const char *path, const struct stat *s, int flag,
                      struct FTW *f)
{
    (void)s, (void)flag, (void)f;
    return remove(path);
}

static void wait_for(pid_t child, char *outcome)
{
    int status;

    for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; waited++) {
        if (waited > 1500) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            strcpy(outcome, "hang");
            return;
        }
        usleep(100);
    }
    if (WIFSIGNALED(status))
        snprintf(outcome, LONG, "signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 42)
        snprintf(outcome, LONG, "status %d", WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    char *shared = (char *)mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int hangs = 0;
    unsigned long long seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    char folder[64], here[80];

    read_code(argv[1]);
    snprintf(folder, sizeof folder, "/dev/shm/mz_outcomes_%d", (int)getpid());
    snprintf(here, sizeof here, "%s/here", folder);
    for (int i = 0; i < atoi(argv[2]) && hangs < HANGS; i++) {
        mkdir(folder, 0755);
        mkdir(here, 0755);
        snprintf(shared, LONG, "%llu", seed * 1000 + (unsigned)i);
        pid_t child = fork();
        if (!child) {
            if (chdir(here) || !freopen("/dev/null", "w", stdout) ||
                !freopen("/dev/null", "w", stderr))
                _exit(1);
            run_once(shared, LONG);
            _exit(42);
        }
        wait_for(child, shared);
        hangs += !strcmp(shared, "hang");
        note(shared);
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
    for (int i = 0; i < outcome_count; i++)
        printf("%d %s\n", counts[i], outcomes[i]);
    return 0;
}
#else
int main(int argc, char **argv)
{
    char outcome[200] = "";

    read_code(argv[1]);
    run_once(outcome, sizeof outcome);
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], outcome))
            return i - 1;
    return 0;
}
#endif
