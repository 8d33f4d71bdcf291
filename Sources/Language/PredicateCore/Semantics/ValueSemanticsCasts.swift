import PredicatePlatform

extension ValueSemantics {
    /// `CAST`; nil for nil, and for a value that cannot be cast (D20, D38).
    package static func cast(
        _ value: PredicateValue, _ target: CastTarget, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch value {
        case .string(let text), .url(let text):
            guard work.step(WorkCost.converting(text.utf8.count)) else { return .null }
        case .data(let data):
            guard work.step(WorkCost.converting(data.count)), work.make(2 * data.count) else { return .null }
        default: guard work.step(steps(of: value, as: target)) else { return .null }
        }
        return cast(value, to: target, &work)
    }

    /// Steps of casting a value that is not a string: the kinds whose string is long.
    private static func steps(of value: PredicateValue, as target: CastTarget) -> Int {
        switch (value, target) {
        case (.date, .string): 60
        case (.uuid, .string): 40
        case (.double, .string): 12
        case (.double, .decimal), (.date, .decimal): WorkCost.decimalOfDouble
        default: WorkCost.passing(value)
        }
    }

    private static func cast(
        _ value: PredicateValue, to target: CastTarget, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch target {
        case .date: castToDate(value, &work)
        case .number: castToNumber(value)
        case .decimal: castToDecimal(value, &work)
        case .string: castText(value, &work).map(PredicateValue.string) ?? .null
        case .uuid: castToUUID(value)
        case .url: text(of: value).flatMap(asURL) ?? .null
        }
    }

    /// From a date, seconds since 2001, or text in a form of literals.
    private static func castToDate(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        switch value {
        case .date: return value
        case .string(let text): return PredicateDate.instant(of: text).map(PredicateValue.date) ?? .null
        case .integer, .double, .decimal:
            guard let seconds = ExactNumber(value)?.asDouble(&work) else { return .null }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        default: return .null
        }
    }

