import PredicateFormat

/// A part of the input for one worker: the lines that begin in a range of a file, or a whole file.
package struct PartTask: Hashable, Sendable {
    /// The number of the part, from 0 in the order of the answer.
    package var part: Int
    /// The file.
    package var path: String
    /// The bytes in which the lines begin; nil reads the whole file, which may be compressed or a document.
    package var range: Range<Int>?
    /// The size of the file when the work was divided.
    package var size: Int
    /// The file of the request, if several requests share a job; nil for the request of the worker.
    package var request: String?

    /// A part.
    package init(part: Int, path: String, range: Range<Int>?, size: Int) {
        self.part = part
        self.path = path
        self.range = range
        self.size = size
    }

    /// The task as JSON on one line.
    package var json: String {
        let fields: [(String, PredicateValue?)] = [
            ("part", .count(part)), ("path", .string(path)), ("size", .count(size)),
            ("start", range.map { .count($0.lowerBound) }), ("end", range.map { .count($0.upperBound) }),
            ("request", request.map { .string($0) }),
        ]
        return RecordWriter.json(PredicateValue(members: fields))
    }

    /// Reads a task.
    package init(json: [UInt8]) throws(PartRequestError) {
        let fields = try PredicateValue(part: json, of: "a task")
        guard let part = fields["part"].integer, let path = fields["path"].text, let size = fields["size"].integer
        else { throw PartRequestError("a task lacks its number, its file or the size of the file") }
        var range: Range<Int>?
        if let start = fields["start"].integer {
            guard let end = fields["end"].integer, start >= 0, start <= end, end <= size else {
                throw PartRequestError("the range of a task is not within its file")
            }
            range = start..<end
        }
        self.init(part: part, path: path, range: range, size: size)
        request = fields["request"].text
    }

    /// The tasks for a file: ranges of about the same size, or the whole file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - size: its size in bytes.
    ///   - isDivisible: whether lines can be read from any location.
    ///   - bytes: the size of a part in bytes.
    ///   - first: the number of the first part.
    package static func tasks(
        path: String, size: Int, isDivisible: Bool, partsOf bytes: Int, first: Int
    ) -> [PartTask] {
        guard isDivisible else { return [PartTask(part: first, path: path, range: nil, size: size)] }
        let count = max(1, (size + max(1, bytes) - 1) / max(1, bytes))
        return (0..<count).map { index in
            let start = size / count * index
            let end = index + 1 == count ? size : size / count * (index + 1)
            return PartTask(part: first + index, path: path, range: start..<end, size: size)
        }
    }
}

extension RecordSource {
    /// Whether the source is an uncompressed file of lines, which can be divided.
    ///
    /// - Throws: an error of the file.
    package func isDivisible(_ options: RecordInputOptions) throws(RecordError) -> Bool {
        guard plainSize != nil else { return false }
        let stream = try RecordStream(self, options)
        try stream.begin()
        return stream.layout == .lines
    }
}
