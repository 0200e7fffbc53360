# without_macros.sh -- runs a compiler on a file that pallasc wrote: sh without_macros.sh CC ARGUMENT...
#
# The macros of the program's own flags are expanded in what pallasc wrote, and mean nothing there: -Dn=8 would reach names of the
# templates and of the runtime. So -D, -U, -include and -imacros are left out. Those of pallas.h, -DPL_..., stay.
# It takes each argument off the front, and puts it back at the end.
name=
for argument; do
    shift
    case $name$argument in
    -D | -U | -include | -imacros) name=$argument ;;
    -DPL_* | -UPL_*) set -- "$@" "$name$argument"; name= ;;
    -D* | -U* | -include* | -imacros* | -Wp,-[DU]*) name= ;;
    *) set -- "$@" "$argument" ;;
    esac
done
exec "$@"
