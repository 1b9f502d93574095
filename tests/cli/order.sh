#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The order of threads that pop and trust learn in a large search: fewer events
# are new, as many executions, and the same whoever explores them, be it stopped
# at any point of what it learns.
. "$(dirname "$0")/frame"

search=--algorithm=pop
compared=512 # executions by default, before an order is learnt

# events OPTION...: executions and new events, into .now
events() {
    run 0 "$MAZURKA" check --format=json "$search" "$@"
    told
}
told() {
    python3 -c 'import json
r = json.load(open(".out"))
assert r["verdict"] == "safe" and not r["blocked"], r
print(r["executions"], r["events"])' >.now || failed "$command"
}

# build NAME N: of bench/programs.
build() {
    "$MAZURKA" cc -O1 -pthread -DN="$2" "$root/bench/programs/$1.c" -o "$1" ||
        failed "$1.c does not compile"
}

# It is stopped each so many executions, and gone on with by one worker or two.
stopped_each() {
    local name=$1 each=$2 sessions=0
    rm -f kept
    run 3 "$MAZURKA" check "$search" --checkpoint=kept --max-executions="$each" "$name"
    while [ -e kept ]; do
        sessions=$((sessions + 1))
        [ "$sessions" -le 40 ] || failed "$name: no end by $each"
        command="resume by $each: $name"
        "$MAZURKA" resume --format=json --max-executions="$each" \
            -j $((1 + sessions % 2)) kept >.out 2>.err
    done
    told
    cmp -s learnt .now || failed "$name: others where stopped by $each"
}

# learns NAME N MOST EACH HOW...: of the events that are new in optimal's order
# at most MOST per cent are left.
learns() {
    local name=$1 most=$3 each=$4 count fewer executions default
    build "$name" "$2"
    shift 4
    run 0 "$MAZURKA" check --format=json --algorithm=optimal "$name"
    told
    read -r executions default <.now
    events "$name"
    python3 -c 'import json
assert json.load(open(".out"))["begun_anew_after"] >= '$compared ||
        failed "$name: what was dropped is not told"
    cp .now learnt
    read -r count fewer <learnt
    [ "$count" = "$executions" ] || failed "$name: $count executions"
    [ $((fewer * 100)) -le $((default * most)) ] ||
        failed "$name: $fewer new events"
    for how in --jobs=2 --jobs=3 --checkpoint=kept --checkpoint=kept:0.01 \
        --keep-going --max-executions=100000 "$@"; do
        events "$how" "$name"
        cmp -s learnt .now || failed "$name: others with $how"
    done
    stopped_each "$name" "$each"
}

learns filesystem 24 55 171 --stats --checkpoints=off
learns wakeup_stress 6 75 512 --stats --count-traces --isolation=fork

search=--memory-model=rc11
compared=256
learns filesystem 24 55 171 --stats --checkpoints=off
learns indexer 15 55 300 --isolation=fork
search=--algorithm=trust
learns indexer 15 55 300 --stats
