#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A search goes on on another machine: bench/scale/elsewhere.sh [KERNEL]
#
# Searches that are kept here go on in a machine that QEMU makes, with another
# processor and another kernel (KERNEL; the first one in /boot), and searches that
# are kept there go on here. Prints the verdict, executions and events of each,
# and fails if they are not those of a search that was not stopped. Needs Debian's
# qemu-system-x86, linux-image-cloud-amd64, busybox-static and cpio.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
build=$root/${MAZURKA_BUILD:-build}
mazurka=$build/mazurka
kernel=${1:-$(find /boot -name 'vmlinuz-*' | sort | head -n 1)}
for needed in qemu-system-x86_64 busybox cpio; do
    command -v $needed >/dev/null || {
        echo "elsewhere.sh: no $needed" >&2
        exit 2
    }
done
[ -r "$kernel" ] || {
    echo "elsewhere.sh: no kernel in /boot" >&2
    exit 2
}

# Programs lie at the same place in both: files are known by their paths.
here=$(mktemp -d)
disk=$(mktemp -d)
trap 'rm -rf "$here" "$disk"' EXIT
cd "$here"
"$mazurka" cc -O1 -g -pthread "$root/tests/cli/places.c" -o places
"$mazurka" cc -O1 -g -pthread -DN=5 "$root/bench/programs/fib_bench.c" -o fib

# name|options|executions after which it is stopped|program
searches='places||9|places
fib||120000|fib
weak|--memory-model=rc11|100000|fib'
each_search() {
    while IFS='|' read -r name options stop program; do
        "$@"
    done <<<"$searches"
}
figures() {
    python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
print(r["verdict"], r["executions"], r["events"])' "$1"
}
whole() {
    "$mazurka" check $options --format=json ./$program >$name.whole 2>errors
}
keep() {
    "$mazurka" check $options --checkpoint=$name.kept \
        --max-executions=$stop ./$program >/dev/null 2>errors ||
        [ $? -eq 3 ]
}
each_search whole
each_search keep

# What the other machine has: the tool, the programs, and their libraries.
copy() {
    mkdir -p "$disk$(dirname "$1")"
    cp -L "$1" "$disk$1"
}
libraries=$(for file in "$mazurka" "$build"/libmazurka*.so places fib; do
    ldd "$file" | grep -oE '/[^ ]+' | grep -v "^$build"
done | sort -u)
mkdir -p "$disk"/{bin,proc,sys,dev/shm,etc,usr/lib,usr/lib64}
ln -s usr/lib "$disk/lib"
ln -s usr/lib64 "$disk/lib64"
for file in $libraries; do
    copy "$(realpath "$(dirname "$file")")/$(basename "$file")"
done
# The loader is a link there, too.
rm "$disk/usr/lib64/ld-linux-x86-64.so.2"
copy "$(realpath /lib64/ld-linux-x86-64.so.2)"
ln -s "$(realpath /lib64/ld-linux-x86-64.so.2)" "$disk/usr/lib64/"
for file in "$mazurka" "$build"/libmazurka*.so "$(command -v busybox)" \
    /etc/ld.so.cache; do
    copy "$file"
done
ln -sf "$(command -v busybox)" "$disk/bin/sh"
mkdir -p "$disk$here"
cp -r . "$disk$here/"
cat >"$disk/init" <<END
#!/bin/sh
b() { $(command -v busybox) "\$@"; }
export PATH=/bin HOME=/
b mount -t proc proc /proc
b mount -t sysfs sys /sys
b mount -t devtmpfs dev /dev
b mkdir -p /dev/shm
b mount -t tmpfs shm /dev/shm
cd $here
b mkdir out
b uname -r >out/machine
b grep -m1 'model name' /proc/cpuinfo >>out/machine
END
goes_on_there() {
    cat >>"$disk/init" <<END
$mazurka resume --format=json --max-executions=99999999 $name.kept \
    >out/$name.there 2>out/$name.errors
$mazurka check $options --checkpoint=out/$name.kept \
    --max-executions=$stop ./$program >/dev/null 2>&1
END
}
each_search goes_on_there
cat >>"$disk/init" <<END
echo BEGIN
b tar -c -f - out | b base64
echo END
b poweroff -f
END
chmod +x "$disk/init"
(cd "$disk" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >disk.gz
timeout 600 qemu-system-x86_64 -accel tcg -cpu max -m 4096 -smp 2 \
    -kernel "$kernel" -initrd disk.gz \
    -append 'console=ttyS0 panic=-1 quiet' -nographic -no-reboot >console 2>&1
tr -d '\r' <console | sed -n '/BEGIN$/,/^END$/p' | sed '1d;$d' |
    base64 -d | tar -x -f -
echo "there: $(paste -s -d' ' out/machine)"
echo "here: $(uname -r) $(grep -m1 'model name' /proc/cpuinfo)"

status=0
compare() {
    local expected there back=none

    expected=$(figures $name.whole)
    there=$(figures out/$name.there 2>/dev/null) || there=none
    "$mazurka" resume --format=json --max-executions=99999999 \
        out/$name.kept >$name.back 2>errors </dev/null || true
    back=$(figures $name.back 2>/dev/null) || back=none
    echo "$name: $expected; goes on there: $there; goes on here: $back"
    if [ "$there" != "$expected" ] || [ "$back" != "$expected" ]; then
        cat out/$name.errors errors
        status=1
    fi
}
each_search compare
exit $status
