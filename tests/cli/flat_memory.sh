#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ordinary programs, in C and in C++: a thousand executions, each like the other,
# and the memory of the process does not grow with their number.
. "$(dirname "$0")/frame"

cat >ordinary.c <<'X'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static atomic_int x;
static _Thread_local int own;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static void *work(void *unused)
{
    char text[] = "one two three", line[64] = "";
    int numbers[] = {3, 1, 2};
    for (int i = 0; i < ROUNDS; i++) {
        int now = atomic_load(&x);
        atomic_store(&x, now + 1);
        own++;
    }
    assert(own == ROUNDS);
    pthread_mutex_lock(&m);
    FILE *f = fopen("input", "r"); /* strtok, rand and stdio are libc's state */
    assert(f && fgets(line, sizeof line, f) && !strcmp(line, "hello\n"));
    assert(!fclose(f));
    assert(!strcmp(strtok(text, " "), "one"));
    static int first;
    int random = rand();
    assert(!first || random != first);
    first = random;
    pthread_mutex_unlock(&m);
    errno = 7;
    qsort(numbers, 3, sizeof *numbers, order);
    assert(numbers[0] == 1 && errno == 7);
    char *block = malloc(100);
    strcpy(block, "block");
    printf("%s %ld\n", block, (long)(time(NULL) / 1000000000));
    free(block);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
X
cat >ordinary.cc <<'X'
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
static std::atomic<int> x;
static std::mutex m;
static std::vector<std::string> words;
static thread_local std::string own = "own";
static void work(int id)
{
    for (int i = 0; i < ROUNDS; i++) {
        int now = x.load();
        x.store(now + 1);
    }
    try {
        std::lock_guard<std::mutex> lock(m);
        words.push_back(own + std::to_string(id) + " and some more text");
        throw std::runtime_error(words.back());
    } catch (const std::exception &e) {
        assert(std::string(e.what()).substr(0, 3) == "own");
    }
}
int main()
{
    assert(words.empty());
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; i++)
        threads.emplace_back(work, i);
    for (auto &t : threads)
        t.join();
    assert(words.size() == 2);
}
X
echo hello >input
for rounds in 3 4; do
    "$MAZURKA" cc -g -O1 -DROUNDS=$rounds ordinary.c -o c$rounds
    "$MAZURKA" c++ -g -O1 -DROUNDS=$rounds ordinary.cc -o cc$rounds
done
field() {
    python3 -ISc 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$@"
}
for program in c4 cc4; do
    run 0 "$MAZURKA" check --format=json --output=all.json ./$program
    (($(field all.json executions) > 1000)) || failed "$program: too few"
    few=0 all=$(field all.json max_rss_kb)
    for try in 1 2 3; do # the kernel counts pages in lots, and may miss some
        run 3 "$MAZURKA" check --format=json --output=few.json \
            --max-executions=50 ./$program
        now=$(field few.json max_rss_kb)
        few=$((now > few ? now : few))
    done
    ((all < few + 400)) || failed "$program: $few KB grew to $all KB"
done
# Five milliseconds a fork: some hundred executions will do.
for program in c3 cc3; do
    for isolation in process fork; do
        run 0 "$MAZURKA" check --format=json --output=$isolation.json \
            --isolation=$isolation ./$program
    done
    (($(field fork.json executions) > 500)) || failed "$program: too few"
    [[ $(field fork.json executions) == $(field process.json executions) ]] ||
        failed "$program: isolations differ"
done

# Nor with 100,000 executions: where they go back to each other's midst, what is
# kept for that is given up again. Their events are few (1) and many (100).
for n in 1 100; do
    "$MAZURKA" cc -O1 -DTHREADS=3 -DEACH=5 -DN=$n \
        "$root/bench/programs/additions.c" -o additions$n
done
grows_not() {
    for most in 10000 100000; do
        run 3 "$MAZURKA" check --format=json --output=$most.json \
            --max-executions=$most "$@"
    done
    few=$(field 10000.json max_rss_kb) all=$(field 100000.json max_rss_kb)
    ((all < few + 400)) || failed "$*: $few KB grew to $all KB"
}
for algorithm in pop source optimal; do
    grows_not --algorithm=$algorithm ./additions1
done
grows_not --algorithm=pop ./additions100
grows_not --plain=interleave ./additions1
