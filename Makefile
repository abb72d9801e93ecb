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

.PHONY: all pgo clean

all:
	cargo build --release --locked --bin chuhe
	cp $${CARGO_TARGET_DIR:-target}/release/chuhe$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

pgo:
	rm -rf $(PROFILE)/raw
	cargo build --release --locked --bin chuhe --target-dir $(PROFILE)/record \
		$(call FLAGS_FOR_ALL,-Cprofile-generate=$(PROFILE)/raw)
	$(PROFILE)/record/release/chuhe bench 15
	$(PROFDATA) merge --output $(PROFILE)/profile $(PROFILE)/raw
	cargo build --release --locked --bin chuhe --target-dir $(PROFILE)/use \
		$(call FLAGS_FOR_ALL,-Cprofile-use=$(PROFILE)/profile)
	cp $(PROFILE)/use/release/chuhe$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

clean:
	cargo clean
