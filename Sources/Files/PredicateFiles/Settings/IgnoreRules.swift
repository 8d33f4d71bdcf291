import PredicateFormat

/// The patterns of one ignore file, such as `.gitignore`. The rules are those of git.
package struct IgnoreRules: Sendable {
    private struct Rule: Sendable {
        let glob: PathGlob
        /// Whether the pattern is compared with the whole path below the folder of the file, rather than with a name at any depth.
        let isPath: Bool
        /// Whether only folders fit.
        let isForFolders: Bool
        /// Whether a fitting path is not ignored.
        let isNegated: Bool
    }

    private var rules: [Rule] = []

    /// The maximum number of patterns that are used of one file.
    static let mostRules = 10_000

    /// No patterns.
    package init() {}

    /// Reads an ignore file. A line that is no pattern is skipped, as git does.
    package init(reading file: [UInt8]) {
        for line in file.dropFirst(file.byteOrderMarkCount).split(separator: 0x0A) {
            guard rules.count < Self.mostRules else { return }
            if let rule = Self.rule(line) { rules.append(rule) }
        }
    }

    /// Whether there are no patterns.
    package var isEmpty: Bool { rules.isEmpty }

    /// Whether a path is ignored; nil if no pattern fits it.
    ///
    /// - Parameters:
    ///   - path: the path below the folder of the ignore file, such as `a/b.plist`.
    ///   - isFolder: whether it is a folder.
    package func ignores(_ path: String, isFolder: Bool) -> Bool? {
        guard !rules.isEmpty else { return nil }
        let path = PathGlob.Subject(path, .ignoreFile)
        let name = path.name
        // The last pattern that fits decides.
        for rule in rules.reversed() where isFolder || !rule.isForFolders {
            if rule.glob.matches(rule.isPath ? path : name) { return !rule.isNegated }
        }
        return nil
    }

    private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
        var text = Array(line)
        if text.last == 0x0D { text.removeLast() }
        guard text.first != UInt8(ascii: "#") else { return nil }
        removeSpaces(&text)
        var isNegated = false
        if text.first == UInt8(ascii: "!") {
            isNegated = true
            text.removeFirst()
        }
        var isForFolders = false
        if text.last == UInt8(ascii: "/") {
            isForFolders = true
            text.removeLast()
        }
        guard !text.isEmpty else { return nil }
        let isPath = text.contains(UInt8(ascii: "/"))
        guard let glob = try? PathGlob(FileName.text(text), .ignoreFile) else { return nil }
        return Rule(glob: glob, isPath: isPath, isForFolders: isForFolders, isNegated: isNegated)
    }

    /// Removes spaces at the end, except behind a backslash.
    private static func removeSpaces(_ text: inout [UInt8]) {
        var end = 0
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "\\") {
                index += 2
                end = min(index, text.count)
            } else {
                index += 1
                if text[index - 1] != UInt8(ascii: " ") { end = index }
            }
        }
        text.removeLast(text.count - end)
    }
}
