import PredicatePlatform

import PredicateFormat

/// A request from the completion script of a shell, and its answer.
///
/// The scripts know nothing about the command. They pass the line and receive the completions at its cursor, so that
/// all completions are decided here and are the same in every shell.
struct CompletionRequest {
    /// The first argument of a request: `predicate ---complete SHELL HEAD TAIL [WORD]`.
    static let marker = "---complete"

    let line: ShellLine
    /// The word as bash splits it: the part after the last quote, blank, `=` or `:`.
    let word: String?

    /// The request in some arguments; nil if they are not one.
    init?(_ arguments: [String]) {
        guard arguments.count >= 4, sameCodePoints(arguments[0], Self.marker),
            let shell = CompletionShellKind(rawValue: arguments[1])
        else { return nil }
        line = ShellLine(head: arguments[2], tail: arguments[3], shell: shell)
        word = arguments.count > 4 ? arguments[4] : nil
    }

    /// The answer: a line with its kind, and then the words, one per line.
    func text(from tool: CommandHelp?) -> String {
        switch CommandLineCompletion.answer(for: line, from: tool) {
        case .files(let extensions): (["files"] + extensions).joined(separator: " ") + "\n"
        case .words(let items): "words\n" + lines(items, isOpen: false)
        case .open(let items): (isWhole(items) ? "words\n" : "open\n") + lines(items, isOpen: true)
        }
    }

    /// fish accepts a word that does not begin with the typed text only if it is the only one, and then closes it.
    private func isWhole(_ items: [CompletionAnswer.Item]) -> Bool {
        line.shell == .fish && items.count == 1
            && !(items.first?.text.startsExactly(with: line.current.content) ?? false)
    }

    private func lines(_ items: [CompletionAnswer.Item], isOpen: Bool) -> String {
        items.filter { SafeText.isSafe($0.text) }.compactMap { line(of: $0, isOpen: isOpen) }.map { $0 + "\n" }.joined()
    }

    private func line(of item: CompletionAnswer.Item, isOpen: Bool) -> String? {
        switch line.shell {
        case .bash:
            let raw = line.raw(for: item.text, opensQuote: isOpen)
            let typed = line.current.raw.utf8
            guard let word, typed.count >= word.utf8.count, typed.suffix(word.utf8.count).elementsEqual(word.utf8)
            else { return raw }
            let kept = typed.dropLast(word.utf8.count)
            // bash keeps the text before its word, so a completion that changes this text is impossible.
            return raw.utf8.starts(with: kept) ? String(decoding: raw.utf8.dropFirst(kept.count), as: UTF8.self) : nil
        case .zsh:
            return "\(item.text)\t\(SafeText.plain(item.label))" + (item.note.map { "  " + SafeText.plain($0) } ?? "")
        case .fish:
            return item.text + (item.note.map { "\t" + SafeText.plain($0) } ?? "")
        }
    }
}

/// The completion scripts of shells.
enum CompletionScripts {
    /// The option that writes a script.
    static let option = "--generate-completion-script"

    /// The script that a command line asks for, or a failure if there is none; nil if it asks for something else.
    static func script(for arguments: [String]) -> Result<String, CommandFailure>? {
        guard let first = arguments.first, first == option || first.hasPrefix(option + "=") else { return nil }
        var name = arguments.dropFirst().first
        if first != option { name = String(first.dropFirst(option.count + 1)) }
        let shells = CompletionShellKind.allCases.map(\.rawValue).joined(separator: ", ")
        let shell = name ?? ProcessInfo.processInfo.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        guard let shell, let kind = CompletionShellKind(rawValue: shell) else {
            return .failure(CommandFailure(.usage, "error: completion scripts are available only for \(shells)"))
        }
        return .success(script(kind))
    }

    /// The script of a shell.
    static func script(_ shell: CompletionShellKind) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = #"""
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

        """#

    private static let zsh = #"""
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

        """#

    private static let fish = #"""
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

        """#
}
