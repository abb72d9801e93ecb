# The form in which test frameworks and packagers ask for a program:
#     make EXE=name EVALFILE=network
# Without EVALFILE the program has the network that networks/built-in.txt names.

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
