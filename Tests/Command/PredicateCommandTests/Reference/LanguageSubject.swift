import PredicateCore

@testable import PredicateCommand

/// The subject of an entry of the language reference that has a row in one of the library's tables.
enum LanguageSubject: Hashable, Sendable {
    case comparison(ComparisonOperator)
    case quantifier(Quantifier)
    case connective(Connective)
    case constant(ConstantCondition)
    case option(StringOptionLetter)
    case arithmetic(ArithmeticOperator)
    case sign(SignOperator)
    case set(SetOperator)
    case collection(CollectionOperator)
    case function(BuiltInFunction)
    case form(LanguageForm)
    case index(IndexWord)
    case word(ValueWord)
    case cast(CastTarget)
    case argument(FormatSpecifier.Kind)

    /// Every row of every table of the library.
    static var rows: [LanguageSubject] {
        ComparisonOperator.builtIn.map(LanguageSubject.comparison)
            + commandLibrary.operators.values.map(\.name).sorted().map { .comparison(.custom($0)) }
            + Quantifier.allCases.map(LanguageSubject.quantifier) + Connective.allCases.map(LanguageSubject.connective)
            + ConstantCondition.allCases.map(LanguageSubject.constant)
            + StringOptionLetter.allCases.map(LanguageSubject.option)
            + ArithmeticOperator.allCases.map(LanguageSubject.arithmetic)
            + SignOperator.allCases.map(LanguageSubject.sign) + SetOperator.allCases.map(LanguageSubject.set)
            + CollectionOperator.allCases.map(LanguageSubject.collection)
            + BuiltInFunction.allCases.map(LanguageSubject.function) + LanguageForm.allCases.map(LanguageSubject.form)
            + IndexWord.allCases.map(LanguageSubject.index) + ValueWord.allCases.map(LanguageSubject.word)
            + CastTarget.allCases.map(LanguageSubject.cast)
            + FormatSpecifier.Kind.allCases.map(LanguageSubject.argument)
    }

    /// The name in a heading, as in a predicate.
    var title: String {
        switch self {
        case .comparison(let symbol): symbol.spelling
        case .quantifier(let quantifier): quantifier.rawValue
        case .connective(let connective): connective.rawValue
        case .constant(let word): word.rawValue
        case .option(let letter): "[\(letter.rawValue)]"
        case .arithmetic(let symbol): symbol.rawValue
        case .sign(let sign): "\(sign.rawValue)a"
        case .set(let symbol): symbol.rawValue
        case .collection(let symbol): symbol.rawValue
        case .function(let function): function.callName
        case .form(let form): form.rawValue
        case .index(let word): "[\(word.rawValue)]"
        case .word(let word): word.rawValue
        case .cast(let target): target.rawValue
        case .argument(let kind): kind.spellings.first ?? ""
        }
    }

    /// Other spellings with the same meaning.
    var otherSpellings: [String] {
        switch self {
        case .comparison(let symbol): symbol.otherSpellings
        case .quantifier(let quantifier): quantifier.otherSpellings
        case .connective(let connective): connective.otherSpellings
        case .collection(let symbol): symbol.otherSpellings
        case .word(let word): word.otherSpellings
        case .argument(let kind): Array(kind.spellings.dropFirst())
        case .arithmetic(let symbol): [symbol.selector]
        case .sign(.complement): [SpecialSelector.complement.rawValue]
        case .form(.cast): [SpecialSelector.cast.rawValue]
        case .function(let function): function.callName == function.rawValue ? [] : [function.rawValue]
        default: []
        }
    }

    /// All words that find the subject.
    var names: [String] {
        switch self {
        case .option(let letter): [title, letter.rawValue]
        case .index(let word): [title, word.rawValue]
        case .sign(let sign): [title, sign.rawValue] + otherSpellings
        default: [title] + otherSpellings
        }
    }

    /// One sentence.
    var help: String {
        switch self {
        case .comparison(.custom(let name)): commandLibrary.operators[name.uppercased()]?.help ?? ""
        case .comparison(let symbol): symbol.help
        case .quantifier(let quantifier): quantifier.help
        case .connective(let connective): connective.help
        case .constant(let word): word.help
        case .option(let letter): letter.help
        case .arithmetic(let symbol): symbol.help
        case .sign(let sign): sign.help
        case .set(let symbol): symbol.help
        case .collection(let symbol): symbol.help
        case .function(let function): function.signature.help
        case .form(let form): form.help
        case .index(let word): word.help
        case .word(let word): word.help
        case .cast(let target): target.help
        case .argument(let kind): kind.help
        }
    }

    /// The syntax, from the tables.
    var forms: [String] {
        switch self {
        case .comparison(let symbol): ["a \(symbol.spelling) b"]
        case .quantifier(let quantifier): ["\(quantifier.rawValue) list == value"]
        case .connective(.not): ["NOT condition"]
        case .connective(let connective): ["condition \(connective.rawValue) condition"]
        case .constant(let word): [word.rawValue]
        case .option(let letter): ["a ==[\(letter.rawValue)] b", "a CONTAINS[\(letter.rawValue)] b"]
        case .arithmetic(let symbol): ["a \(symbol.rawValue) b", "\(symbol.selector)(a, b)"]
        case .sign(.negative): ["-a"]
        case .sign(.complement): ["~a", "\(SpecialSelector.complement.rawValue)(a)"]
        case .set(let symbol): ["a \(symbol.rawValue) b"]
        case .collection(let symbol): ["list.\(symbol.rawValue)", "list.\(symbol.rawValue).path"]
        case .function(let function):
            ["\(function.callName)(\(function.signature.parameterList))"]
        case .form(let form): ["\(form.rawValue)(\(form.parameters))"]
        case .index(let word): ["list[\(word.rawValue)]"]
        case .word(let word): [word.rawValue]
        case .cast(let target): ["CAST(value, '\(target.rawValue)')"]
        case .argument(let kind): [kind.spellings.first ?? ""]
        }
    }
}

/// A sign before a value.
enum SignOperator: String, CaseIterable, Sendable {
    case negative = "-"
    case complement = "~"

    /// One sentence.
    var help: String {
        switch self {
        case .negative: "The number with the other sign."
        case .complement: "The inverted bits."
        }
    }
}
