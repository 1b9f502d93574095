# SPDX-License-Identifier: Apache-2.0
# A thin front: meson.build is the build, tests/run the test driver.
# make BUILD=/tmp/b OPTIONS=-Dcheck=2 test    builds elsewhere, otherwise

BUILD ?= build
MAZURKA = $(BUILD)/mazurka
SOURCES = $(wildcard src/*/*.[ch] include/*.h tests/unit/*.[ch] \
                     tests/model/*.[ch])

.PHONY: all build setup run test bench install format lint clean

all: build

setup:
	@tools/setup

build: setup
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) $(OPTIONS)
	@ninja -C $(BUILD)

# The first example is correct; the second has a bug, and exit status 42 is
# how mazurka says so.
run: build
	$(MAZURKA) check examples/ticket_lock.c
	$(MAZURKA) check examples/bank_transfer.c; test $$? = 42

test: build
	@MAZURKA_BUILD=$(BUILD) tests/run

bench: build
	MAZURKA_BUILD=$(BUILD) bench/run

# make install PREFIX=$$HOME/.local
install: build
	$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX)))
	meson install -C $(BUILD)

format: setup
	clang-format -i $(SOURCES)

# Warnings are errors, with every compiler at hand.
lint: build
	tools/style-gate $(BUILD)
	@for cc in gcc clang; do \
	    command -v $$cc >/dev/null || continue; \
	    dir=$(BUILD)/lint-$$cc; \
	    test -f $$dir/build.ninja || \
	        CC=$$cc meson setup -Dwerror=true $$dir || exit; \
	    ninja -C $$dir || exit; \
	done
	@if command -v clang-format >/dev/null; then \
	    clang-format --dry-run -Werror $(SOURCES); \
	else echo 'clang-format is not installed: format not checked'; fi

clean:
	rm -rf $(BUILD)
