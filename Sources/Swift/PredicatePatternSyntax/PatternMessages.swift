/// Every message about a pattern, as the end of a sentence.
package enum PatternMessages {
    static let unopenedGroup = "this closing parenthesis has no opening one; write `\\)` for the character"
    static let unclosedGroup = "this parenthesis is not closed"
    static let unclosedComment = "this comment is not closed"
    static let unclosedQuote = "`\\Q` has no `\\E` after it"
    static let unclosedSet = "this bracket is not closed"
    static let unopenedBrace = "this brace has no opening one; write `\\}` for the character"
    static let lastBackslash = "the pattern ends with a backslash; write `\\\\` for the character"
    static let verb = "`(*` begins a verb, and verbs are not available; write `(\\*` for the characters"
    static let lookBehindWidth = "a look-behind of variable length is not available"
    static let repeatedAssertion = "an assertion matches no text and cannot be repeated"
    static let badInterval =
        "braces take one number, or two separated by a comma, without spaces; write `\\{` for the character"
    static let reversedInterval = "the numbers in the braces are in reverse order"
    static let badGroupName = "a group name has ASCII letters and digits and begins with a letter"
    static let badReference = "`\\k` takes the name of a group: `\\k<name>`"
    static let badControl = "`\\c` takes an ASCII character"
    static let badHexadecimal = "there are too few or too many hexadecimal digits"
    static let badOctal = "`\\0` takes one to three octal digits; write `\\x00` for NUL"
    static let halfSurrogate = "half of a surrogate pair is not a character"
    static let codeTooLarge = "there is no such code point"
    static let characterName = "characters by name (`\\N{…}`) are not available; write `\\uhhhh`"
    static let propertyBraces = "a property needs braces: `\\p{L}`"
    static let emptyOperand = "the set is empty"
    static let missingOperand = "this operator has no left operand; write `\\&` or `\\-` for the character"
    static let rangeToClass = "a range ends with a character, not with a class"
    static let reversedRange = "the ends of the range are in reverse order"
    package static let tooLarge = "the pattern is too large"

    static func nothingToRepeat(_ scalar: Unicode.Scalar) -> String {
        "there is nothing for `\(scalar)` to repeat; write `\\\(scalar)` for the character"
    }

    static func unknownGroup(_ number: Int) -> String { "there is no group \(number)" }

    static func unknownName(_ name: String) -> String { "there is no group named `\(name)` before this" }

    static func repeatedName(_ name: String) -> String { "there is a group named `\(name)` already" }

    static func tooDeep(_ limit: Int) -> String { "groups and sets are nested deeper than \(limit) levels" }

    static func repetitionTooLarge(_ limit: Int) -> String { "a count in braces is at most \(limit)" }

    static func unavailableFlag(_ flag: Unicode.Scalar) -> String {
        "the flag `\(flag)` is not available; the flags are i, m, s and x"
    }

    static func unknownEscape(_ letter: Unicode.Scalar) -> String {
        switch letter {
        case "K", "C", "g", "o", "L", "l": "`\\\(letter)` is not available here"
        case "E": "`\\E` has no `\\Q` before it"
        default: "`\\\(letter)` means nothing; write `\(letter)` for the character"
        }
    }

    static func unknownGroupKind(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "P", "'": "write the name of a group as `(?<name>…)`"
        case "R", "&", "+", "0"..."9": "recursion is not available"
        case "(": "conditions are not available"
        case "C": "callouts are not available"
        case "|": "branches that share group numbers are not available"
        default: "this kind of group does not exist"
        }
    }

    static func unavailableProperty(_ name: String, _ what: String) -> String {
        "`\(name)` asks for \(what), which is not available"
    }

    static func unknownProperty(_ name: String) -> String { "there is no property named `\(name)`" }

    package static func engine(_ reason: String) -> String { "the engine says: \(reason)" }
}
