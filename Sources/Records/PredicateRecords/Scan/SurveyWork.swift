import CRecordScan
import PredicateFormat

extension FieldSurvey {
    /// The number of records that are read to know the fields.
    private static let sample = 64
    /// The size of a piece for one thread in bytes.
    private static let pieceBytes = 1 << 18

    /// Adds the records of lines of a file or of memory, with several threads.
    ///
    /// - Parameters:
    ///   - source: what is read; it is opened twice.
    ///   - maximumDepth: the maximum nesting of a record.
    ///   - threads: the number of threads, with this one.
    /// - Returns: false if an inference is needed, also for its message about a bad record.
    package mutating func add(
        _ source: RecordSource, _ options: RecordInputOptions, maximumDepth: Int, threads: Int
    ) -> Bool {
        guard source.isRereadable else { return false }
        do {
            var reader = JSONReader(maximumDepth: maximumDepth)
            reader.requiresObjects = true
            guard let fields = try sampled(source, options, &reader) else { return false }
            var known = emptied
            for field in fields { known.note(field) }
            let stream = try RecordStream(source, options)
            guard let lines = try stream.takeWholeLines() else {
                return try add(stream, known, options.limits, &reader)
            }
            return try add(lines, known, reader, threads: threads)
        } catch {
            return false
        }
    }

    /// The fields of the first records; nil for other layouts than lines.
    private func sampled(
        _ source: RecordSource, _ options: RecordInputOptions, _ reader: inout JSONReader
    ) throws -> [String]? {
        let stream = try RecordStream(source, options)
        guard try stream.isLines() else { return nil }
        var survey = emptied
        for _ in 0..<Self.sample {
            guard let record = try stream.next() else { break }
            survey.add(try reader.read(record))
        }
        return survey.isSure ? survey.names : nil
    }

    /// Adds the records of lines that arrive.
    private mutating func add(
        _ stream: RecordStream, _ known: FieldSurvey, _ limits: RecordLimits, _ reader: inout JSONReader
    ) throws -> Bool {
        guard
            let rows = RecordRows(
                stream, fields: known.names, limits: limits, maximumDepth: reader.maximumDepth)
        else { return false }
        var survey = known
        while survey.isSure, let row = try rows.next() {
            switch row {
            case .slots(let slots) where !rows.hasOthers: survey.add(slots, count: known.names.count, &reader)
            case .slots: survey.add(try reader.read(rows.record))
            case .record(let record): survey.add(try reader.read(record))
            }
        }
        merge(survey)
        return isSure
    }

    private mutating func add(
        _ lines: RecordStream.WholeLines, _ known: FieldSurvey, _ reader: JSONReader, threads: Int
    ) throws -> Bool {
        switch lines.text {
        case .file(let file):
            let pieces = FilePieces(
                file, name: lines.name, from: lines.start, size: lines.end, pieceBytes: Self.pieceBytes,
                recordBytes: lines.recordBytes)
            return try add(pieces, known, reader, lines.recordBytes, threads: threads)
        case .memory(let storage):
            let pieces = MemoryPieces(storage, from: lines.start, size: lines.end, pieceBytes: Self.pieceBytes)
            return try add(pieces, known, reader, lines.recordBytes, threads: threads)
        }
    }

    private mutating func add<Source: ScanSource>(
        _ source: Source, _ known: FieldSurvey, _ reader: JSONReader, _ recordBytes: Int, threads: Int
    ) throws -> Bool {
        var tools: [PieceSurvey] = []
        for _ in 0..<max(1, threads) {
            guard let tool = PieceSurvey(known, reader, recordBytes: recordBytes) else { return false }
            tools.append(tool)
        }
        let work = OrderedWork<Source.Part, FieldSurvey?>(
            bound: tools.count * 3, next: { () throws(RecordError) in try source.next() },
            work: { [tools] part, number in
                do throws(RecordError) {
                    guard let piece = try source.piece(of: part) else { return known }
                    defer { source.giveBack(piece.storage) }
                    if piece.failure != nil { return nil }
                    return try tools[number % tools.count].survey(piece)
                } catch {
                    return nil
                }
            })
        try work.run(helpers: tools.count - 1, worksHere: true, mayBlock: false, beforeWaiting: {}) { survey in
            guard let survey else {
                isSure = false
                return false
            }
            merge(survey)
            return isSure
        }
        return isSure
    }
}

/// The survey of pieces of an input, on one thread.
private final class PieceSurvey {
    private let known: FieldSurvey
    private let scan: RowScan
    private var reader: JSONReader
    private let recordBytes: Int

    init?(_ known: FieldSurvey, _ reader: JSONReader, recordBytes: Int) {
        guard let scan = RowScan(known.names, maximumDepth: reader.maximumDepth) else { return nil }
        self.known = known
        self.scan = scan
        self.reader = reader
        self.recordBytes = recordBytes
    }

    /// The survey of a piece; nil if a line is too long.
    func survey(_ piece: ScanPiece) throws(RecordError) -> FieldSurvey? {
        var survey = known
        let start = UnsafePointer(piece.storage.base + piece.start)
        var text = start + piece.range.lowerBound
        let end = start + piece.range.upperBound
        while text < end {
            let count = scan.split(&text, end: end, limit: start + piece.count)
            for index in 0..<count {
                let line = scan.lines[index]
                guard line.length <= recordBytes else { return nil }
                if line.status == rs_line_read.rawValue, line.has_others == 0 {
                    survey.add(scan.slots + index * scan.fieldCount, count: scan.fieldCount, &reader)
                } else {
                    let bytes = UnsafeBufferPointer(start: line.start, count: line.length)
                    survey.add(try reader.read(bytes))
                }
                guard survey.isSure else { return survey }
            }
        }
        return survey
    }
}
