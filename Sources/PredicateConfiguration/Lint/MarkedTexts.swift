import PredicateFormat

/// The values of a file that a comment `predicate` marks: above the key, or behind the value.
enum MarkedTexts {
    /// A text that is marked.
    struct Marked {
        let text: LocatedText
        let keyPath: String
        /// The name behind `predicate:`.
        let schemaName: String?
    }

    /// The marked texts below a value, in the order of the file. A mark of a list marks each text of it.
    static func texts(in root: ConfigurationNode) -> [Marked] {
        var found: [Marked] = []
        visit(root, "", nil, &found)
        return found
    }

    /// The mark of comments; nil if they have none. Its inner value is the name of a schema.
    private static func mark(_ comments: [String]) -> String?? {
        for comment in comments.reversed() where comment.utf8.starts(with: "predicate".utf8) {
            let rest = comment.utf8.dropFirst("predicate".utf8.count)
            if rest.allSatisfy({ $0 <= 0x20 }) { return .some(nil) }
            guard rest.first == UInt8(ascii: ":") else { continue }
            let name = rest.dropFirst().drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
            // `predicate: all of these have to be installed` is a sentence.
            let end = rest.dropFirst().drop { $0 <= 0x20 }.dropFirst(name.count)
            guard end.allSatisfy({ $0 <= 0x20 }) else { continue }
            return .some(name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
        }
        return nil
    }

    /// Readers limit the depth of values.
    private static func visit(_ node: ConfigurationNode, _ keyPath: String, _ outer: String??, _ found: inout [Marked])
    {
        let mark = node.comments.isEmpty ? nil : mark(node.comments)
        switch node.content {
        case .text(let text):
            if let name = mark ?? outer { found.append(Marked(text: text, keyPath: keyPath, schemaName: name)) }
        case .mapping(let entries):
            for entry in entries {
                visit(
                    entry.value, keyPath.isEmpty ? entry.key.text : keyPath + "." + entry.key.text, nil, &found)
            }
        case .sequence(let elements):
            for (index, element) in elements.enumerated() { visit(element, "\(keyPath)[\(index)]", mark, &found) }
        case .other, .alias: break
        }
    }
}

extension ConfigurationNode {
    /// The values of `Input` of a recipe of AutoPkg by their names, as texts that replace placeholders.
    var recipeInput: [ExactName: String] {
        guard case .mapping(let entries)? = self["Input"]?.content else { return [:] }
        var values: [ExactName: String] = [:]
        for entry in entries {
            switch entry.value.content {
            case .text(let text): values[ExactName(entry.key.text)] = text.text
            case .other(let text):
                // Python writes the booleans so.
                switch text.lowercased() {
                case "true", "yes", "on": values[ExactName(entry.key.text)] = "True"
                case "false", "no", "off": values[ExactName(entry.key.text)] = "False"
                default: if text.utf8.first.map(isDigitByte) == true { values[ExactName(entry.key.text)] = text }
                }
            case .mapping, .sequence, .alias: break
            }
        }
        return values
    }
}
