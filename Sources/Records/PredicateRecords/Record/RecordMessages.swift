import PredicateCore

/// The codes, kinds and sentences of all messages about records and their input. Messages about JSON pointers are
/// next to the pointers.
extension RecordError.Code {
    /// Text that is not JSON.
    public static let badJSON = RecordError.Code("bad-json")
    /// Text that ends inside a value.
    public static let truncated = RecordError.Code("truncated")
    /// Bytes that are not UTF-8.
    public static let invalidUTF8 = RecordError.Code("invalid-utf8")
    /// Nesting beyond the limit.
    public static let recordTooDeep = RecordError.Code("record-too-deep")
    /// More bytes than the limit allows.
    public static let recordTooLarge = RecordError.Code("record-too-large")
    /// A number that is out of the range of doubles.
    public static let numberTooLarge = RecordError.Code("number-too-large")
    /// A duplicate key of an object, if that is refused.
    public static let duplicateKey = RecordError.Code("duplicate-key")
    /// A value that is not an object where only objects are records.
    public static let notARecord = RecordError.Code("not-a-record")
    /// `--values` for a value that is not an object.
    public static let noValues = RecordError.Code("no-values")
    /// A file that does not exist.
    public static let noSuchFile = RecordError.Code("no-such-file")
    /// A file that may not be read.
    public static let permissionDenied = RecordError.Code("permission-denied")
    /// A directory where a file is needed.
    public static let isDirectory = RecordError.Code("is-directory")
    /// A file that cannot be opened for another reason.
    public static let openFailed = RecordError.Code("open-failed")
    /// A failed read.
    public static let readFailed = RecordError.Code("read-failed")
    /// A file that has become shorter since it was opened.
    public static let fileCutShort = RecordError.Code("file-cut-short")
    /// A compressed input that is damaged.
    public static let corruptCompression = RecordError.Code("corrupt-compression")
    /// A compressed input that ends too early.
    public static let truncatedCompression = RecordError.Code("truncated-compression")
    /// Data in a form that is not read, such as xz.
    public static let foreignFormat = RecordError.Code("foreign-format")
    /// A compressed input that needs more memory than the limit allows.
    public static let compressionWindow = RecordError.Code("compression-window")
}

/// The error at one byte of a JSON text.
struct JSONFault: Error, Hashable {
    var reason: Reason
    /// The position of the byte in the text that was read.
    var offset: Int

    enum Reason: Hashable {
        case unexpected(Expectation)
        case truncated(Expectation)
        case leadingZero
        case unknownWord
        case badEscape
        case loneSurrogate
        case controlCharacter(UInt8)
        case invalidUTF8
        case tooDeep(limit: Int)
        case numberTooLarge
        case integerTooLong
        case duplicateKey(String)
    }

