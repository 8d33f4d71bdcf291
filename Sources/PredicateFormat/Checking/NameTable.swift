/// Values by name in the order in which the names came: a walk while they are few, hashed when they are many.
struct NameTable<Value> {
    private(set) var entries: [(name: String, value: Value)] = []
    /// The places of the entries; empty while they are few.
    private var places: [String: Int] = [:]
    private static var few: Int { 8 }

    private func place(of name: String) -> Int? {
        places.isEmpty ? entries.firstIndex { $0.name == name } : places[name]
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
            entries.append((name, newValue))
            if places.isEmpty, entries.count > Self.few {
                for (place, entry) in entries.enumerated() { places[entry.name] = place }
            } else if !places.isEmpty {
                places[name] = entries.count - 1
            }
        }
    }
}
