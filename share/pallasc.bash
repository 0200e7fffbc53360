# pallasc.bash -- completion of pallasc's options for bash; `make install` puts it where bash-completion finds it.
_pallasc()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} values= program=${COMP_WORDS[0]}
    COMPREPLY=()
    # bash splits at "=": the option is two words back, or one.
    [ "$word" = "=" ] && word= || { [ "$before" = "=" ] && before=${COMP_WORDS[COMP_CWORD - 2]}; }
    case $before in
    --target) values=$(_pallasc_targets "$program") ;;
    --emit) values="code plan facts header tree source nodes" ;;
    --check) values="likely" ;;
    --report | --timeline)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --templates)
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    esac
    if [ -n "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    elif [ "${word#-}" != "$word" ]; then
        mapfile -t COMPREPLY < <(compgen -W "--target= --emit= --places --explain --size= --budget= --check --check=likely
            --report= --timeline= --templates= --help --version -o -MF -MT -g -D -I -U -std -include -isystem -idirafter" -- "$word")
        case ${COMPREPLY[0]-} in *=) compopt -o nospace 2>/dev/null ;; esac
    else
        mapfile -t COMPREPLY < <(compgen -f -X '!*.c' -- "$word"; compgen -d -- "$word")
    fi
}

# The templates beside the program name the targets.
_pallasc_targets()
{
    local self template
    self=$(command -v -- "$1") || return
    for template in "${self%/*}"/../targets/*.m4 "${self%/*}"/../share/pallas/targets/*.m4; do
        template=${template##*/}
        case $template in '*.m4' | common.m4) ;; *) echo "${template%.m4}" ;; esac
    done
}

complete -F _pallasc pallasc
