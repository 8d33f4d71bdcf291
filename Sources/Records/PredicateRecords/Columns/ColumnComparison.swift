import CColumnKernels
import CRecordScan
import PredicateCore

/// One comparison of a `ColumnProgram`, with the ways to decide it.
final class ColumnComparison {
    private let kind: SlotProgram.Kind
    /// The slot that the comparison reads.
    private let slot: Int
    /// The column of each slot; nil for a slot that is not read.
    private let locations: [Int?]
    /// The only column that is read; nil if there are several.
    private let single: Int?
    /// Whether equal values have the same answer, so that each distinct value needs only one evaluation.
    private let isRepeatable: Bool
    /// Decides one row.
    private let program: SlotProgram
    private let slots: UnsafeMutablePointer<rs_slot>
    private let kernel: UInt32
    private let context: EvaluationContext
    private let elements: ColumnElements?
    private let arithmetic: ColumnArithmetic?
    /// An estimate of the cost per row, for the order of comparisons.
    let cost: Int

    /// A comparison; nil if one of its parts reads more than key paths.
    ///
    /// - Parameters:
    ///   - program: the comparison over inputs.
    ///   - paths: the path of each input.
    ///   - read: the inputs that are read.
    ///   - column: returns the index of a column among those of the whole predicate.
    init?(
        _ program: CoreProgram, paths: [[String]], read: Set<Int>, environment: ColumnProgram.Environment,
        patterns: PatternCache, column: (ColumnKey) -> Int
    ) {
        let compiler = SlotCompiler(
            library: environment.library, context: environment.context, patterns: patterns,
            maximumDepth: environment.maximumDepth, kernel: environment.scanKernel, frameSize: program.slotCount + 1,
            tally: nil)
        let asElements = ElementComparison(program.predicate, element: program.slotCount) {
            paths.indices.contains($0) && environment.isList(at: paths[$0])
        }
        var operation = compiler.operation(asElements?.predicate ?? program.predicate)
        if case .elements = operation.0 {} else { operation = compiler.operation(program.predicate) }
        (kind, slot) = operation
        kernel = environment.kernel
        context = environment.context
        var shapes = [ColumnShape](repeating: .values, count: paths.count)
        switch kind {
        case .elements(let question):
            var inner = environment
            (inner.lists, inner.schema) = ([], nil)
            guard
                let elements = ColumnElements(
                    question, expands: asElements?.expands ?? false, slotCount: program.slotCount + 1,
                    environment: inner)
            else { return nil }
            self.elements = elements
            if shapes.indices.contains(slot) { shapes[slot] = .lists(elements.columns) }
        case .date:
            elements = nil
            if shapes.indices.contains(slot) { shapes[slot] = .dates }
        default: elements = nil
        }
        let locations = paths.indices.map {
            read.contains($0) ? column(ColumnKey(path: paths[$0], shape: shapes[$0])) : nil
        }
        self.locations = locations
        single = read.count == 1 ? read.first.flatMap { paths.indices.contains($0) ? locations[$0] : nil } : nil
        isRepeatable = CoreParts.areRepeatable(program.predicate)
        if case .arithmetic(let steps, let comparison, let number) = kind {
            arithmetic = ColumnArithmetic(steps, comparison, number)
        } else {
            arithmetic = nil
        }
        self.program = SlotProgram(
            program, slotCount: paths.count, library: environment.library, context: environment.context,
            maximumDepth: environment.maximumDepth, kernel: environment.scanKernel)
        slots = .allocate(capacity: max(1, paths.count))
        slots.initialize(repeating: .null, count: max(1, paths.count))
        cost = Self.cost(of: kind)
    }

    deinit { slots.deallocate() }

    private static func cost(of kind: SlotProgram.Kind) -> Int {
        switch kind {
        case .isNull, .boolean: 1
        case .integer, .double, .date: 2
        case .text(let test): test.exact == nil ? test.cost : 4
        case .among: 4
        case .arithmetic: 6
        case .elements: 30
        case .general: 200
        }
    }

    // MARK: Deciding

    /// The selected rows that satisfy the comparison.
    func rows(_ chunks: [ColumnChunk], _ selection: RowSet, _ unknown: inout RowSet) -> RowSet {
        var selection = selection
        if isRepeatable, !locations.contains(where: { $0 != nil }) { return constant(selection, &unknown) }
        for case let location? in locations {
            guard let rows = chunks[location].unknown else { continue }
            unknown.formUnion(rows.intersection(selection))
            selection.subtract(rows)
        }
        if let single {
            let chunk = chunks[single]
            if let rows = vector(chunk, selection, &unknown) { return rows }
            if let rows = byValue(chunk, chunks, selection, &unknown) { return rows }
        } else if let arithmetic, let (rows, left) = arithmetic.rows(chunks, locations, selection, kernel) {
            return rows.union(byRow(chunks, left, &unknown))
        }
        return byRow(chunks, selection, &unknown)
    }

    /// The answer, for all rows, of a comparison that reads no field.
    private func constant(_ selection: RowSet, _ unknown: inout RowSet) -> RowSet {
        guard let holds = program.holds(slots, limit: Self.noText) else {
            unknown.formUnion(selection)
            return RowSet(count: selection.count)
        }
        return holds ? selection : RowSet(count: selection.count)
    }

