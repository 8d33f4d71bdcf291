#compdef predicate
# Completion of `predicate` for zsh: put this file as _predicate in a folder of fpath.

_predicate() {
    emulate -L zsh
    local head="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX"
    local tail="$SUFFIX$ISUFFIX$QISUFFIX ${(j: :)words[CURRENT+1,-1]}"
    local -a answer texts shown quote
    answer=("${(@f)$("${(Q)words[1]}" ---complete zsh "$head" "$tail" 2>/dev/null)}")
    local kind="${answer[1]}"
    shift answer
    texts=("${(@)answer%%$'\t'*}")
    shown=("${(@)answer#*$'\t'}")
    case "$kind" in
    files*)
        if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
        if [[ $kind == files ]]; then _files; else _files -g "*.${kind#files }"; fi
        ;;
    open)
        # A word that is begun without a quote gets one, because predicates have blanks.
        if [[ -z $QIPREFIX$PREFIX ]]; then quote=(-Q -P "'"); fi
        (( ${#texts} )) && compadd -U -S '' -V predicates -l $quote -d shown -a texts
        ;;
    words) (( ${#texts} )) && compadd -U -V words -l -d shown -a texts ;;
    esac
}

if [[ "${funcstack[1]}" = _predicate ]]; then
    _predicate "$@"
else
    compdef _predicate predicate
fi
