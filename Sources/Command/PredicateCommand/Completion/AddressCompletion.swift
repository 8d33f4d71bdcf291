import PredicateFormat

/// What may follow in the beginning of an address of a table, at a prompt and in a shell.
enum AddressCompletion {
    /// A whole address, and the name of its table.
    struct Table: Hashable {
        var text: String
        var label: String
    }

    /// The tables behind `#`; none if the database cannot be read.
    case tables([Table])
    /// The name of a file behind a scheme.
    case files(scheme: String, file: String)

    /// The candidates for the beginning of an address; nil if the text does not begin like one, or if nobody knows what
    /// follows.
    init?(of text: String) {
        if let (place, begun) = text.split(atFirst: "#") {
            guard let address = try? SourceAddress(ofData: text) else { return nil }
            let names = (try? address.impatient.tableNames()) ?? []
            self = .tables(
                names.filter { $0.startsExactly(with: begun) }.map { Table(text: place + "#" + $0, label: $0) })
            return
        }
        let scheme = SourceAddress.Scheme.sqlite.rawValue + ":"
        guard text.startsExactly(with: scheme) else { return nil }
        self = .files(scheme: scheme, file: String(text.unicodeScalars.dropFirst(scheme.unicodeScalars.count)))
    }

    /// The beginnings of addresses that begin with a text.
    static func beginnings(of text: String) -> [String] {
        ["sqlite:", "postgresql://"].filter { $0.startsExactly(with: text) && $0 != text }
    }
}

extension SourceAddress {
    /// The same address for a user who waits for candidates: a server may take two seconds.
    var impatient: SourceAddress {
        guard case .postgresql(let url, let table) = self, url.startsExactly(with: "postgresql://") else { return self }
        return .postgresql(url: url + (url.contains("?") ? "&" : "?") + "connect_timeout=2", table: table)
    }
}
