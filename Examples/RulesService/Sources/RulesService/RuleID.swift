/// The id of a rule, which a client chooses. Two ids are the same if their bytes are. Strings would also be the same if
/// they differ only in the form of their accents.
struct RuleID: Hashable, Sendable {
    let text: String
    /// The id as a JSON string, ready for answers.
    let json: [UInt8]

    init(_ text: String) {
        self.text = text
        var json = JSONText()
        json.append(text)
        self.json = json.bytes
    }

    static func == (left: RuleID, right: RuleID) -> Bool { left.json == right.json }

    func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }
}