    /// From a number, a date as seconds since 2001, or text; a boolean becomes 1 or 0.
    private static func castToNumber(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .date(let date): self.value(date.timeIntervalSinceReferenceDate)
        case .string(let text): NumberText.number(text) ?? .null
        default: ExactNumber(value)?.value ?? .null
        }
    }

    private static func castToDecimal(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        let decimal: Decimal? =
            switch value {
            case .string(let text):
                work.step(WorkCost.decimal(ofText: text.utf8.count)) ? NumberText.decimal(text) : nil
            case .date(let date): NumberText.decimal(date.timeIntervalSinceReferenceDate)
            default: ExactNumber(value).flatMap(Self.decimal)
            }
        return decimal.map(PredicateValue.decimal) ?? .null
    }

    /// A number as a decimal. A double converts by its shortest text.
    private static func decimal(_ number: ExactNumber) -> Decimal? {
        switch number {
        case .integer(let integer): Decimal(integer)
        case .double(let double): NumberText.decimal(double)
        case .decimal(let decimal): decimal
        }
    }

    /// `castText`, where a decimal is charged for its text.
    private static func castText(_ value: PredicateValue, _ work: inout WorkBudget) -> String? {
        if case .decimal(let decimal) = value { return decimal.isNaN ? nil : work.text(of: decimal) }
        return castText(value)
    }

    /// The text of a value for `CAST(…, 'NSString')`; nil for nil, lists and objects.
    package static func castText(_ value: PredicateValue) -> String? {
        switch value {
        case .boolean(let flag): flag ? "1" : "0"
        case .integer(let integer): String(integer)
        case .double(let double): double.isFinite ? NumberText.castText(double) : nil
        case .decimal(let decimal): decimal.isNaN ? nil : decimal.description
        case .string(let text), .url(let text): text
        case .date(let date): PredicateDate.format(date)
        case .uuid(let uuid): uuid.uuidString
        case .data(let data): data.base64EncodedString()
        case .null, .list, .set, .object: nil
        }
    }

    private static func castToUUID(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .uuid: value
        case .string(let text): PredicateUUID.parse(text).map(PredicateValue.uuid) ?? .null
        default: .null
        }
    }

    private static func asURL(_ text: String) -> PredicateValue? { RelativeReference.isURL(text) ? .url(text) : nil }

    /// Reads a value as its declared type. A value that does not fit keeps its own type, and compares as that type
    /// (D60, D61, D92).
    package static func read(
        _ value: PredicateValue, as reading: CoreReading, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch reading {
        case .integer: readInteger(value)
        case .double: readDouble(value, &work)
        case .decimal: readDecimal(value, &work)
        case .date: readText(value, &work) { PredicateDate.parseRFC3339($0).map(PredicateValue.date) }
        case .instant: readText(value, &work) { PredicateDate.instant(of: $0).map(PredicateValue.date) }
        case .uuid: readText(value, &work) { PredicateUUID.parse($0).map(PredicateValue.uuid) }
        case .url: readText(value, &work) { .url($0) }
        case .data: readData(value, &work)
        case .set(let inner): readSet(value, inner, &work)
        case .elements(let inner): readElements(value, inner, &work)
        case .ordered(let order): readOrdered(value, order, &work)
        }
    }

    private static func readOrdered(
        _ value: PredicateValue, _ order: ValueOrder, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard work.step(WorkCost.readingBeside(text(of: value)?.utf8.count ?? 0)) else { return .null }
        return order.value(value).map(PredicateValue.object) ?? value
    }

    private static func readInteger(_ value: PredicateValue) -> PredicateValue {
        guard case .double(let double) = value, let integer = Int64(exactly: double) else { return value }
        return .integer(integer)
    }

    private static func readDouble(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        switch value {
        case .integer(let integer): .double(Double(integer))
        case .decimal: ExactNumber(value)?.asDouble(&work).map(PredicateValue.double) ?? .null
        default: value
        }
    }

    private static func readDecimal(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        switch value {
        case .integer(let integer): return .decimal(Decimal(integer))
        case .double(let double):
            guard work.step(WorkCost.decimalOfDouble) else { return .null }
            return NumberText.decimal(double).map(PredicateValue.decimal) ?? value
        default: return value
        }
    }

    private static func readText(
        _ value: PredicateValue, _ work: inout WorkBudget, _ read: (String) -> PredicateValue?
    ) -> PredicateValue {
        guard case .string(let text) = value else { return value }
        guard work.step(WorkCost.readingBeside(text.utf8.count)) else { return .null }
        return read(text) ?? value
    }

    private static func readData(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        guard case .string(let text) = value else { return value }
        let size = text.utf8.count
        guard work.step(WorkCost.converting(size)), work.make(size) else { return .null }
        return Data(base64Encoded: text).map(PredicateValue.data) ?? value
    }

    private static func readSet(
        _ value: PredicateValue, _ inner: CoreReading?, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard var elements = elements(of: value) else { return value }
        if let inner { elements = read(elements, as: inner, &work) }
        return .set(distinct(elements, &work))
    }

    private static func read(
        _ elements: [PredicateValue], as reading: CoreReading, _ work: inout WorkBudget
    ) -> [PredicateValue] {
        guard work.step(readingSteps * elements.count), work.make(elements: elements.count) else { return [] }
        var values: [PredicateValue] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(read(element, as: reading, &work)) }
        return values
    }

    /// Steps for reading an element. Some strings look like dates at first.
    private static let readingSteps = 8

    private static func readElements(
        _ value: PredicateValue, _ inner: CoreReading, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch value {
        case .list(let elements): return .list(read(elements, as: inner, &work))
        case .set(let elements): return .set(distinct(read(elements, as: inner, &work), &work))
        case .object(let record):
            guard record.isDictionary else { return value }
            let keys = record.keys
            guard work.step(2 * readingSteps * keys.count), work.make(elements: 4 * keys.count) else { return .null }
            var fields: [(String, PredicateValue)] = []
            fields.reserveCapacity(keys.count)
            for key in keys { fields.append((key, read(record.value(forKey: key), as: inner, &work))) }
            return .object(PredicateObject(fields))
        default: return value
        }
    }
}
