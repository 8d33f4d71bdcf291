/// Values by name in the order in which the names came: a walk while they are few, hashed when they are many.
struct NameTable<Value> {
    private(set) var entries: [(name: String, value: Value)] = []
    /// The places of the entries; empty while they are few.
    private var places: [String: Int] = [:]
    private static var few: Int { 8 }

    private func place(of name: String) -> Int? {
        places.isEmpty ? entries.firstIndex { $0.name == name } : places[name]
    }

    /// Adds a name with its value, unless it is there.
    mutating func add(_ name: String, _ value: @autoclosure () -> Value) {
        if place(of: name) == nil { append(name, value()) }
    }

    private mutating func append(_ name: String, _ value: Value) {
        entries.append((name, value))
        if places.isEmpty, entries.count > Self.few {
            for (place, entry) in entries.enumerated() { places[entry.name] = place }
        } else if !places.isEmpty {
            places[name] = entries.count - 1
        }
    }

    /// The value of a name.
    subscript(name: String) -> Value? {
        get { place(of: name).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let place = place(of: name) {
                entries[place].value = newValue
                return
            }
            append(name, newValue)
        }
    }
}