    /// The end of readable memory if there is no text.
    private static var noText: UnsafePointer<UInt8> { UnsafePointer(ColumnMemory.none.bound(to: UInt8.self)) }

    /// Decides the rows with a kernel; nil if no kernel handles the values of the chunk.
    private func vector(_ chunk: ColumnChunk, _ selection: RowSet, _ unknown: inout RowSet) -> RowSet? {
        var rows: RowSet?
        switch kind {
        case .isNull:
            guard let valid = chunk.valid else { return RowSet(count: selection.count) }
            return selection.subtracting(valid)
        case .integer(let comparison, let integer): rows = ColumnNumbers.rows(chunk, comparison, integer, kernel)
        case .double(let comparison, let double): rows = ColumnNumbers.rows(chunk, comparison, double, kernel)
        case .date(let comparison, let seconds): rows = ColumnNumbers.dates(chunk, comparison, seconds, kernel)
        case .text(let test):
            rows = ColumnTexts.rows(chunk, test, selection) ?? ColumnTexts.rows(chunk, kind, selection, context)
        case .among:
            rows = ColumnTexts.rows(chunk, kind, selection, context)
        case .elements: return elements?.rows(chunk, selection, &unknown)
        case .arithmetic:
            guard let arithmetic,
                let (rows, left) = arithmetic.rows([chunk], locations.map { $0.map { _ in 0 } }, selection, kernel),
                left.isEmpty
            else { return nil }
            return rows
        case .boolean, .general: return nil
        }
        guard var rows else { return nil }
        if let valid = chunk.valid { rows.formIntersection(valid) }
        rows.formIntersection(selection)
        return rows
    }

    /// Decides each distinct value once; nil if the chunk has too many distinct values.
    private func byValue(
        _ chunk: ColumnChunk, _ chunks: [ColumnChunk], _ selection: RowSet, _ unknown: inout RowSet
    ) -> RowSet? {
        let values: Int
        switch chunk.form {
        case .empty: values = 0
        case .booleans: values = 2
        case .int8: values = 256
        case .codes8, .codes16: values = chunk.dictionaryCount
        default: return nil
        }
        // A few rows are decided faster one by one.
        guard isRepeatable, selection.rowCount > values else { return nil }
        guard let table = valueTable(chunk, values) else { return nil }
        var rows: RowSet
        switch chunk.form {
        case .codes16:
            rows = RowSet(count: chunk.count) { bits, words in
                table.withUnsafeBufferPointer {
                    if let base = $0.baseAddress {
                        ck_look_up_uint16(kernel, chunk.values.bound(to: UInt16.self), words, base, bits)
                    }
                }
            }
        case .empty: rows = RowSet(count: chunk.count)
        default:
            rows = RowSet(count: chunk.count) { bits, words in
                table.withUnsafeBufferPointer {
                    if let base = $0.baseAddress {
                        ck_look_up_uint8(kernel, chunk.values.bound(to: UInt8.self), words, base, bits)
                    }
                }
            }
        }
        rows.formIntersection(selection)
        guard let valid = chunk.valid else { return rows }
        rows.formIntersection(valid)
        let absent = selection.subtracting(valid)
        if absent.isEmpty { return rows }
        guard let holds = decide(.null, chunk) else {
            unknown.formUnion(absent)
            return rows
        }
        return holds ? rows.union(absent) : rows
    }

    /// The answer for each value; nil if one of them cannot be decided.
    private func valueTable(_ chunk: ColumnChunk, _ values: Int) -> [UInt8]? {
        var table: [UInt8]
        if case .codes16 = chunk.form {
            table = [UInt8](repeating: 0, count: 1 << 16)
        } else {
            table = [UInt8](repeating: 0, count: 256)
        }
        for value in 0..<values {
            let slot: rs_slot
            switch chunk.form {
            case .booleans: slot = .boolean(value != 0)
            case .int8:
                let integer = Int64(Int8(truncatingIfNeeded: value))
                if !chunk.range.contains(integer) { continue }
                slot = .integer(integer)
            default: slot = .text(chunk.text(value), isASCII: chunk.isASCII)
            }
            guard let holds = decide(slot, chunk) else { return nil }
            table[value] = holds ? 1 : 0
        }
        return table
    }

    /// The answer for a value of the only column.
    private func decide(_ value: rs_slot, _ chunk: ColumnChunk) -> Bool? {
        for (slot, location) in locations.enumerated() { slots[slot] = location == nil ? .null : value }
        return program.holds(slots, limit: chunk.textLimit)
    }

    /// Decides row by row.
    private func byRow(_ chunks: [ColumnChunk], _ selection: RowSet, _ unknown: inout RowSet) -> RowSet {
        var rows = RowSet(count: selection.count)
        let limit = chunks.first?.textLimit ?? Self.noText
        selection.forEach { row in
            for (slot, location) in locations.enumerated() {
                guard let location else { continue }
                guard let value = chunks[location].slot(row) else { return unknown.insert(row) }
                slots[slot] = value
            }
            guard let holds = program.holds(slots, limit: limit) else { return unknown.insert(row) }
            if holds { rows.insert(row) }
        }
        return rows
    }
}
