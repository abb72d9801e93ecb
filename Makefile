# The interface that test frameworks such as OpenBench expect of an engine:
#     make EXE=name EVALFILE=network
# Without EVALFILE the built-in network is that of networks/built-in.txt.

EXE ?= chuhe
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

ifdef EVALFILE
export EVALFILE
endif

.PHONY: all clean

all:
	cargo build --release --locked --bin chuhe
	cp $${CARGO_TARGET_DIR:-target}/release/chuhe$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

clean:
	cargo clean
