import PredicateCore

/// Findings that are known, so that a big old tree can start: only new ones are reported.
///
/// A finding is known by its file, the code of its message, and the text of its predicate, so that it may move within its file.
package struct LintBaseline: Sendable {
    /// What findings are known by.
    package struct Key: Hashable, Sendable {
        /// The path of the file, relative to the folder of the baseline.
        let file: ExactName
        let code: String
        /// The text of the predicate; of a file that cannot be read, the message.
        let predicate: ExactName

        /// The key of a finding.
        package init(_ finding: LintFinding, file: String) {
            self.file = ExactName(file)
            code = finding.diagnostic.code.rawValue
            let text = finding.predicate?.text.text ?? ""
            predicate = ExactName(text.isEmpty ? finding.diagnostic.message : text)
        }

        fileprivate init(_ file: String, _ code: String, _ predicate: String) {
            self.file = ExactName(file)
            self.code = code
            self.predicate = ExactName(predicate)
        }
    }

    /// How often each finding is known.
    private var counts: [Key: Int] = [:]

    /// Nothing is known.
    package init() {}

    /// The number of findings.
    package var count: Int { counts.values.reduce(0) { $0 &+ $1 } }

    /// The number of files.
    package var fileCount: Int { Set(counts.keys.map(\.file)).count }

    /// Adds the findings of a file.
    package mutating func add(_ findings: [LintFinding], file: String) {
        for (key, members) in Self.groups(findings, file: file) { counts[key, default: 0] += members.count }
    }

    /// Takes the findings of a file out of those that are known.
    ///
    /// - Returns: the findings that are not among them.
    package mutating func take(_ findings: [LintFinding], file: String) -> [LintFinding] {
        var isKnown = Array(repeating: false, count: findings.count)
        for (key, members) in Self.groups(findings, file: file) {
            guard let count = counts[key], count > 0 else { continue }
            let taken = members.prefix(count)
            for index in taken { isKnown[index] = true }
            counts[key] = count - taken.count
        }
        return zip(findings, isKnown).filter { !$1 }.map(\.0)
    }

    /// The indexes of findings by what they are known by, in their order.
    ///
    /// The findings of a predicate follow one another. Its text may be long, so there is one key for all of them that have the same code.
    private static func groups(_ findings: [LintFinding], file: String) -> [(key: Key, members: [Int])] {
        var groups: [(key: Key, members: [Int])] = []
        var text: String?
        var ofText: [PredicateDiagnostic.Code: Int] = [:]
        for (index, finding) in findings.enumerated() {
            let predicate = finding.predicate?.text.text ?? ""
            if predicate.isEmpty || !(text.map { sameCodePoints($0, predicate) } ?? false) {
                text = predicate
                ofText = [:]
            }
            if let group = ofText[finding.diagnostic.code] {
                groups[group].members.append(index)
            } else {
                ofText[finding.diagnostic.code] = groups.count
                groups.append((Key(finding, file: file), [index]))
            }
        }
        return groups
    }

    /// The number of findings in files that a condition chooses, such as those that no file has any more.
    package func count(where isChosen: (String) -> Bool) -> Int {
        var chosen: [ExactName: Bool] = [:]
        return counts.reduce(0) { sum, entry in
            guard entry.value > 0 else { return sum }
            let file = entry.key.file
            let isIn = chosen[file] ?? isChosen(file.text)
            chosen[file] = isIn
            return isIn ? sum &+ entry.value : sum
        }
    }

    // MARK: The file

    /// Reads a baseline.
    ///
    /// - Throws: what is wrong with the file.
    package init(reading file: [UInt8]) throws(ConfigurationError) {
        let root = try JSONConfigurationReader.read(file)
        guard case .mapping(let entries) = root.content, case .sequence(let findings)? = root["findings"]?.content
        else {
            throw ConfigurationError("a baseline is an object with a list `findings`", at: root.range.lowerBound)
        }
        for entry in entries where !["version", "findings"].contains(entry.key.text) {
            throw ConfigurationError("a baseline has no key `\(entry.key.text)`", at: entry.key.fileRange.lowerBound)
        }
        guard case .other("1")? = root["version"]?.content else {
            throw ConfigurationError("a baseline has `version` 1", at: (root["version"] ?? root).range.lowerBound)
        }
        for finding in findings {
            func text(_ key: String) throws(ConfigurationError) -> String {
                guard let text = finding[key]?.text else {
                    throw ConfigurationError("a finding needs `\(key)`, a string", at: finding.range.lowerBound)
                }
                return text.text
            }
            let key = Key(try text("file"), try text("code"), try text("predicate"))
            var count = 1
            if let node = finding["count"] {
                guard case .other(let digits) = node.content, let number = Int(digits), number > 0, number < 1 << 40
                else { throw ConfigurationError("`count` is a positive number", at: node.range.lowerBound) }
                count = number
            }
            counts[key, default: 0] = min(counts[key, default: 0] + count, 1 << 40)
        }
    }

    /// The text of the file, in an order that does not depend on that of the findings.
    package var text: String {
        typealias Member = JSONNode.Member
        let sorted = counts.filter { $0.value > 0 }.sorted { a, b in
            for (x, y) in [
                (a.key.file.text, b.key.file.text), (a.key.code, b.key.code),
                (a.key.predicate.text, b.key.predicate.text),
            ] where !sameCodePoints(x, y) {
                return x.utf8.lexicographicallyPrecedes(y.utf8)
            }
            return false
        }
        let findings = sorted.map { key, count in
            var members = [
                Member("file", .string(key.file.text)), Member("code", .string(key.code)),
                Member("predicate", .string(key.predicate.text)),
            ]
            if count > 1 { members.append(Member("count", .number("\(count)"))) }
            return JSONNode.object(members)
        }
        return JSONNode.object([Member("version", .number("1")), Member("findings", .array(findings))])
            .text(pretty: true) + "\n"
    }
}
