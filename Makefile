# SPDX-License-Identifier: Apache-2.0
# A thin front: meson.build is the build, tests/run the test driver.
# make BUILD=/tmp/b OPTIONS=-Dcheck=2 test    builds elsewhere, otherwise

BUILD ?= build
SANITIZED = cmocka-programs
MAZURKA = $(BUILD)/mazurka

.PHONY: all build sanitized fuzzers setup setup-tests run examples test test-all \
        bench bench-debian install uninstall format lint clean lint-style lint-gcc lint-tidy \
        lint-analyzer

all: build

setup:
	@tools/setup

# Unity is no package: without its sources its example is left out.
setup-tests:
	@tools/setup tests
	@tools/unity $(BUILD)/unity || true

build: setup
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) $(OPTIONS)
	@ninja -C $(BUILD)

# The first example is correct; the second has a bug, and exit status 42 is
# how mazurka says so.
run: build
	$(MAZURKA) check examples/ticket_lock.c
	$(MAZURKA) check examples/bank_transfer.c; test $$? = 42

# Unit tests by mz_check in each of the frameworks.
examples: setup-tests build
	@MAZURKA=$(BUILD)/mazurka UNITY_DIR=$(abspath $(BUILD)/unity) \
	    examples/unit/run

# The unit and model tests once more, told of each misstep of their own.
sanitized: setup
	@dir=$(BUILD)/sanitize; \
	test -f $$dir/build.ninja || CC=gcc meson setup $(OPTIONS) \
	    -Doptimization=g -Db_sanitize=address,undefined \
	    -Dc_args=-fno-sanitize-recover=all $$dir && \
	ninja -C $$dir $(SANITIZED)

# Readers of what others have written, for whatever libFuzzer makes up.
fuzzers: setup
	@echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null || \
	    { echo 'clang with libFuzzer is not installed: no fuzzers'; \
	      exit 0; }; \
	dir=$(BUILD)/fuzz; \
	test -f $$dir/build.ninja || CC=clang meson setup -Dfuzz=true \
	    -Doptimization=0 -Db_sanitize=address,undefined \
	    -Db_lundef=false -Dc_args=-fno-sanitize-recover=all $$dir && \
	ninja -C $$dir fuzzers

# Three builds beside one another: none leaves a processor idle at its ends.
test: setup-tests
	@$(MAKE) --no-print-directory -j3 build sanitized fuzzers
	@MAZURKA_BUILD=$(BUILD) tests/run $(TEST)

# Every day some pairs of what does not depend on one another are left out.
test-all:
	@$(MAKE) --no-print-directory test TEST=--all \
	    SANITIZED='cmocka-programs rare-programs'

bench: build
	MAZURKA_BUILD=$(BUILD) bench/run

# Sources of Debian: they are downloaded, built and checked, which takes minutes.
bench-debian: build
	bench/debian $(BUILD)/debian

# make install PREFIX=$$HOME/.local
install: build
	$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX)))
	meson install -C $(BUILD)

# What `make install` has put where it was, as its log in $(BUILD) says.
uninstall:
	ninja -C $(BUILD) uninstall

# Lines that are changed and not yet committed, as .clang-format has them. All of
# them would be too many: clang-format 14 would move comments that stand in columns,
# short macros, and tables in braces, in a third of all files.
format:
	git clang-format --quiet --extensions c,h HEAD

# Warnings are errors. make -k lint tells all.
lint: lint-style lint-gcc

lint-style: build
	tools/style-gate $(BUILD)

lint-gcc: setup
	@dir=$(BUILD)/lint; \
	test -f $$dir/build.ninja || CC=gcc meson setup -Dwerror=true $$dir && \
	ninja -k 0 -C $$dir

# Minutes each, and so no part of lint. What is left out: .clang-tidy.
lint-tidy: fuzzers
	@command -v clang-tidy >/dev/null || \
	    { echo 'clang-tidy is not installed'; exit 0; }; \
	ls src/*/*.c | xargs -P2 -n4 clang-tidy -p $(BUILD)/fuzz --quiet

# docs/architecture.md tells what it finds, and why that is none.
lint-analyzer: setup
	@dir=$(BUILD)/analyzer; \
	test -f $$dir/build.ninja || \
	    CC=gcc meson setup -Dc_args=-fanalyzer $$dir && \
	ninja -C $$dir libmazurka.so mazurka

clean:
	rm -rf $(BUILD)
