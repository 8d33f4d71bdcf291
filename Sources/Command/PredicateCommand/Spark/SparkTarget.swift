import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// What follows `#` in an address of Spark.
enum SparkTarget: Hashable {
    /// Files of JSON, which workers read themselves.
    case files(String)
    /// Files of lines of JSON that only Spark can read, such as those of HDFS. Their bytes pass through Spark.
    case lines(String)
    /// Files whose rows Spark reads, by the name of Spark's format.
    case rows(format: String, path: String)
    /// A table of the cluster's catalogue.
    case table(String)

    /// The formats whose rows Spark reads. Avro and Delta need packages of Spark that the user has configured.
    static let formats = ["parquet", "orc", "avro", "delta"]
    /// The most entries of folders to look at for the format of a folder.
    private static let looks = 200

    /// Finds what a string names: `table:NAME`, `FORMAT:PATH`, `lines:PATH`, or a path. The format of a path is that of
    /// its ending, or of the files in a folder.
    ///
    /// - Throws: if a table or path has no name.
    init(parsing text: String) throws(CommandFailure) {
        if let (word, rest) = text.split(atFirst: ":"),
            ["table", "lines"].contains(word) || Self.formats.contains(word)
        {
            guard !rest.isEmpty else {
                throw CommandFailure(
                    .usage, "error: no \(word == "table" ? "name" : "path") follows `\(word):` in the address")
            }
            switch word {
            case "table": self = .table(rest)
            case "lines": self = .lines(rest)
            default: self = .rows(format: word, path: rest)
            }
            return
        }
        if let format = Self.format(ofName: text) {
            self = .rows(format: format, path: text)
        } else if let folder = SparkPath.localFolder(text), let format = Self.format(ofFolder: folder) {
            self = .rows(format: format, path: text)
        } else if SparkPath.isElsewhere(text) {
            self = .lines(text)
        } else {
            self = .files(text)
        }
    }

    /// What it is called in messages.
    var name: String {
        switch self {
        case .files(let path), .lines(let path), .rows(_, let path): path
        case .table(let name): name
        }
    }

    private static func format(ofName name: String) -> String? {
        var name = name[...]
        while name.hasSuffix("/") { name = name.dropLast() }
        return formats.dropLast().first { name.lowercased().hasSuffix("." + $0) }
    }

    /// The format of the files in a folder, or in the folders of its partitions: that of the first file with an ending.
    private static func format(ofFolder folder: String) -> String? {
        var waiting = [folder]
        var looks = Self.looks
        while let folder = waiting.popLast(), looks > 0 {
            if access(folder + "/_delta_log", F_OK) == 0 { return "delta" }
            for path in SparkPath.contents(of: folder) {
                looks -= 1
                if looks < 0 { return nil }
                if let format = format(ofName: path) { return format }
                // Folders of partitions are named `column=value`.
                let name = path.unicodeScalars.split(separator: "/").last.map(String.init) ?? ""
                guard name.unicodeScalars.contains("="), SparkPath.localFolder(path) != nil else { return nil }
                waiting.append(path)
                break
            }
        }
        return nil
    }
}
