import PredicatePlatform

/// The functions on strings that this project adds. Positions are code points from 0 on. The empty text occurs nowhere.
extension ValueSemantics {
    /// A function with a plain name. The result is nil if an argument is nil or of a wrong type, except for `has`.
    static func plain(
        _ function: BuiltInFunction, _ arguments: [PredicateValue], _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let first = arguments.first else { return .null }
        if function == .has { return .boolean(arguments.count == 2 && hasKey(first, arguments[1])) }
        guard arguments.allSatisfy(isPresent) else { return .null }
        let second = arguments.count > 1 ? arguments[1] : .null
        switch function {
        case .round:
            if arguments.count == 1 { return rounding(.round, first, &work) }
            return arguments.count == 2 ? rounded(first, digits: second, &work) : .null
        case .trim: return arguments.count == 1 ? trimmed(first, &work) : .null
        case .substring:
            switch arguments.count {
            case 2: return substring(first, from: second, length: nil, &work)
            case 3: return substring(first, from: second, length: arguments[2], &work)
            default: return .null
            }
        case .split: return arguments.count == 2 ? split(first, second, &work) : .null
        case .replace: return arguments.count == 3 ? replaced(first, second, arguments[2], &work) : .null
        case .concat: return joined(arguments, &work)
        case .indexOf: return arguments.count == 2 ? index(of: second, in: first, &work) : .null
        case .toNumber: return arguments.count == 1 ? cast(first, .number, &work) : .null
        case .toText: return arguments.count == 1 ? cast(first, .string, &work) : .null
        case .version: return arguments.count == 1 ? version(first, &work) : .null
        case .anywhere: return arguments.count == 2 ? anywhere(first, second, &work) : .null
        case .year, .month, .day, .hour, .minute, .second, .weekday:
            return datePart(function, first, zone: arguments.dropFirst(), &work)
        case .truncateDate:
            return arguments.count > 1 ? truncated(first, to: second, zone: arguments.dropFirst(2), &work) : .null
        case .unixDate: return arguments.count < 3 ? unixDate(first, unit: arguments.dropFirst().first, &work) : .null
        // `finds` needs an engine for patterns: the evaluators call it (`finds(_:_:patterns:context:_:)`).
        default: return .null
        }
    }

    /// Whether an object has a key, or a list an index. Looks at the one level only.
    private static func hasKey(_ value: PredicateValue, _ key: PredicateValue) -> Bool {
        switch (value, key) {
        case (.object(let record), .string(let name)): record.hasKey(name)
        case (.list(let elements), .integer(let index)): index >= 0 && index < elements.count
        default: false
        }
    }

    /// The length of the code point that begins with a byte of well-formed UTF-8.
    private static func width(_ lead: UInt8) -> Int { lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

    /// The offset of the code point at a position, counted from an offset; the end if there are fewer.
    private static func offset(
        _ bytes: UnsafeBufferPointer<UInt8>, advancedBy count: Int64, from start: Int
    ) -> Int {
        var offset = start
        var left = count
        while left > 0, offset < bytes.count {
            offset += width(bytes[offset])
            left -= 1
        }
        return min(offset, bytes.count)
    }

    /// A number with so many decimal digits at most. Of a double, its shortest text is rounded: `2.675` to two digits is `2.68`.
    private static func rounded(
        _ value: PredicateValue, digits: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let number = ExactNumber(value), case .integer(let digits)? = ExactNumber(digits), digits >= 0 else {
            return .null
        }
        switch number {
        case .integer(let integer): return .integer(integer)
        case .double(let double):
            if double.magnitude < 1e-40 { return .double(0) }
            // Larger doubles have no fraction.
            guard double.magnitude < 0x1p53, digits < 30, let text = NumberText.digits(double) else { return value }
            guard work.step(roundingSteps) else { return .null }
            return Double(rounded(text, digits: Int(digits))).map(Self.value) ?? .null
        case .decimal(let decimal):
            guard digits < 30 else { return value }
            guard let text = work.text(of: decimal), work.step(WorkCost.decimal(ofText: text.utf8.count)) else {
                return .null
            }
            return Decimal(string: rounded(Array(text.utf8), digits: Int(digits))).map(PredicateValue.decimal) ?? .null
        }
    }

    /// Steps of rounding the text of a double.
    static let roundingSteps = 48

    /// The text of a number with so many digits after the point. Halves round away from zero.
    private static func rounded(_ text: [UInt8], digits: Int) -> String {
        guard let point = text.firstIndex(of: UInt8(ascii: ".")), text.count - point - 1 > digits else {
            return String(decoding: text, as: UTF8.self)
        }
        var kept = Array(text[..<(point + 1 + digits)])
        if text[point + 1 + digits] >= UInt8(ascii: "5") {
            // Add one to the last digit.
            var index = kept.count - 1
            while index >= 0, kept[index] == UInt8(ascii: "9") || kept[index] == UInt8(ascii: ".") {
                if kept[index] != UInt8(ascii: ".") { kept[index] = UInt8(ascii: "0") }
                index -= 1
            }
            if index >= 0, kept[index] != UInt8(ascii: "-") {
                kept[index] += 1
            } else {
                kept.insert(UInt8(ascii: "1"), at: index + 1)
            }
        }
        if kept.last == UInt8(ascii: ".") { kept.removeLast() }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func substring(
        _ value: PredicateValue, from start: PredicateValue, length: PredicateValue?, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let text = text(of: value), case .integer(let start)? = ExactNumber(start), start >= 0 else {
            return .null
        }
        var count = Int64.max
        if let length {
            guard case .integer(let given)? = ExactNumber(length), given >= 0 else { return .null }
            count = given
        }
        guard work.step(WorkCost.countingCodePoints(text.utf8.count)) else { return .null }
        let part = UTF8Text.withBytes(text) { bytes in
            let from = offset(bytes, advancedBy: start, from: 0)
            let end = offset(bytes, advancedBy: count, from: from)
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[from..<end]), as: UTF8.self)
        }
        return work.make(part.utf8.count) ? .string(part) : .null
    }

