/// The precedence of infix operators, the loosest first, by the names of their productions in Grammar/PredicateFormat.ebnf.
/// Operators of one precedence are read from left to right (fact P7).
///
/// The parser reads by it, and the printer sets parentheses by it.
enum Precedence: Int, Comparable {
    /// expression ::= bitOr ( ( 'UNION' | 'INTERSECT' | 'MINUS' ) bitOr )*
    case expression
    /// bitOr ::= bitXor ( '|' bitXor )*
    case bitOr
    /// bitXor ::= bitAnd ( '^' bitAnd )*
    case bitXor
    /// bitAnd ::= shift ( '&' shift )*
    case bitAnd
    /// shift ::= sum ( ( '<<' | '>>' ) sum )*
    case shift
    /// sum ::= product ( ( '+' | '-' ) product )*
    case sum
    /// product ::= unary ( ( '*' | '/' ) unary )*
    case product
    /// `**`, which the parser reads with its signs.
    case power
    /// What needs no parentheses beside any operator.
    case primary

    static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
}

extension ArithmeticOperator {
    var precedence: Precedence {
        switch self {
        case .bitOr: .bitOr
        case .bitXor: .bitXor
        case .bitAnd: .bitAnd
        case .shiftLeft, .shiftRight: .shift
        case .add, .subtract: .sum
        case .multiply, .divide: .product
        case .power: .power
        }
    }
}

extension SetOperator {
    var precedence: Precedence { .expression }
}
