import PredicateCore

/// The values of a file that are predicates by themselves: a comment `predicate` is above the key or after the value,
/// or the strategy of a locator before it.
enum MarkedTexts {
    struct Marked {
        let text: LocatedText
        let keyPath: String
        /// The name after `predicate:`.
        var schemaName: String?
        /// Whether it is a locator with its strategy before it, which needs no mark.
        var isLocator = false
    }

    /// The marked strings below a value, in the order of the file. A mark of a list marks each text of it.
    static func texts(in root: ConfigurationNode, _ comments: ValueComments) -> [Marked] {
        var walk = Walk(comments: comments)
        walk.visit(root, key: nil, nil)
        return walk.found
    }

    /// The mark of comments; nil if they have none. Its inner value is the name of a schema.
    fileprivate static func mark(_ comments: [String]) -> String?? {
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
    private struct Walk {
        var comments: ValueComments
        var path: [String] = []
        var found: [Marked] = []

        mutating func visit(_ node: ConfigurationNode, key: LocatedText?, _ outer: String??) {
            let mark = MarkedTexts.mark(comments.texts(of: node, key: key))
            switch node.content {
            case .text(let text):
                if let name = mark ?? outer {
                    found.append(Marked(text: text, keyPath: path.joined(), schemaName: name))
                } else if AppiumLocator.strategy(of: text.text)?.isWhole == false {
                    found.append(Marked(text: text, keyPath: path.joined(), isLocator: true))
                }
            case .mapping(let entries):
                for entry in entries {
                    path.append(path.isEmpty ? entry.key.text : "." + entry.key.text)
                    visit(entry.value, key: entry.key, nil)
                    path.removeLast()
                }
            case .sequence(let elements):
                for (index, element) in elements.enumerated() {
                    path.append("[\(index)]")
                    visit(element, key: nil, mark)
                    path.removeLast()
                }
            case .other, .alias: break
            }
        }
    }
}

extension ConfigurationFormat {
    /// How a format of keys and values writes comments.
    var comments: CommentSyntax {
        switch self {
        case .json: .json
        case .propertyList: .propertyList
        case .toml: .toml
        case .yaml: .yaml
        default: .none
        }
    }
}

extension ConfigurationNode {
    /// The values of `Input` of a recipe of AutoPkg by their names, as strings that replace placeholders.
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
                default: if text.utf8.first.map(\.isDigit) == true { values[ExactName(entry.key.text)] = text }
                }
            case .mapping, .sequence, .alias: break
            }
        }
        return values
    }
}