    private static func trimmed(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        guard let text = text(of: value), work.step(WorkCost.countingCodePoints(text.utf8.count)) else { return .null }
        let part = trimmed(text)
        return work.make(part.utf8.count) ? .string(part) : .null
    }

    /// A string without white space at its ends.
    package static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The offsets of the occurrences of a part that is not empty, from left to right, without overlaps.
    private static func occurrences(
        of part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
    ) -> [Int] {
        var offsets: [Int] = []
        var start = 0
        while let found = ByteSearch.firstIndex(of: part, in: text, from: start) {
            offsets.append(found)
            start = found + part.count
        }
        return offsets
    }

    private static func split(
        _ value: PredicateValue, _ separator: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let text = text(of: value), let separator = self.text(of: separator) else { return .null }
        guard !separator.isEmpty else { return .list([.string(text)]) }
        guard work.step(WorkCost.dividing(text.utf8.count)) else { return .null }
        return UTF8Text.withBytes(text) { bytes in
            UTF8Text.withBytes(separator) { needle in
                let found = occurrences(of: needle, in: bytes)
                guard work.step(4 * found.count), work.make(elements: found.count + 1), work.make(bytes.count) else {
                    return .null
                }
                var parts: [PredicateValue] = []
                parts.reserveCapacity(found.count + 1)
                var start = 0
                for end in found + [bytes.count] {
                    let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
                    parts.append(.string(String(decoding: part, as: UTF8.self)))
                    start = end + needle.count
                }
                return .list(parts)
            }
        }
    }

    private static func replaced(
        _ value: PredicateValue, _ part: PredicateValue, _ replacement: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let text = text(of: value), let part = self.text(of: part), let new = self.text(of: replacement) else {
            return .null
        }
        guard !part.isEmpty else { return .string(text) }
        guard work.step(WorkCost.dividing(text.utf8.count)) else { return .null }
        return UTF8Text.withBytes(text) { bytes in
            UTF8Text.withBytes(part) { needle in
                let found = occurrences(of: needle, in: bytes)
                // A string of 2^40 bytes would have to be in memory for this to overflow.
                let size = bytes.count + found.count * (new.utf8.count - needle.count)
                guard work.step(4 * found.count + size >> 4), work.make(size) else { return .null }
                // Written in place, because a copy would double the memory.
                let made = UTF8Text.withBytes(new) { new in
                    String(unsafeUninitializedCapacity: size) { target in
                        var (start, written) = (0, 0)
                        func write(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
                            written = target[written...].update(fromContentsOf: part)
                        }
                        for end in found {
                            write(bytes[start..<end])
                            write(new[...])
                            start = end + needle.count
                        }
                        write(bytes[start...])
                        return written
                    }
                }
                return .string(made)
            }
        }
    }

    private static func joined(_ values: [PredicateValue], _ work: inout WorkBudget) -> PredicateValue {
        var result = ""
        for value in values {
            guard case .string(let text) = cast(value, .string, &work) else { return .null }
            guard work.step(text.utf8.count >> 4), work.make(text.utf8.count) else { return .null }
            result += text
        }
        return .string(result)
    }

    private static func index(
        of part: PredicateValue, in value: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let text = text(of: value), let part = self.text(of: part), !part.isEmpty,
            work.step(WorkCost.dividing(text.utf8.count))
        else { return .null }
        return UTF8Text.withBytes(text) { bytes in
            UTF8Text.withBytes(part) { needle in
                guard let found = ByteSearch.firstIndex(of: needle, in: bytes) else { return .null }
                var position: Int64 = 0
                for byte in bytes[..<found] where UTF8Text.isLead(byte) { position += 1 }
                return .integer(position)
            }
        }
    }

    private static func version(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        guard let text = text(of: value), work.step(WorkCost.readingVersion(text.utf8.count)),
            let key = VersionKey.key(of: text), work.make(key.utf8.count)
        else { return .null }
        return .string(key)
    }

    /// Whether a string occurs in a value or in anything in it.
    private static func anywhere(
        _ value: PredicateValue, _ part: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let part = text(of: part) else { return .null }
        // The walk is charged before it starts. A search costs as much as a step for four bytes.
        guard work.walk(over: value, each: WorkCost.searchedAnywhere, bytes: 2) else { return .null }
        guard !part.isEmpty else { return false }
        return UTF8Text.withBytes(part) { needle in
            var pending = [value]
            while let next = pending.popLast() {
                switch next {
                case .list(let elements), .set(let elements): pending.append(contentsOf: elements)
                case .object(let record): for key in record.keys { pending.append(record.value(forKey: key)) }
                default:
                    guard let text = text(of: next) else { continue }
                    let isFound = UTF8Text.withBytes(text) { ByteSearch.firstIndex(of: needle, in: $0) != nil }
                    if isFound { return true }
                }
            }
            return false
        }
    }

    /// Whether a pattern matches anywhere in a string: nil if one of them is nil or not a string, and false for a
    /// pattern that is empty or does not compile, as of MATCHES.
    package static func finds(
        _ arguments: [PredicateValue], patterns: PatternCache, context: EvaluationContext, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard arguments.count == 2, let text = text(of: arguments[0]), let pattern = self.text(of: arguments[1]) else {
            return .null
        }
        guard !pattern.isEmpty else { return false }
        return .boolean(
            patterns.matches(text, pattern: pattern, options: [], isSearch: true, context: context, &work))
    }
}
