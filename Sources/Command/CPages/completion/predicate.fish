# Completion of `predicate` for fish: put this file as predicate.fish in a folder of completions.

function __predicate_complete
    set -l head (commandline -cp | string collect)
    set -l line (commandline -p | string collect)
    set -l tail (string sub -s (math (string length -- "$head") + 1) -- "$line" | string collect)
    set -l answer (command predicate ---complete fish "$head" "$tail" 2>/dev/null)
    switch "$answer[1]"
        case 'files*'
            set -l token (commandline -ct)
            set -l option (string match -r -- '^--[a-z-]+=' $token)
            for path in (__fish_complete_path (string replace -- "$option" '' "$token"))
                printf '%s%s\n' "$option" $path
            end
        case '*'
            printf '%s\n' $answer[2..]
            # A single word would be closed with its quote, and the predicate goes on.
            if test "$answer[1]" = open -a (count $answer) -eq 2
                printf '%s\n' (string replace -r '\t.*' '' -- $answer[2])' '
            end
    end
end
complete -c predicate -f -k -a '(__predicate_complete)'
