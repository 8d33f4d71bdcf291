// swift-format-ignore-file
// Written by Scripts/describe.py: change the types and run it again.
import PredicateFormat

extension ScriptModels.Reader: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self>(documentation: "A \"reader\" of the library.") {
        PredicateField("first_name", \.first) { $0.first }
        PredicateField("age", \.age, documentation: "In whole years.") { $0.age }
        PredicateField("weight", \.weight) { $0.weight }
        PredicateField("default", \.`default`) { $0.`default` }
        PredicateField("state", \.state) { $0.state }
        PredicateField("level", \.level) { $0.level }
        PredicateField("home_address", \.home) { $0.home }
        PredicateField("former", \.former) { $0.former }
        PredicateField("tags", \.tags) { $0.tags }
        PredicateField("limits", \.limits) { $0.limits }
        PredicateField("born", \.born) { $0.born }
        PredicateField("nickname", \.nickname) { $0.nickname }
        // secret is left out: it is private.
        // action is left out: functions, tuples, and types with `any` or `some` are no fields.
        // pair is left out: functions, tuples, and types with `any` or `some` are no fields.
        PredicateField("full", \.full) { $0.full }
        PredicateField("stars", \.stars) { $0.stars }
        PredicateField("watched", \.watched) { $0.watched }
        // failing is left out: reading it is asynchronous or throws.
#if DEBUG
        PredicateField("traced", \.traced) { $0.traced }
#else
        PredicateField("traced", \.traced) { $0.traced }
#endif
    }
}

extension ScriptModels.Reader.State: PredicateFieldValue {}

extension ScriptModels.Reader.Level: PredicateFieldValue {}

extension ScriptModels.Reader.Address: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self> {
        PredicateField("city", \.city) { $0.city }
        PredicateField("zip", \.zip) { $0.zip }
        PredicateField("line", \.line) { $0.line }
    }
}

extension ScriptModels.Note: PredicateDescribed {
    package static let predicateDescription = PredicateDescription<ScriptModels.Note>(documentation: "A class that refers to its own type.") {
        PredicateField("title", \.title, documentation: "What it is called.") { $0.title }
        PredicateField("parent", \.parent) { $0.parent }
        PredicateField("children", \.children) { $0.children }
        // length is left out: reading it changes the value.
    }
}

extension ScriptModels.Box: PredicateDescribed {
    static var predicateDescription: PredicateDescription<Self> {
        PredicateDescription<Self> {
            PredicateField("value", \.value) { $0.value }
            PredicateField("inner", \.inner) { $0.inner }
        }
    }
}

extension ScriptModels.Box.Inner: PredicateDescribed {
    static var predicateDescription: PredicateDescription<Self> {
        PredicateDescription<Self> {
            PredicateField("count", \.count) { $0.count }
        }
    }
}

// ScriptModels.Open cannot be described: the class is not final.

// ScriptModels.Shape cannot be described: an enumeration needs a raw value.
