## make dist             write build/pallas-VERSION.tar.gz: the sources of the last commit
## make compile_commands.json   for editors and clangd: how gen/, the examples and the tests compile
# share/package.mk -- what makes a package of this folder: manual page, completion, dist, compile_commands.json. The
# Makefile includes it, which sets HERE, BUILD, PALLAS_VERSION and FLAGS.

DIST     ?= $(BUILD)
COMMANDS ?= $(HERE)compile_commands.json

.PHONY: dist
dist:
	@mkdir -p $(DIST)
	@git -C $(or $(HERE),.) archive --format=tar.gz --prefix=pallas-$(PALLAS_VERSION)/ -o $(abspath $(DIST))/pallas-$(PALLAS_VERSION).tar.gz HEAD
	@echo "wrote $(DIST)/pallas-$(PALLAS_VERSION).tar.gz"

# entries FILES COMMAND: an entry for each file, with the command that builds it.
entries = $(foreach file,$(1),printf '%s\n' '  { "directory": "$(CURDIR)", "file": "$(file)",' \
    '    "command": "$(subst ','\'',$(subst ",\",$(subst \,\\,$(2)))) -c $(file)" },';)

compile_commands.json: FORCE
	@{ echo '['; \
	$(call entries,$(wildcard $(HERE)gen/*.c $(HERE)gen/*/*.c),$(CC) $(PALLASC_FLAGS)) \
	$(call entries,$(EXAMPLES) $(sort $(wildcard $(HERE)tests/conformance/*.c)),$(CC) $(FLAGS)) \
	echo ']'; } | awk 'NR > 1 { if ($$0 == "]") sub(/,$$/, "", last); print last } { last = $$0 } END { print last }' >$(COMMANDS)
	@echo "wrote $(COMMANDS)"

# What `make install` adds to header, pallasc and templates.
install_package = mkdir -p $(INTO)/share/man/man1 $(INTO)/share/bash-completion/completions && \
    cp $(HERE)share/pallasc.1 $(INTO)/share/man/man1/pallasc.1 && \
    cp $(HERE)share/pallasc.bash $(INTO)/share/bash-completion/completions/pallasc
