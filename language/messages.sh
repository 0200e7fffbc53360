#!/bin/sh
# messages.sh -- prints the messages that interpret mode shares with targets: their table in targets/shared/messages.h.
exec sed -n '/^\/\* ==== Messages =/,/^\/\* ==== End of messages/p' ../targets/shared/messages.h
