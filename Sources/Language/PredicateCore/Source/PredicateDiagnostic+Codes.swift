extension PredicateDiagnostic.Code {
    // MARK: Characters, strings and numbers

    /// The text is longer than the limit.
    public static let sourceTooLong: Self = "source-too-long"
    /// A string has no closing quote.
    public static let unclosedString: Self = "unclosed-string"
    /// An escape in a string is not complete.
    public static let badEscape: Self = "bad-escape"
    /// A word begins like a number and is not one.
    public static let badNumber: Self = "bad-number"
    /// No number of the language is as large.
    public static let numberTooLarge: Self = "number-too-large"
    /// A percent sign does not begin a format argument.
    public static let badFormatArgument: Self = "bad-format-argument"
    /// A character has no meaning at its location.
    public static let unexpectedCharacter: Self = "unexpected-character"
    /// A mathematical or typographic symbol is not part of the language.
    public static let typographicSign: Self = "typographic-sign"
    /// The text contains an entity of HTML or XML.
    public static let htmlEntity: Self = "html-entity"
    /// A string contains an unescaped quote of its own kind.
    public static let unescapedQuote: Self = "unescaped-quote"
    /// Text that should be in quotes is not.
    public static let unquotedString: Self = "unquoted-string"

    // MARK: Structure

    /// Brackets, NOT or arithmetic are nested too deep.
    public static let tooDeep: Self = "too-deep"
    /// The predicate has more parts than the limit.
    public static let tooManyNodes: Self = "too-many-nodes"
    /// The text is empty or only whitespace.
    public static let emptyPredicate: Self = "empty-predicate"
    /// A bracket is not closed.
    public static let unclosedBracket: Self = "unclosed-bracket"
    /// A closing bracket has no opening bracket.
    public static let unmatchedBracket: Self = "unmatched-bracket"
    /// An operator lacks one of its sides.
    public static let missingOperand: Self = "missing-operand"
    /// An operator is missing between two conditions or values.
    public static let missingOperator: Self = "missing-operator"
    /// A value is used as a condition.
    public static let missingComparison: Self = "missing-comparison"
    /// A comparison is compared again.
    public static let chainedComparison: Self = "chained-comparison"
    /// Something does not belong at its location.
    public static let unexpectedToken: Self = "unexpected-token"
    /// A reserved word is used as a name.
    public static let reservedWord: Self = "reserved-word"
    /// A constant has the name of a field.
    public static let constantWord: Self = "constant-word"
    /// An operator is not one of this language.
    public static let unknownOperator: Self = "unknown-operator"
    /// A method is called on a value.
    public static let methodCall: Self = "method-call"
    /// A single & or | joins conditions.
    public static let bitwiseConnective: Self = "bitwise-connective"
    /// A list is not in braces.
    public static let listBrackets: Self = "list-brackets"
    /// The right side of IN is one value in parentheses.
    public static let parenthesizedList: Self = "parenthesized-list"
    /// The text contains a clause of an SQL query.
    public static let queryClause: Self = "query-clause"
    /// A letter in the brackets is not an option.
    public static let unknownOption: Self = "unknown-option"
    /// The brackets for options are empty.
    public static let emptyOptions: Self = "empty-options"
    /// Options follow an operator that takes none.
    public static let misplacedOptions: Self = "misplaced-options"
    /// A comma precedes the closing bracket.
    public static let trailingComma: Self = "trailing-comma"
    /// A plus sign precedes a value.
    public static let unaryPlus: Self = "unary-plus"
    /// A condition is used as a value.
    public static let conditionAsOperand: Self = "condition-as-operand"
    /// A format argument is in quotes.
    public static let quotedArgument: Self = "quoted-argument"
    /// AND and OR are mixed without brackets.
    public static let mixedAndOr: Self = "mixed-and-or"

    // MARK: Names, types and values

    /// The records have no field of this name.
    public static let unknownField: Self = "unknown-field"
    /// A path continues after a value without fields.
    public static let noFields: Self = "no-fields"
    /// No function has this name.
    public static let unknownFunction: Self = "unknown-function"
    /// No collection operator has this name.
    public static let unknownCollectionOperator: Self = "unknown-collection-operator"
    /// CAST has no such type.
    public static let unknownCastType: Self = "unknown-cast-type"
    /// A part of NSPredicate's language that only Apple's frameworks have.
    public static let unavailable: Self = "unavailable"
    /// An operator does not take a value of this type.
    public static let wrongOperand: Self = "wrong-operand"
    /// Many values are compared with one.
    public static let missingQuantifier: Self = "missing-quantifier"
    /// ANY, ALL or NONE precedes a single value.
    public static let needlessQuantifier: Self = "needless-quantifier"
    /// BETWEEN lacks its two bounds.
    public static let betweenBounds: Self = "between-bounds"
    /// An index does not fit its value.
    public static let badIndex: Self = "bad-index"
    /// A path continues after @count.
    public static let pathAfterCount: Self = "path-after-count"
    /// A value is not one of the listed ones.
    public static let unknownCase: Self = "unknown-case"
    /// A string that is compared with a date is not a date.
    public static let unreadableDate: Self = "unreadable-date"
    /// A string that is compared with a UUID is not a UUID.
    public static let unreadableUuid: Self = "unreadable-uuid"
    /// A string that is compared with data is not base64.
    public static let unreadableData: Self = "unreadable-data"
    /// The pattern of MATCHES or LIKE cannot be used.
    public static let badPattern: Self = "bad-pattern"
    /// The library has no engine for MATCHES.
    public static let patternsUnavailable: Self = "patterns-unavailable"
    /// A constant cannot be read as the type of a CAST.
    public static let unreadableCast: Self = "unreadable-cast"
    /// The predicate may cost more than the limit.
    public static let tooCostly: Self = "too-costly"
    /// A list has more elements than the limit.
    public static let listTooLong: Self = "list-too-long"
    /// A function is switched off by the library or the limits.
    public static let refusedFunction: Self = "refused-function"
    /// A function has too many arguments, or too few.
    public static let wrongArgumentCount: Self = "wrong-argument-count"
    /// An argument has a type that the function does not take.
    public static let wrongArgumentType: Self = "wrong-argument-type"
    /// NSPredicate itself does not read a part of the text.
    public static let notApple: Self = "not-apple"
    /// A part of a date is taken in UTC, although the dates are written with other offsets.
    public static let offsetIgnored: Self = "offset-ignored"
    /// A duration is compared with a field of plain numbers.
    public static let durationAsNumber: Self = "duration-as-number"
    /// A version is compared with a string that is not a version.
    public static let versionBesideText: Self = "version-beside-text"
    /// No date unit has this name.
    public static let unknownUnit: Self = "unknown-unit"
    /// No time zone has this name.
    public static let unknownTimeZone: Self = "unknown-time-zone"
    /// A variable is used as two types.
    public static let variableConflict: Self = "variable-conflict"
    /// A variable has no value.
    public static let unboundVariable: Self = "unbound-variable"
    /// A value is given for a variable that the text does not have.
    public static let unknownVariable: Self = "unknown-variable"
    /// A format argument has no value.
    public static let missingArgument: Self = "missing-argument"
    /// There are more arguments than locations.
    public static let unusedArgument: Self = "unused-argument"
    /// An argument has a type that its location does not take.
    public static let wrongFormatArgument: Self = "wrong-format-argument"
    /// A comparison does not depend on the record.
    public static let alwaysTrue: Self = "always-true"
    /// A comparison is true of no record.
    public static let alwaysFalse: Self = "always-false"
    /// A property of a Swift type is compared with a literal that it cannot equal, or that counts as another value.
    public static let unlikeProperty: Self = "unlike-property"
    /// A CAST reads one value, but its operand is a list or an object.
    public static let castIsNil: Self = "cast-is-nil"
    /// The lower bound of BETWEEN is above the upper one.
    public static let reversedBounds: Self = "reversed-bounds"
    /// No record of a sample has the value.
    public static let unseenValue: Self = "unseen-value"
    /// No record of a sample has the key that `has` asks for.
    public static let unseenKey: Self = "unseen-key"
    /// A date without quotes is a subtraction.
    public static let unquotedDate: Self = "unquoted-date"
    /// A date is compared as text with dates in another form.
    public static let dateAsText: Self = "date-as-text"
    /// A day without a time is the upper bound of instants, or equal to one.
    public static let dayAsBound: Self = "day-as-bound"
    /// The existence of a field cannot be checked.
    public static let uncheckedField: Self = "unchecked-field"
    /// The division of two integers drops the fraction.
    public static let integerDivision: Self = "integer-division"
    /// A string drops a backslash that was meant for the text.
    public static let lostBackslash: Self = "lost-backslash"
    /// Records without the field satisfy the comparison too.
    public static let nilSatisfies: Self = "nil-satisfies"
    /// LIKE is used with SQL's wildcards.
    public static let sqlWildcard: Self = "sql-wildcard"
    /// A comparison has string options but no strings.
    public static let ignoredOptions: Self = "ignored-options"

    // MARK: Values of the first records

    /// A Unix time is read from another year or in another unit.
    public static let unixTime: Self = "unix-time"
    /// Numbers are compared as text.
    public static let numberAsText: Self = "number-as-text"
    /// An operation could not use some of the values that were there.
    public static let unusableValues: Self = "unusable-values"
    /// LIKE without a wildcard compares the whole value.
    public static let likeWithoutWildcard: Self = "like-without-wildcard"
    /// An operator takes a pattern literally.
    public static let literalPattern: Self = "literal-pattern"
    /// A list is compared as a whole, and another reading gives another answer.
    public static let wholeElement: Self = "whole-element"
    /// A string differs from the values only in case, or in accents.
    public static let caseDiffers: Self = "case-differs"
    /// A string differs from the values only in quotes around it.
    public static let textInQuotes: Self = "text-in-quotes"
    /// A field is never the empty string, but has no value in some records.
    public static let neverEmpty: Self = "never-empty"
    /// A string that no value equals, where another way to write it finds some.
    public static let otherText: Self = "other-text"
    /// A pattern matches only part of the values.
    public static let partialPattern: Self = "partial-pattern"

    // MARK: Orders, groups and selections

    /// An item of a list is empty.
    public static let emptyItem: Self = "empty-item"
    /// A name is missing before the equals sign.
    public static let missingName: Self = "missing-name"
    /// Two fields of the results have one name.
    public static let duplicateName: Self = "duplicate-name"
    /// A sort key is followed by its direction.
    public static let sortDirection: Self = "sort-direction"
    /// The letters in brackets are not string options.
    public static let sortOptions: Self = "sort-options"
    /// The word after the colon is unknown.
    public static let sortSuffix: Self = "sort-suffix"
    /// A sort key has no order.
    public static let unorderedKey: Self = "unordered-key"
    /// An aggregate is not a function.
    public static let aggregateForm: Self = "aggregate-form"
    /// No aggregate function has this name.
    public static let unknownAggregate: Self = "unknown-aggregate"
    /// An aggregate function has no argument, or one of a wrong type.
    public static let aggregateOperand: Self = "aggregate-operand"

    // MARK: Predicates that programs build

    /// Predicates for different records are joined.
    public static let differentSchemas: Self = "different-schemas"
    /// A tree cannot be written as a string.
    public static let malformedTree: Self = "malformed-tree"
    /// A key path uses a property without a declared field.
    public static let unregisteredKeyPath: Self = "unregistered-key-path"
    /// The description of a Swift type names two fields alike, or does not say how values are ordered.
    public static let wrongDescription: Self = "wrong-description"
}
