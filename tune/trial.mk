# trial.mk -- builds OUT/trial from FILE, for tune.sh: the file's calls, its own main put aside, and the program that
# `pallasc --emit=trial` writes. HERE is this folder's parent; TARGET, CC, CPPFLAGS, CFLAGS and PALLASC are as for pallas.mk.

FILE_NAME  := $(basename $(notdir $(FILE)))
PALLAS_SRC := $(FILE_NAME).c
VPATH      := $(dir $(FILE))
PALLAS_UNTUNED := 1
override CPPFLAGS += -I$(dir $(FILE)) -Dmain=pl_main_of_the_program
include $(HERE)pallas.mk

.DEFAULT_GOAL := $(OUT)/trial
$(OUT)/trial.c: $(FILE) $(OUT)/$(FILE_NAME).pallas.h
	$(PALLASC) --emit=trial -o $@ $< -- $(CPPFLAGS) -I$(PALLAS_INCLUDE) $(CFLAGS)

$(OUT)/trial: $(OUT)/trial.c $(HERE)tune/trial.h $(PALLAS_OBJECTS)
	$(CC) -std=c11 -O2 $(PALLAS_CPPFLAGS) -I$(HERE)tune -o $@ $< $(PALLAS_OBJECTS) $(PALLAS_LIBS)
