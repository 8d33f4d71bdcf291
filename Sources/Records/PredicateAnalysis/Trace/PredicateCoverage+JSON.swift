import PredicateFormat

extension PredicateCoverage {
    /// The version of the JSON form that is written.
    public static let jsonVersion = 1

    /// The coverage as a JSON object.
    ///
    /// Its members are `version` (1; another number if the form changes incompatibly), `text`, `records`, `matches`,
    /// `unfinished` (records that were not counted because of a limit), and `clauses`, each before the clauses in it:
    /// an object of `parent` (an index, or null), `text` (shortened), `range` if it is known, `true`, `false`,
    /// `decided`, `changed` (numbers of records, as in `Clause`) and `matters`. Members may be added without a new
    /// version.
    ///
    /// - Parameter pretty: whether to break and indent lines.
    public func json(pretty: Bool = false) -> String {
        let locations = DiagnosticJSON(source)
        func number(_ number: Int) -> JSONNode { .number(String(number)) }
        let clauses = self.clauses.map { clause in
            let parent = clause.parent.map { PredicateTreeNode.predicate(self.clauses[$0].predicate) }
            var members = [
                Member("parent", clause.parent.map(number) ?? .null),
                Member(
                    "text", .string(JSONNode.shortText(of: .predicate(clause.predicate), under: parent, in: source))),
            ]
            if let range = clause.predicate.range { members.append(Member("range", locations.node(range))) }
            members += [
                Member("true", number(clause.trueCount)), Member("false", number(clause.falseCount)),
                Member("decided", number(clause.decidedCount)), Member("changed", number(clause.changedCount)),
                Member("matters", .boolean(clause.matters)),
            ]
            return JSONNode.object(members)
        }
        let node = JSONNode.object([
            Member("version", number(Self.jsonVersion)), Member("text", .string(source)),
            Member("records", number(recordCount)), Member("matches", number(matchCount)),
            Member("unfinished", number(unfinishedCount)), Member("clauses", .array(clauses)),
        ])
        return node.text(pretty: pretty)
    }

    private typealias Member = JSONNode.Member
}
