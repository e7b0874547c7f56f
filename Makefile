# `make help` lists the targets. CARGO_ARGS and ARGS go to cargo and to the program.
.DEFAULT_GOAL := build
.PHONY: build run play test lint bench load soak clean help

CARGO ?= cargo
# cargo-nextest runs the tests of all crates side by side; without it cargo's own runner does, one crate after the other.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

build: ## build everything (the default)
	$(CARGO) build --release --workspace $(CARGO_ARGS)

run: ## build the house and open it: make run ARGS="--port 9000"
	$(CARGO) run --release -p tefuda -- serve $(ARGS)

play: ## play Koi-Koi in the terminal: make play ARGS="--preset japan --rounds 3"
	$(CARGO) run --release --quiet -p tefuda -- play koikoi --plain $(ARGS)

test: ## run all tests
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace $(CARGO_ARGS)
	$(CARGO) test --workspace --doc $(CARGO_ARGS)
else
	$(CARGO) test --workspace $(CARGO_ARGS)
endif

lint: ## check the format, the lints and the documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets $(CARGO_ARGS) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet $(CARGO_ARGS)

bench: ## measure random rounds per CPU second
	for game in koikoi kierki kaboom; do $(CARGO) run --release --quiet -p tefuda -- bench $$game $(ARGS) || exit; done

load: ## play at many tables over the network, and compare with the goals: make load ARGS="--seconds 30"
	$(CARGO) run --release --quiet -p tefuda -- load --goals $(ARGS)

soak: ## play for an hour with broken connections, slow readers and kills: make soak ARGS="--seconds 600"
	$(CARGO) run --release --quiet -p tefuda -- load --store sqlite --tables 60 --game koikoi,kierki,kaboom --pace 1 --reconnect 0.5 \
		--slow-readers 4 --spectators 10 --kill-every 360 --seconds 3600 --samples soak.csv --no-limit $(ARGS)

clean: ## remove what was built
	$(CARGO) clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16
