import PredicateMacros

// The macro's messages for types that it cannot describe. The compiler compares each comment with its diagnostics.

// expected-error@+1 {{predicates can be about a structure, a final class, or, as a field, an enumeration with raw values}}
@PredicateDescribed
actor Counter {
    var count = 0
}

@PredicateDescribed
// expected-error@+2 {{`Note` must be final: a description covers one type, not its subclasses}}
// expected-note@+1 {{insert `final`}} {{1-6=final class}}
class Note {
    var title = ""
}

@PredicateDescribed
// expected-error@+1 {{an enumeration is read by its raw value, but this one has none}}
enum State {
    case open, closed
}

@PredicateDescribed
struct Person {
    var name: String
    // expected-error@+2 {{`action` cannot be a field: `() -> Void` is not a type that predicates support}}
    // expected-note@+1 {{mark it `@PredicateIgnored`}} {{5-27=@PredicateIgnored var action: () -> Void}}
    var action: () -> Void
    // expected-error@+2 {{`pair` cannot be a field: `(Int, Int)?` is not a type that predicates support}}
    // expected-note@+1 {{mark it `@PredicateIgnored`}} {{5-26=@PredicateIgnored var pair: (Int, Int)?}}
    var pair: (Int, Int)?
    // expected-error@+1 {{a property that changes the value when it is read cannot be a field}}
    @PredicateField("late") lazy var late = 1
    // expected-error@+1 {{a property that is `async` or throws cannot be a field}}
    @PredicateField var failing: Int { get throws { 1 } }
    // expected-error@+1 {{`@PredicateField` and `@PredicateIgnored` contradict each other}}
    @PredicateField("x") @PredicateIgnored var both = 1
    // expected-error@+1 {{`@PredicateField` applies only to a property}}
    @PredicateField func method() {}
    // expected-error@+1 {{`@PredicateIgnored` applies only to a property}}
    @PredicateIgnored init() {}
}
