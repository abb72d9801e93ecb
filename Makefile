# The interface that test frameworks such as OpenBench expect of an engine:
#     make EXE=name EVALFILE=network
# Without EVALFILE the built-in network is that of networks/built-in.txt.

EXE ?= chuhe
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

ifdef EVALFILE
export EVALFILE
endif

# Profile-guided build: needs the component llvm-tools of rustup.
PROFILE = $(CURDIR)/target/pgo
HOST = $(shell rustc --version --verbose | sed -n 's/^host: //p')
PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata
FLAGS_FOR_ALL = --config "target.'cfg(all())'.rustflags=['$(1)']"

# A sequential test of a change, by nodes or by the clock (docs/authors/match.md, "Testing a change"):
#     make sprt NEW=./new BASE=./base IDEA="what is tried" [LIMIT=tc=10+0.1] [STATE=file]
# NEW and BASE are engines alone; the tools play the match. They are built if they are not there.
BUILT = $(or $(CARGO_TARGET_DIR),target)/release
TOOLS ?= $(BUILT)/chuhe-tools$(SUFFIX)
NEW ?= ./$(EXE:$(SUFFIX)=)$(SUFFIX)
LIMIT ?= nodes=20000
BOUNDS ?= elo0=0,elo1=5
GAMES ?= 20000
CONCURRENCY ?= 2
STATE ?= target/sprt.state
OPENINGS ?= target/openings.fen

.PHONY: all pgo sprt sprt-arguments clean

all:
	cargo build --release --locked --bin chuhe
	cp $(BUILT)/chuhe$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

pgo:
	rm -rf $(PROFILE)/raw
	cargo build --release --locked --bin chuhe --target-dir $(PROFILE)/record \
		$(call FLAGS_FOR_ALL,-Cprofile-generate=$(PROFILE)/raw)
	$(PROFILE)/record/release/chuhe bench 15
	$(PROFDATA) merge --output $(PROFILE)/profile $(PROFILE)/raw
	cargo build --release --locked --bin chuhe --target-dir $(PROFILE)/use \
		$(call FLAGS_FOR_ALL,-Cprofile-use=$(PROFILE)/profile)
	cp $(PROFILE)/use/release/chuhe$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

sprt: sprt-arguments $(TOOLS) $(OPENINGS)
	@echo "$(NEW) against $(BASE), $(LIMIT), at most $(GAMES) games, until the test ($(BOUNDS)) is decided:"
	@$(TOOLS) match --engine name=new,cmd=$(NEW) --engine name=base,cmd=$(BASE) \
		--each $(LIMIT),option.Hash=16 --openings $(OPENINGS) --seed 1 --games $(GAMES) \
		--concurrency $(CONCURRENCY) --sprt $(BOUNDS) --state $(STATE) --idea "$(IDEA)" \
		--resign moves=4,score=600,two-sided --draw after=60,moves=10,score=8 || status=$$?; \
	case $${status:-0} in \
		0) ;; \
		3) echo "H0 accepted: the gain is not there";; \
		4) echo "undecided after $(GAMES) games";; \
		*) exit $$status;; \
	esac

sprt-arguments:
	$(if $(BASE),,$(error BASE=program is missing: what NEW plays against))
	$(if $(IDEA),,$(error IDEA="what is tried" is missing))

$(BUILT)/chuhe-tools$(SUFFIX):
	cargo build --release --locked --bin chuhe-tools

$(OPENINGS): | $(TOOLS)
	@echo "drawing 10000 openings"
	mkdir -p $(@D)
	$(TOOLS) openings 10000 --seed 1 > $@.part
	mv $@.part $@

clean:
	cargo clean
