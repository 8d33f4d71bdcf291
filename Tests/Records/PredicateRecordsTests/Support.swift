import Foundation
import PredicateFormat

@testable import PredicateRecords

/// The value of a text, or its error.
func outcome(_ text: String, strict: Bool = false, maximumDepth: Int = 200) -> Result<PredicateValue, RecordError> {
    outcome(Array(text.utf8), strict: strict, maximumDepth: maximumDepth)
}

func outcome(_ bytes: [UInt8], strict: Bool = false, maximumDepth: Int = 200) -> Result<PredicateValue, RecordError> {
    bytes.withUnsafeBufferPointer { text in
        var reader = JSONReader(maximumDepth: maximumDepth, strict: strict)
        do throws(RecordError) {
            return .success(try reader.read(text))
        } catch {
            return .failure(error)
        }
    }
}

/// The error of a text as `code line:column`; `fine` if there is none.
func fault(_ text: String, strict: Bool = false, maximumDepth: Int = 200) -> String {
    fault(Array(text.utf8), strict: strict, maximumDepth: maximumDepth)
}

func fault(_ bytes: [UInt8], strict: Bool = false, maximumDepth: Int = 200) -> String {
    switch outcome(bytes, strict: strict, maximumDepth: maximumDepth) {
    case .success: "fine"
    case .failure(let error): describe(error)
    }
}

func describe(_ error: RecordError) -> String {
    guard let location = error.location else { return error.code.rawValue }
    return "\(error.code.rawValue) \(location.line):\(location.column)"
}

/// The records of a source as text, followed by `! code line:column` if there is an error.
func records(
    _ source: RecordSource, _ options: RecordInputOptions = RecordInputOptions(), skippingBadLines: Bool = false
) -> [String] {
    var found: [String] = []
    do throws(RecordError) {
        let stream = try RecordStream(source, options)
        var reader = JSONReader(maximumDepth: options.limits.depth)
        while true {
            do throws(RecordError) {
                guard let record = try stream.next() else { break }
                _ = try reader.read(record)
                found.append(record.text)
            } catch {
                found.append("! " + describe(error))
                if !skippingBadLines || !stream.canSkipBadRecords { break }
            }
        }
    } catch {
        found.append("! " + describe(error))
    }
    return found
}

/// A source that delivers its bytes in small portions.
func portions(of bytes: [UInt8], size: Int) -> RecordSource {
    let state = Portions(bytes, size: size)
    return RecordSource.function { buffer throws(RecordError) in state.read(into: buffer) }.reading(inChunksOf: 1)
}

/// Bytes that are delivered in small portions.
final class Portions: @unchecked Sendable {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        self.rest = bytes[...]
        self.size = size
    }

    var isEmpty: Bool { rest.isEmpty }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let portion = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: portion)
        rest = rest.dropFirst(portion.count)
        return portion.count
    }
}

extension RecordSource {
    /// A source that delivers a text in pieces of a size.
    static func pieces(of text: String, _ size: Int) -> RecordSource {
        let pieces = Pieces(Array(text.utf8), size)
        return .function { buffer throws(RecordError) in pieces.read(into: buffer) }
    }
}

private final class Pieces: @unchecked Sendable {
    // Only one stream reads them, on one thread.
    private var bytes: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], _ size: Int) {
        self.bytes = bytes[...]
        self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(size, buffer.count, bytes.count)
        buffer.copyBytes(from: bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        return count
    }
}
