#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What cannot be checked is told with its place, what it is, who has called it
# and what to use instead: as text, as JSON, and by any of several workers.
. "$(dirname "$0")/frame"

cat >alarms.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static void end(void)
{
    alarm(1);
}
static void *work(void *unused)
{
    pthread_setname_np(pthread_self(), "worker");
    end();
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    return pthread_join(thread, NULL);
}
END
for jobs in 1 2; do
    run 2 "$MAZURKA" check --algorithm=pop -j$jobs alarms.c
    says 'alarms.c:6: unsupported: alarm beside other threads (a signal at a time that would end the program)'
    says ' in end, thread main.1'
    says 'at alarms.c:6 in end'
    says 'from alarms.c:11 in work'
    says 'hint: give it a handler, or leave it out'
done

"$MAZURKA" check --format=json alarms.c >alarms.json 2>/dev/null
python3 - <<'END' || failed 'the JSON is not as it should be'
import json
whole = json.load(open('alarms.json'))
met = whole['unsupported']
assert whole['verdict'] == 'unsupported' and met['name'] == whole['message']
assert met['name'] == 'alarm beside other threads'
assert met['what'] == 'a signal at a time that would end the program'
assert met['instead'].startswith('give it a handler')
assert met['file'].endswith('alarms.c') and met['line'] == 6
assert met['function'] == 'end' and met['thread'] == 1
functions = [f['function'] for f in met['stacks'][0]['frames']]
assert functions[:2] == ['end', 'work']
END

# Before main, too.
cat >early.c <<'END'
#include <pthread.h>
static void *work(void *unused)
{
    return unused;
}
__attribute__((constructor)) static void start(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
}
int main(void)
{
    return 0;
}
END
run 2 "$MAZURKA" check early.c
says 'early.c:9: unsupported: threads created before main in start'
says 'hint: create them in main'

# OpenMP by its name, where a library brings a runtime that is not ours.
cat >openmp.c <<'END'
int count_threads(void)
{
    int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
    count++;
    return count;
}
END
cat >user.c <<'END'
int count_threads(void);
int main(void)
{
    return count_threads() != 2;
}
END
gcc -shared -fPIC -fopenmp openmp.c -o libopenmp.so
"$MAZURKA" cc -g user.c ./libopenmp.so -o user
run 2 "$MAZURKA" check ./user
says 'user.c:4: unsupported: OpenMP (a runtime with threads of its own) in main'
says "hint: build it with 'mazurka cc', by gcc"
