import PredicateFormat
import PredicatePlatform

/// The functions on texts that this project adds. All dialects count code points in them.
extension SQLTranslator {
    /// A part, a replacement or a position of a text; nil if SQL does not say the same.
    func textFunction(_ function: BuiltInFunction, _ operands: [SQLOperand]) -> SQLOperand? {
        guard let first = operands.first, case .scalar(let text) = computed(first), text.kind == .text,
            text.node.size < 2000
        else { return nil }
        var constants: [PredicateValue] = []
        for operand in operands.dropFirst() {
            guard case .constant(let value) = operand else { return nil }
            if case .null = value { return .constant(.null) }
            constants.append(value)
        }
        switch (function, constants.count) {
        case (.trim, 0):
            let name = dialect == .sqlite || dialect == .duckdb ? "trim" : "btrim"
            return made(.call(name, [text.node, .parameter(.value(.text(Self.blanks)), .text)]), text)
        case (.indexOf, 1):
            guard case .string(let part) = constants[0], !part.utf8.contains(0) else { return nil }
            if part.isEmpty { return .constant(.null) }
            let name = dialect == .postgresql ? "strpos" : "instr"
            let place = SQLNode.call(name, [text.node, .parameter(.value(.text(part)), .text)])
            let found = SQLNode.call("nullif", [place, .literal("0")], isNullable: true)
            return .scalar(
                SQLScalar(node: .infix(found, "-", .literal("1"), .sum), kind: .integer, trust: text.trust))
        case (.replace, 2):
            guard case .string(let part) = constants[0], case .string(let new) = constants[1],
                !part.utf8.contains(0), !new.utf8.contains(0)
            else { return nil }
            if part.isEmpty { return made(text.node, text) }
            let arguments = [part, new].map { SQLNode.parameter(.value(.text($0)), .text) }
            return made(.call("replace", [text.node] + arguments), text)
        case (.substring, 1), (.substring, 2):
            var numbers: [Int64] = []
            for constant in constants {
                guard case .integer(let number) = constant, number < 1_000_000_000 else { return nil }
                if number < 0 { return .constant(.null) }
                numbers.append(number)
            }
            numbers[0] += 1
            var part = text
            // Functions of SQLite end a text at the code point 0.
            if dialect == .sqlite {
                let zero = SQLNode.call("instr", [text.node, .call("char", [.literal("0")])])
                part.trust.append(.or([.compare(zero, "=", .literal("0")), .isNull(text.node)]))
            }
            return made(.call("substr", [text.node] + numbers.map { .literal(String($0)) }), part)
        default: return nil
        }
    }

    private func made(_ node: SQLNode, _ text: SQLScalar) -> SQLOperand {
        .scalar(SQLScalar(node: node, kind: .text, trust: text.trust))
    }

    /// All code points that are white space.
    private static let blanks: String = {
        var blanks = String.UnicodeScalarView()
        for value: UInt32 in 0...0x3000 {
            if let scalar = Unicode.Scalar(value), scalar.properties.isWhitespace { blanks.append(scalar) }
        }
        return String(blanks)
    }()

    /// Whether a key is there: a column of a row is, also where it is NULL.
    mutating func has(_ arguments: [CoreExpression]) -> SQLOperand {
        guard arguments.count == 2, case .constant(.string(let key)) = arguments[1] else {
            return .unknown("the key is known only when it is evaluated")
        }
        let owner = operand(arguments[0])
        guard case .row(let row) = owner, row.steps.isEmpty else {
            if case .unknown = owner { return owner }
            return .unknown("whether a key is there is known only of a column")
        }
        let field = member(owner, key)
        if case .unknown = field { return field }
        guard let index = row.table.fields.index(forKey: key), case .column = row.table.fields[index].value else {
            return .unknown("whether a key is there is known only of a column")
        }
        return .constant(.boolean(true))
    }

    /// Why a function is evaluated here.
    static func reason(_ function: BuiltInFunction) -> String {
        switch function {
        case .finds: "regular expressions differ between engines"
        case .anywhere: "all texts in a value are searched"
        case .split: "SQL makes other lists of the parts of a text"
        case .version: "the order of versions is not one of SQL"
        case .year, .month, .day, .hour, .minute, .second, .weekday, .truncateDate:
            "parts of dates need the calendar and the time zones of this program"
        default: "the function \(function.rawValue) is not the same in SQL"
        }
    }
}
