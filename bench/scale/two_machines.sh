#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ranks on two machines: bench/scale/two_machines.sh
#
# The second machine is a name and a network of its own (namespaces) on this one,
# that shares no memory with it as far as Open MPI knows: all goes by TCP. Searches
# of two and six ranks, half of them there, must tell what one process does; and
# what a search has kept whose rank there is killed is gone on with, by both.
# Prints each, and fails if one is not the same. As root; needs Debian's iproute2
# and openmpi-bin.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
mazurka=$root/${MAZURKA_BUILD:-build}/mazurka
for needed in ip mpirun unshare; do
    command -v $needed >/dev/null || {
        echo "two_machines.sh: no $needed" >&2
        exit 2
    }
done
here=$(hostname) there=mazurka-there
folder=$(mktemp -d)
clean_up() {
    ip netns pids $there 2>/dev/null | xargs -r kill -KILL || true
    ip netns delete $there 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT
ip netns add $there
ip link add mazurka-a type veth peer name mazurka-b netns $there
ip address add 10.97.0.1/24 dev mazurka-a
ip link set mazurka-a up
ip -n $there address add 10.97.0.2/24 dev mazurka-b
ip -n $there link set mazurka-b up
ip -n $there link set lo up

cd "$folder"
printf '127.0.0.1 localhost\n10.97.0.1 %s\n10.97.0.2 %s\n' "$here" $there >hosts
# What mpirun starts its part there with: HOST COMMAND...
cat >agent <<END
#!/bin/sh
shift
exec ip netns exec $there unshare --uts --mount sh -c '
hostname $there; mount --bind $folder/hosts /etc/hosts; exec sh -c "\$1"' sh "\$*"
END
chmod +x agent
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# ranks EACH WORD...: so many on each of the two.
ranks() {
    local each=$1
    shift
    unshare --mount sh -c 'mount --bind hosts /etc/hosts; exec "$@"' sh \
        timeout 300 mpirun --host "$here:$each,$there:$each" --oversubscribe \
        -n $((2 * each)) --mca plm_rsh_agent "$folder/agent" \
        --mca oob_tcp_if_include 10.97.0.0/24 --mca btl tcp,self \
        --mca btl_tcp_if_include 10.97.0.0/24 "$@"
}
[ "$(ranks 1 hostname | sort | xargs)" = "$(printf '%s\n' "$here" $there |
    sort | xargs)" ] || {
    echo 'two_machines.sh: there are no two' >&2
    exit 2
}

figures() {
    python3 -c 'import json, sys
r = json.load(open("out"))
print(*(r[n] for n in ("verdict", "executions", "blocked", "loop_blocked",
                       "deadlocked", "events")))'
}
wrong=0
same() {
    local now
    now=$(figures)
    [ "$now" = "$whole" ] || wrong=$((wrong + 1))
    echo "$1: $now$([ "$now" = "$whole" ] || echo ", NOT $whole")"
}
checked() {
    "$mazurka" check --format=json --critical=off "$@" >out 2>errors
    whole=$(figures)
    for each in 1 3; do
        ranks $each "$mazurka" check --format=json --critical=off "$@" >out \
            2>errors || true
        same "$each and $each ranks: $*"
    done
}
built() {
    "$mazurka" cc -O1 -g -pthread "-DN=$2" "$root/bench/programs/$1.c" -o "$1"
}
built fib_bench 6
built lastzero 15
built filesystem 26
checked ./lastzero
checked ./filesystem
checked --memory-model=rc11 ./fib_bench
checked ./fib_bench

ranks 2 "$mazurka" check --critical=off --checkpoint=kept:0.1 ./fib_bench \
    >out 2>errors &
until [ -e kept ]; do sleep 0.01; done
ip netns pids $there | while read -r process; do
    [ "$(cat /proc/"$process"/comm)" = mazurka ] && kill -KILL "$process" &&
        break
done
wait $! && echo 'the search whose rank was killed has ended' && exit 1
ranks 2 "$mazurka" resume --format=json kept >out 2>errors || true
same '2 and 2 ranks, one of them killed, and gone on with: ./fib_bench'
exit $((wrong != 0))
