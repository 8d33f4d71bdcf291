import PredicateFormat
import PredicateRecords

/// Bytes as JSON: one text read in every way, and a stream of records in every layout.
@Sendable
func fuzzRecords(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { text in
        let value = readings(of: text)
        if value != nil { compacting(text, value) }
        _ = JSONText.fields(of: text, maximumDepth: 64)
    }
    for options in options {
        let whole = stream(.bytes(bytes), bytes, options)
        // Full memory is moved. This checks that records remain valid afterwards.
        let portions = Portions(bytes, size: 1 + bytes.count % 9)
        let source = RecordSource.function { buffer throws(RecordError) in portions.read(into: buffer) }
        require(stream(source.reading(inChunksOf: 1), bytes, options) == whole, "portions give other records")
    }
    scanning(bytes)
    scanningStrictly(bytes)
}

private let wanted = WantedFields(["a", "name", "ä"])

/// Reading, checking, strict reading and partial reading of one text must agree.
private func readings(of text: UnsafeBufferPointer<UInt8>) -> PredicateValue? {
    var reader = JSONReader(maximumDepth: 64)
    let value = attempt { () throws(RecordError) in try reader.read(text) }
    let isValid = attempt { () throws(RecordError) in try reader.validate(text) } != nil
    require(isValid == (value != nil), "reading and checking disagree")

    var strict = JSONReader(maximumDepth: 64, strict: true)
    let strictValue = attempt { () throws(RecordError) in try strict.read(text) }
    let isStrictlyValid = attempt { () throws(RecordError) in try strict.validate(text) } != nil
    require(isStrictlyValid == (strictValue != nil), "reading and checking strictly disagree")
    if let strictValue { require(strictValue == value, "reading strictly gives another value") }

    let some = attempt { () throws(RecordError) in try reader.read(text, fields: wanted) }
    require((some != nil) == (value != nil), "reading some fields checks less than reading all")
    if case .object(let some)? = some, case .object(let all)? = value {
        for key in ["a", "name", "ä"] {
            require(some.value(forKey: key) == all.value(forKey: key), "\(key) differs when few fields are read")
        }
    }
    return value
}

private func compacting(_ text: UnsafeBufferPointer<UInt8>, _ value: PredicateValue?) {
    var reader = JSONReader(maximumDepth: 64)
    let compact = JSONText.compact(text)
    let again = compact.withUnsafeBufferPointer { text in attempt { () throws(RecordError) in try reader.read(text) } }
    require(again == value, "leaving out white space changes the value")
}

private let options: [RecordInputOptions] = {
    let limits = RecordLimits(depth: 64)
    return [
        RecordInputOptions(limits: limits), RecordInputOptions(limits: limits, layout: .lines),
        RecordInputOptions(limits: limits, layout: .document), RecordInputOptions(values: true, limits: limits),
        RecordInputOptions(pointer: JSONPointer(["a"]), limits: limits),
        RecordInputOptions(pointer: JSONPointer(["a", "0"]), values: true, limits: limits),
    ]
}()

/// Delivers bytes in small portions.
private final class Portions: @unchecked Sendable {
    // Only one stream reads them, on one thread.
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let portion = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: portion)
        rest = rest.dropFirst(portion.count)
        return portion.count
    }
}

/// All records of a stream, and its errors. Where a complete read succeeds, a partial read must give the same.
private func stream(_ source: RecordSource, _ bytes: [UInt8], _ options: RecordInputOptions) -> [String] {
    guard let stream = attempt({ () throws(RecordError) in try RecordStream(source, options) }) else { return ["none"] }
    var found: [String] = []
    var reader = JSONReader(maximumDepth: 64)
    // Decompressed input is longer than its bytes.
    let isCompressed = bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    let most = isCompressed ? Int.max : bytes.count + 2
    var count = 0
    while true {
        let record: RawRecord?
        do throws(RecordError) {
            record = try stream.next()
        } catch {
            inspect(error, most)
            found.append(error.code.rawValue)
            // After an error the stream ends or continues after it, but it must always advance.
            count += 1
            require(count <= most, "more errors than bytes")
            continue
        }
        guard let record else { return found }
        found.append(record.text)
        count += 1
        require(count <= most, "more records than bytes")
        do throws(RecordError) {
            let value = try reader.read(record)
            require(record.count > 0, "a value without text")
            let partial = try reader.readPartially(record, fields: wanted)
            if case .object(let partial) = partial, case .object(let whole) = value {
                for key in ["a", "name", "ä"] {
                    require(partial.value(forKey: key) == whole.value(forKey: key), "\(key) differs in a partial read")
                }
            }
        } catch {
            inspect(error, most)
        }
    }
}

private func inspect(_ error: RecordError, _ most: Int) {
    require(!error.description.isEmpty, "an error that says nothing")
    if let location = error.location {
        require(location.line >= 1 && location.column >= 1 && location.offset >= 0, "a place before the beginning")
        require(location.offset <= most, "a place behind the end")
    }
}

private func attempt<Value>(_ body: () throws(RecordError) -> Value) -> Value? {
    do throws(RecordError) { return try body() } catch { return nil }
}
