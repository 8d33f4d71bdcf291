# Completion of `predicate` for bash: source this file, or put it where bash-completion looks.

_predicate() {
    local kind="" line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
    done < <("$1" ---complete bash "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" "$2" 2>/dev/null)
    compopt -o nosort 2>/dev/null
    case $kind in
    files*) ;; # readline completes the names of files where there is nothing else
    open)
        compopt +o default -o nospace 2>/dev/null
        # A single word would be closed with its quote, and the predicate goes on.
        if [[ ${#COMPREPLY[@]} -eq 1 ]]; then COMPREPLY+=("${COMPREPLY[0]} "); fi
        ;;
    *) compopt +o default 2>/dev/null ;;
    esac
}
complete -o default -F _predicate predicate