    enum Expectation: String, Hashable {
        case value = "a value"
        case valueOrBracket = "a value or `]`"
        case key = "a key in double quotes"
        case keyOrBrace = "a key in double quotes or `}`"
        case colon = "`:`"
        case commaOrBrace = "`,` or `}`"
        case commaOrBracket = "`,` or `]`"
        case digit = "a digit"
        case hexadecimal = "a hexadecimal digit"
        case quote = "the closing `\"`"
        case end = "the end of the record"
        case restOfWord = "the rest of the word"
        case restOfValue = "the rest of a value"
    }

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension RecordError {
    /// The error for a fault in input whose first byte is at `start`.
    init(_ fault: JSONFault, in text: UnsafeBufferPointer<UInt8>, startingAt start: Location, file: String?) {
        let location = start.advanced(over: text, by: fault.offset)
        let found = Self.name(ofByteAt: fault.offset, in: text)
        let (code, message): (Code, String) =
            switch fault.reason {
            case .unexpected(let expected):
                (.badJSON, "expected \(expected.rawValue), found \(found)")
            case .truncated(let expected):
                (.truncated, "expected \(expected.rawValue), but the record ends")
            case .leadingZero:
                (.badJSON, "a number cannot have leading zeros; write it without them, or as a string")
            case .unknownWord:
                (.badJSON, "`\(Self.word(text.dropFirst(fault.offset)))` is not JSON")
            case .badEscape:
                (.badJSON, "`\\` is followed by \(found), which is not an escape; write a backslash as `\\\\`")
            case .loneSurrogate:
                (.badJSON, "this \\u escape is half of a surrogate pair; write both halves, or the character itself")
            case .controlCharacter(let byte):
                (
                    .badJSON,
                    "a string contains a control character; write it as `\\u\(byte.hexadecimal(digits: 4, uppercase: true))`"
                )
            case .invalidUTF8:
                (
                    .invalidUTF8,
                    "this is not UTF-8 (\(found)); convert the input, as in `iconv -f ISO-8859-1 -t UTF-8 FILE`"
                )
            case .tooDeep(let limit):
                (.recordTooDeep, "the record is nested more than \(limit) levels deep")
            case .numberTooLarge:
                (.numberTooLarge, "the number is larger than any double; write it as a string")
            case .integerTooLong:
                (
                    .numberTooLarge,
                    "the integer has more than \(NumberText.mostDigits) digits; write it as a string, or as a double with an exponent"
                )
            case .duplicateKey(let key):
                (.duplicateKey, "the key `\(key)` occurs twice in this object; rename or remove one")
            }
        let hint = Self.meant(by: fault, in: text, file: file) ?? ""
        self.init(code, .data, message + hint, at: location, file: file)
        excerpt = Excerpt(of: text, at: fault.offset, startsLine: start.column == 1, endsLine: true)
    }

    /// What input that is not JSON probably is, and what to do about it, to follow the message.
    private static func meant(by fault: JSONFault, in text: UnsafeBufferPointer<UInt8>, file: String?) -> String? {
        let (before, rest) = (text.prefix(fault.offset), text.dropFirst(fault.offset))
        switch fault.reason {
        case .truncated(.quote): return "; close the string on this line, and write a line break in it as `\\n`"
        case .truncated: return "; complete it, or fetch it again"
        case .unknownWord where ["NaN", "nan", "Infinity"].contains { rest.starts(with: $0.utf8) },
            .unexpected(.digit) where before.last == UInt8(ascii: "-") && rest.starts(with: "Infinity".utf8):
            return "; in records, the option --nan-as-null reads it as null"
        case .unknownWord, .unexpected(.end): break
        case .unexpected(let expected):
            return advice(expected, rest, isBehindComma: before.last { !isBlank($0) } == 0x2C)
        default: return nil
        }
        let word = fault.reason == .unknownWord ? meant(byWord: Self.word(rest)) : nil
        guard text.first != UInt8(ascii: "{") else {
            return rest.first == UInt8(ascii: "{") ? anotherRecord : word
        }
        if let brace = text.firstIndex(of: UInt8(ascii: "{")) {
            guard text.last(where: { !isBlank($0) }) == UInt8(ascii: "}"), brace >= fault.offset else {
                return word
            }
            return "; in records, the option --json-from '{' skips the text before `{`"
        }
        let line = text.prefix { $0 != 0x0A }
        guard text.first != UInt8(ascii: "["), line.contains(where: { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 }) else {
            return word
        }
        let table = file.map { $0.replacing("'", with: "''") } ?? "/dev/stdin"
        return "; CSV is not read: convert it first with `\(ShellWord.duckDB("FROM read_csv('\(table)')"))`"
    }

    /// What to do where another byte is expected.
    private static func advice(
        _ expected: JSONFault.Expectation, _ rest: Slice<UnsafeBufferPointer<UInt8>>, isBehindComma: Bool
    ) -> String? {
        guard let byte = rest.first else { return nil }
        let isLetter = (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        let isDigit = (0x30...0x39).contains(byte)
        let quotes = "; JSON has only double quotes: write `\"…\"`"
        switch expected {
        case .value, .key, .valueOrBracket, .keyOrBrace:
            let isKey = expected == .key || expected == .keyOrBrace
            let isPlain = byte == UInt8(ascii: "'") || isKey && (isLetter || isDigit)
            return comma(before: byte, isBehindComma: isBehindComma) ?? comment(rest) ?? (isPlain ? quotes : nil)
        case .colon: return comment(rest) ?? "; add `:` before it"
        case .commaOrBrace, .commaOrBracket:
            if isLetter { return "; write a quote within a string as `\\\"`" }
            return comment(rest) ?? (isDigit || "\"{[-".utf8.contains(byte) ? "; add a comma before it" : nil)
        default: return nil
        }
    }

    /// The word where a value is expected, or one character.
    private static func word(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") }.prefix(40)
        return String(decoding: letters.isEmpty ? rest.prefix(1) : letters, as: UTF8.self)
    }

    /// What to write for a word of another language: `None`, `True`.
    private static func meant(byWord word: String) -> String {
        switch word.lowercased() {
        case "none", "null", "nil", "undefined": "; write `null`"
        case "true", "yes": "; write `true`"
        case "false", "no": "; write `false`"
        default: "; write a string in double quotes"
        }
    }

    private static let anotherRecord = "; a line holds one record, and `jq -c .` writes each on its own line"
    /// Whether a second record is on the line of another one.
    package var isOfAnotherRecord: Bool { message.endsExactly(with: Self.anotherRecord) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// `[1, 2,]`
    private static func comma(before byte: UInt8?, isBehindComma: Bool) -> String? {
        guard isBehindComma, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") else { return nil }
        return "; remove the comma before it"
    }

    private static func comment(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        let isComment = [Array("//".utf8), Array("/*".utf8), Array("#".utf8)].contains { rest.starts(with: $0) }
        return isComment ? "; JSON has no comments: remove it" : nil
    }

    static func notARecord(_ first: UInt8, at location: Location, file: String?) -> RecordError {
        let advice =
            first == UInt8(ascii: "[")
            ? "; --at `/*` reads the elements of such lists" : "; `jq -c '{value: .}'` makes objects of such values"
        return RecordError(
            .notARecord, .data, "a record must be an object, but this is \(kindOfValue(first))\(advice)", at: location,
            file: file)
    }

    /// The name of a value in messages, by its first byte.
    static func kindOfValue(_ first: UInt8) -> String {
        switch first {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "a list"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
        case UInt8(ascii: "n"): "null"
        default: "a number"
        }
    }

    static func recordTooLarge(limit: Int, at location: Location, file: String?) -> RecordError {
        RecordError(
            .recordTooLarge, .data,
            "the record is longer than the limit of \(limit) bytes; if it is a document of many records, read these with `--at`, as in `--at /items`",
            at: location, file: file)
    }

    /// - Parameter rest: the text from the byte that was not expected.
    static func unexpected(
        _ rest: UnsafeBufferPointer<UInt8>, _ expected: JSONFault.Expectation, at location: Location, file: String?
    ) -> RecordError {
        // A value or a key must only follow a comma or a colon.
        let hint =
            expected == .end
            ? comment(rest[...]) : advice(expected, rest[...], isBehindComma: expected == .value || expected == .key)
        return RecordError(
            .badJSON, .data, "expected \(expected.rawValue), found \(name(ofByteAt: 0, in: rest))" + (hint ?? ""),
            at: location, file: file)
    }

    static func endsEarly(_ expected: JSONFault.Expectation, at location: Location, file: String?) -> RecordError {
        RecordError(
            .truncated, .data, "expected \(expected.rawValue), but the input ends; complete it, or fetch it again",
            at: location, file: file)
    }

    static func noValues(_ found: String, at location: Location, file: String?) -> RecordError {
        RecordError(
            .noValues, .data, "the records must be the values of an object, but this is \(found); leave --values out",
            at: location,
            file: file)
    }

    /// The error for an object whose fields each record is to get.
    static func parentTooLarge(limit: Int, at location: Location, file: String?) -> RecordError {
        RecordError(
            .recordTooLarge, .data,
            "the object around the list is too long; without the list, the limit is \(limit) bytes; leave --parent-field out",
            at: location, file: file)
    }

    /// The error for a record that has the field which an option is to add.
    static func nameTaken(_ field: String, option: String, at location: Location, file: String?) -> RecordError {
        RecordError(
            .noValues, .data, "the record already has a field `\(field)`; give \(option) another name",
            at: location, file: file)
    }

    /// The error for a file that cannot be opened, by the system's error number.
    package static func cannotOpen(_ path: String, number: Int32) -> RecordError {
        switch number {
        case Errno.noEntry, Errno.notDirectory:
            RecordError(.noSuchFile, .noInput, Errno.text(number), file: path)
        case Errno.access, Errno.notPermitted:
            RecordError(
                .permissionDenied, .noInput, "no permission to read the file; `ls -l` shows who has it", file: path)
        case Errno.isDirectory:
            RecordError(.isDirectory, .noInput, "this is a folder; name the files in it", file: path)
        default:
            RecordError(
                .openFailed, .noInput,
                "the file cannot be opened: \(Errno.text(number))"
                    + (number == Errno.tooManyFiles ? "; `ulimit -n` shows and raises the limit" : ""), file: path)
        }
    }

    /// The error for a pipe where a program would wait forever for a writer.
    package static func silentPipe(_ path: String) -> RecordError {
        RecordError(
            .openFailed, .noInput, "no program writes to this pipe; start the program that writes to it first",
            file: path)
    }

    /// The error for a read that failed after the input was opened.
    package static func readFailed(reason: String, file: String?) -> RecordError {
        RecordError(.readFailed, .inputFailed, "reading failed: \(reason)", file: file)
    }

    /// The error for a regular file that ends before its size when it was opened.
    package static func fileCutShort(size: Int, rest: Int, file: String?) -> RecordError {
        RecordError(
            .fileCutShort, .inputFailed,
            "the file was cut short while it was read: it had \(size) bytes and now ends after \(size - rest); run the command again when the file is complete",
            file: file)
    }

    /// The error for a text file, such as a schema, that exceeds the size limit.
    static func fileTooLarge(limit: Int, file: String?) -> RecordError {
        RecordError(.recordTooLarge, .data, "the file is too long; the limit is \(limit) bytes", file: file)
    }

    /// The error for a JSON file, such as a schema, whose values would take too much memory.
    static func tooManyValues(limit: Int, file: String?) -> RecordError {
        RecordError(.recordTooLarge, .data, "the file has too many values; the limit is \(limit)", file: file)
    }

    /// The error for a file that should be text and is not.
    static func notText(file: String?) -> RecordError {
        RecordError(
            .invalidUTF8, .data, "the file is not UTF-8 text; convert it, as in `iconv -f ISO-8859-1 -t UTF-8`",
            file: file)
    }

    static func corruptCompression(_ format: String, reason: String, file: String?) -> RecordError {
        RecordError(
            .corruptCompression, .data, "the \(format) data is damaged: \(reason); fetch or compress the file again",
            file: file)
    }

    static func truncatedCompression(_ format: String, file: String?) -> RecordError {
        RecordError(
            .truncatedCompression, .data, "the \(format) data ends before it is complete; fetch the file again",
            file: file)
    }

    /// - Parameters:
    ///   - format: the name of the format.
    ///   - command: a command that writes the text of the input.
    static func foreignFormat(_ format: String, command: String, file: String?) -> RecordError {
        RecordError(
            .foreignFormat, .data, "this is \(format) data, which is not read; pipe in what `\(command)` writes",
            file: file)
    }

    /// The error for a property list that ends early or is not well-formed, at an offset in its bytes.
    package static func damagedPropertyList(
        _ reason: String, in bytes: [UInt8], at offset: Int, file: String?
    ) -> RecordError {
        let location = bytes.withUnsafeBufferPointer { Location.start.advanced(over: $0, by: offset) }
        return RecordError(
            .foreignFormat, .data, "the property list is damaged: \(reason); repair it, or export it again",
            at: location, file: file)
    }

    static func compressionWindow(limit: Int, file: String?) -> RecordError {
        RecordError(
            .compressionWindow, .data,
            "the zstd data needs a larger window than the limit of 2^\(limit) bytes; pipe in what `zstd -dc --long=31 FILE` writes",
            file: file)
    }

    /// The name of the character at a byte, for messages.
    static func name(ofByteAt offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
        guard offset >= 0, offset < text.count else { return "the end" }
        let byte = text[offset]
        switch byte {
        case 0x0A: return "the end of the line"
        case 0x20: return "a space"
        case 0x09: return "a tab"
        case 0x60: return "a backtick"
        case 0x21...0x7E: return "`\(Character(Unicode.Scalar(byte)))`"
        case 0x80...:
            let tail = UnsafeBufferPointer(rebasing: text[offset..<min(text.count, offset + 4)])
            if let length = UTF8Sequence.length(in: tail),
                let scalar = String(decoding: tail.prefix(length), as: UTF8.self)
                    .unicodeScalars.first
            {
                return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
                    ? "U+\(scalar.value.hexadecimal(digits: 4, uppercase: true))" : "`\(Character(scalar))`"
            }
            return "the byte 0x\(byte.hexadecimal(digits: 2, uppercase: true))"
        default: return "U+\(byte.hexadecimal(digits: 4, uppercase: true))"
        }
    }
}
