#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is installed works by itself, and all of it can be removed.
# linker: usual
. "$(dirname "$0")/frame"
build=$(dirname "$MAZURKA")
export DESTDIR="$work/there"
meson install -C "$build" --no-rebuild >.out 2>.err </dev/null ||
    failed 'meson install fails'
bin=$(dirname "$(find "$DESTDIR" -path '*/bin/mazurka')")
share=$bin/../share
for file in "$bin/mazurka-cc" "$share/man/man1/mazurka.1" \
    "$share/bash-completion/completions/mazurka" \
    "$share/zsh/site-functions/_mazurka" "$bin/../include/mazurka.h"; do
    [ -e "$file" ] || failed "no $file"
done
write_wrong wrong.c
MAZURKA="$bin/mazurka"
run 42 "$MAZURKA" check wrong.c
run 0 "$bin/mazurka-cc" wrong.c -o wrong
run 42 "$MAZURKA" check ./wrong
if command -v gdb >/dev/null; then
    run 0 "$MAZURKA" replay --gdb -- -batch -ex 'mz why'
    prints 'x = 1'
fi
# The description of a container says what there is.
for target in $(grep -o 'make [a-z]\+' "$root/Dockerfile" | cut -c6-); do
    [ "$target" = gdb ] || make -C "$root" -n "$target" >.out 2>.err ||
        failed "Dockerfile: no make $target"
done
grep -q '^FROM debian:12$' "$root/Dockerfile" || failed 'not the usual Debian'
ninja -C "$build" uninstall >.out 2>.err </dev/null || failed 'uninstall fails'
[ -z "$(find "$DESTDIR" ! -type d 2>/dev/null)" ] || failed 'something is left'
nothing_left
