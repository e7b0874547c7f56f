# `make help` lists the targets. CARGO_ARGS and ARGS go to cargo and to the program.
.DEFAULT_GOAL := build
.PHONY: build run play page test browser-test screenshots deps lint bench load soak dist deploy-check clean help

CARGO ?= cargo
# cargo-nextest runs the tests of all crates side by side; without it cargo's own runner does, one crate after the other.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

# What the page is built from; crates/page/build.rs has the same list.
PAGE := $(wildcard $(addprefix web/,index.html package.json package-lock.json vite.config.ts svelte.config.js tsconfig.json)) \
	$(shell find web/src web/public web/art -type f 2>/dev/null)
# Whether there is a page to build, and something to build it with: asked when it is needed, for `make deps` may have brought it.
CAN_PAGE = [ -f web/package.json ] && command -v npm >/dev/null

build: page ## build everything (the default)
	$(CARGO) build --release --workspace $(CARGO_ARGS)

run: page ## build the house and open it: make run ARGS="--port 9000"
	$(CARGO) run --release -p tefuda -- serve $(ARGS)

play: ## play in the terminal: make play ARGS="koikoi --preset japan --rounds 3"
	$(CARGO) run --release --quiet -p tefuda -- play $(ARGS)

page: web/dist/index.html ## build the page that the program serves

web/dist/index.html: $(PAGE)
	@if $(CAN_PAGE); then $(MAKE) --no-print-directory web/node_modules/.package-lock.json && cd web && npm run build; \
	else echo "warning: npm is missing, so the page is not built, and the house serves a plain one" >&2; fi

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund

test: page ## run all tests
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace $(CARGO_ARGS)
	$(CARGO) test --workspace --doc $(CARGO_ARGS)
else
	$(CARGO) test --workspace $(CARGO_ARGS)
endif
	$(MAKE) --no-print-directory browser-test

# The program is built as the tests have it: a plain `cargo build` has other features, and would build nearly everything once more.
browser-test: deps page ## play in a real browser: make browser-test ARGS="--headed"
	$(CARGO) test --workspace --no-run --quiet $(CARGO_ARGS)
	if [ -f web/package.json ]; then cd web && npx playwright test $(ARGS); fi

screenshots: deps page ## take pictures of every screen, those of the documents too
	$(CARGO) test --workspace --no-run --quiet $(CARGO_ARGS)
	cd web && npx playwright test --config screenshots

# Only what is missing, and only where it can be: Debian and its kin, as root.
deps: ## install what the browser tests need
	@missing=; \
	command -v npm >/dev/null || missing="$$missing nodejs npm"; \
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing="$$missing chromium-headless-shell"; \
	fc-list 2>/dev/null | grep -qi "noto.*cjk" || missing="$$missing fontconfig fonts-noto-cjk"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing; \
	else echo "please install:$$missing" >&2; exit 1; fi

lint: page ## check the format, the lints and the documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets $(CARGO_ARGS) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet $(CARGO_ARGS)
	if $(CAN_PAGE); then $(MAKE) --no-print-directory web/node_modules/.package-lock.json && cd web && npm run check; fi

bench: ## measure random rounds per CPU second
	for game in koikoi kierki kaboom; do $(CARGO) run --release --quiet -p tefuda -- bench $$game $(ARGS) || exit; done

load: ## play at many tables over the network, and compare with the goals: make load ARGS="--seconds 30"
	$(CARGO) run --release --quiet -p tefuda -- load --goals $(ARGS)

soak: ## play for an hour with broken connections, slow readers and kills: make soak ARGS="--seconds 600"
	$(CARGO) run --release --quiet -p tefuda -- load --store sqlite --tables 60 --game koikoi,kierki,kaboom --pace 1 --reconnect 0.5 \
		--slow-readers 4 --spectators 10 --kill-every 360 --seconds 3600 --samples soak.csv --no-limit $(ARGS)

dist: build ## pack the programs and what a host needs into dist/
	deploy/dist.sh

deploy-check: build ## try the unit, the container's run stage and the proxies of deploy/
	deploy/check.sh target/release/tefuda

clean: ## remove what was built
	$(CARGO) clean
	rm -rf dist web/dist web/node_modules

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24
