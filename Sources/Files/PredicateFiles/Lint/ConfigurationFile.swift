import PredicateFormat
import PredicateRecords

/// A file with the values that were read of it.
package struct ConfigurationFile: Sendable {
    /// What a file holds.
    package enum Content: Sendable {
        /// Keys and values, one tree for each document.
        case data([ConfigurationNode])
        case model(DataModel)
        /// Calls in source code.
        case calls([SourceCall])
    }

    /// The path, as it was given.
    package let path: String
    package let bytes: [UInt8]
    package let format: ConfigurationFormat
    package let content: Content
    /// The folders that must hold the files that this file names; nil for any.
    package let bounds: FileBounds?
    /// Whether places in the file have no lines: a binary property list.
    package let isBinary: Bool

    /// The format of a file by its name and its first bytes; nil for files that are none of ours.
    package static func format(of path: String, _ bytes: [UInt8]) -> ConfigurationFormat? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let ending =
            name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last.map(String.init) ?? ""
        switch ending.lowercased() {
        case "plist", "recipe", "pkginfo", "mobileconfig", "xcprivacy": return .propertyList
        case "yaml", "yml": return .yaml
        case "json", "jsonc": return .json
        case "toml": return .toml
        case "predicates": return .predicates
        case "swift": return .swift
        case "m", "mm", "h": return .objectiveC
        case "sh", "bash", "zsh", "command": return .shell
        case "py": return .python
        case "java": return .java
        case "kt", "kts": return .kotlin
        case "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts": return .javaScript
        case "rb": return .ruby
        case "cs": return .cSharp
        case "conf" where CollectorReader.reads(bytes): return .collector
        default: break
        }
        if name == "contents", path.contains(".xcdatamodel/") { return .dataModel }
        // Munki's manifests and scripts often have no extension.
        if PropertyListReader.kind(of: bytes) == .xml || PropertyListReader.kind(of: bytes) == .binary {
            return .propertyList
        }
        if bytes.starts(with: Array("#!".utf8)) {
            let line = String(decoding: bytes.prefix { $0 != 0x0A }.prefix(100), as: UTF8.self)
            return line.hasSuffix("sh") || line.contains("sh ") ? .shell : nil
        }
        return nil
    }

    /// The text of the file, in which every byte keeps its offset: bytes that are not UTF-8 are question marks. Empty for a binary file.
    package var text: String { isBinary ? "" : Self.text(of: bytes) }

    /// The text of bytes that may not be UTF-8, in which every byte keeps its offset.
    package static func text(of bytes: [UInt8]) -> String {
        if bytes.firstInvalidUTF8 == nil { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Reads a file in a format.
    ///
    /// - Parameter bounds: the folders that must hold the files that this file names; nil for any.
    /// - Throws: what is wrong with the file.
    package init(
        path: String, _ bytes: [UInt8], _ format: ConfigurationFormat, within bounds: FileBounds? = nil
    ) throws(ConfigurationError) {
        self.path = path
        self.bounds = bounds
        self.bytes = bytes
        self.format = format
        isBinary = format == .propertyList && PropertyListReader.kind(of: bytes) == .binary
        switch format {
        case .propertyList: content = .data([try PropertyListReader.read(bytes)])
        case .yaml: content = .data(try YAMLReader.read(bytes))
        case .json: content = .data([try JSONConfigurationReader.read(bytes)])
        case .toml: content = .data(try TOMLReader.read(bytes))
        case .predicates: content = .data([try PlainTextReader.read(bytes)])
        case .dataModel: content = .model(try DataModelReader.read(bytes))
        case .swift: content = .calls(SwiftSourceReader.calls(in: bytes))
        case .objectiveC: content = .calls(ObjectiveCSourceReader.calls(in: bytes))
        case .shell: content = .calls(ShellReader.calls(in: bytes))
        case .collector: content = .calls(try CollectorReader.calls(in: bytes))
        case .python: content = .calls(LocatorReader.calls(in: bytes, .python))
        case .java: content = .calls(LocatorReader.calls(in: bytes, .java))
        case .kotlin: content = .calls(LocatorReader.calls(in: bytes, .kotlin))
        case .javaScript: content = .calls(LocatorReader.calls(in: bytes, .javaScript))
        case .ruby: content = .calls(LocatorReader.calls(in: bytes, .ruby))
        case .cSharp: content = .calls(LocatorReader.calls(in: bytes, .cSharp))
        }
    }
}
