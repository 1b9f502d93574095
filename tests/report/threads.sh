#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Threads are called by birth, though their numbers were others' before: no two
# have one name.
. "$(dirname "$0")/frame"

# The sixth round's threads have children, and the last one a name.
check 42 -v --format=text <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void *add(void *argument)
{
    count++;
    return argument;
}
static void *parent(void *last)
{
    pthread_t t;
    if (last)
        pthread_setname_np(pthread_self(), "last");
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 6; i++) {
        pthread_create(&t[0], 0, i < 5 ? add : parent, 0);
        pthread_create(&t[1], 0, i < 5 ? add : parent, &t);
        pthread_join(t[0], 0);
        pthread_join(t[1], 0);
    }
    assert(count != 12);
}
END
in_order '.* main  +pthread_create: main\.1 .*' \
    '.* main\.1  +atomic fetch_add: count \+= 1 .*' \
    '.* main  +pthread_join: main\.1 .*' \
    '.* main  +pthread_create: main\.5 .*' \
    '.* main\.5  +atomic fetch_add: count \+= 1 .*' \
    '.* main  +pthread_join: main\.5 .*' \
    '.* main  +pthread_create: main\.12 \(last\) .*' \
    '.* main  +pthread_join: main\.12 \(last\) .*'
line '.* main\.12 \(last\)  +pthread_create: main\.12\.1 .*'
line '.* main\.11\.1  +atomic fetch_add: count \+= 1 .*'
repeated=$(grep -oE 'pthread_create: [^ ]+' .out | sort | uniq -d)
[ -z "$repeated" ] || failed "several threads have one name: $repeated"
replays
