import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The folders of `Examples/Config`: lint reports nothing about the good files, and the mistakes of the bad ones at their places.
@Suite struct ConfigExamplesTests {
    private static let config = Repository.url("Examples/Config")

    static let profiles = [
        "munki", "autopkg", "app-extension", "mdm", "log", "appium", "coredata", "swift", "objc", "generic",
    ]

    /// The options that the files of a profile need.
    private static func options(_ profile: String) -> [String] {
        guard profile == "generic" else { return [] }
        let schema = config.appendingPathComponent("generic/city.schema.json").path
        return ["--keys", "views.*.predicate", "--schema", schema]
    }

    private func lint(_ profile: String, _ folder: String, _ more: String...) -> CommandResult {
        let path = Self.config.appendingPathComponent(profile).appendingPathComponent(folder).path
        return predicate(["lint"] + Self.options(profile) + more + [path])
    }

    /// The output with paths as they are in the folder of the profile.
    private func shortened(_ output: String, _ profile: String) -> String {
        output.replacingOccurrences(of: Self.config.appendingPathComponent(profile).path + "/", with: "")
    }

    /// Files whose format no profile knows bring nothing at all, and then nothing can be compared.
    private func isKnown(_ profile: String) -> Bool { !lint(profile, "good", "--list").output.isEmpty }

    @Test(arguments: profiles)
    func goodFilesHaveNoFinding(profile: String) {
        let result = lint(profile, "good", "--fail-on-warnings")
        #expect(result == CommandResult(status: 0, output: "", messages: ""))
    }

    /// `expected.txt` is what lint writes about the bad files; `make record` writes it anew.
    @Test(arguments: profiles)
    func badFilesHaveTheFindingsOfTheirFolder(profile: String) throws {
        guard isKnown(profile) else { return }
        let result = lint(profile, "bad")
        #expect(result.status == 65)
        let output = shortened(result.output, profile)
        #expect(
            try Repository.holds(output, in: "Examples/Config/\(profile)/expected.txt"),
            "run `make record`, and read the difference\n\(output)")
    }

    /// A mistake in a bad file, found in the bytes of the file without lint.
    struct Mistake: Sendable, CustomTestStringConvertible {
        /// The file below Examples/Config.
        let file: String
        /// A text that stands once in the file, in which `⟨` and `⟩` surround what is marked.
        let text: String

        init(_ file: String, _ text: String) {
            self.file = file
            self.text = text
        }

        var testDescription: String { "\(file): \(text)" }
    }

    @Test(arguments: [
        // A scalar of YAML that is folded.
        Mistake("munki/bad/manifest.yaml", "\n      os_vers ⟨CONTAIN⟩ \"14.\""),
        // Behind escapes of a quoted scalar.
        Mistake("munki/bad/manifest.yaml", #"\"caf\u00e9\" OR ⟨hostnme⟩ BEGINS"#),
        Mistake("munki/bad/manifest.yaml", "condition: ⟨board-id⟩ =="),
        // CRLF and a byte order mark, folded and quoted.
        Mistake("munki/bad/windows.yaml", "\r\n      AND ⟨os_versmajor⟩ > 13\r\n"),
        Mistake("munki/bad/windows.yaml", #""hostname ⟨ENDSWTH⟩ \"-lab\"""#),
        // Behind entities, in a CDATA section.
        Mistake("munki/bad/site_default", "&gt;= 14 &amp;&amp; ⟨machne_type⟩ == &quot;"),
        Mistake("munki/bad/site_default", "<![CDATA[os_vers_major < 14 && ⟨os_vers_majr⟩ > 12]]>"),
        Mistake("munki/bad/site_default", "&#x22;lab&#x22; AND ⟨(⟩NOT"),
        Mistake("autopkg/bad/ExampleEditor.download.recipe.yaml", "predicate: ⟨download_chnged⟩ =="),
        Mistake("autopkg/bad/ExampleEditor.download.recipe.yaml", #"predicate: download_changed == ⟨"True"⟩"#),
        Mistake("autopkg/bad/ExamplePaint.munki.recipe", "version ⟨STARTSWITH⟩ \"2.\""),
        Mistake("app-extension/bad/ShareExtension-Info.plist", "SUBQUERY($item.⟨atachments⟩, $attachment"),
        Mistake("app-extension/bad/ShareExtension-Info.plist", "UTI-CONFORMS-TO ⟨\"public.imge\"⟩"),
        Mistake("app-extension/bad/FileProvider-Info.plist", "SUBQUERY(⟨fileProviderItems⟩, $item"),
        // Behind `\u00e9` of JSON.
        Mistake("mdm/bad/activation.json", #"'caf\u00e9' AND ⟨@status(device.model.famly)⟩ == "#),
        Mistake("mdm/bad/activation.yaml", "@property(groups) ⟨INN⟩ {"),
        Mistake("log/bad/log-show.sh", "'⟨subsytem⟩ =="),
        Mistake("log/bad/log-show.sh", "CONTAINS[⟨x⟩] \\\"failed\\\""),
        Mistake("log/bad/otel-collector.yaml", "CONTAINS⟨[⟩c \"panic\""),
        // An attribute two relationships away, behind an entity, and a derived attribute.
        Mistake("coredata/bad/Library.xcdatamodel/contents", "\"ANY authors.publisher.⟨cty⟩ == &quot;Lisbon"),
        Mistake("coredata/bad/Library.xcdatamodel/contents", "$book.year &gt;= ⟨&quot;2000&quot;⟩)"),
        Mistake("coredata/bad/Library.xcdatamodel/contents", "derivationExpression=\"⟨author⟩.@count"),
        // A literal of several lines, a raw one, behind `\u{e9}`.
        Mistake("swift/bad/Search.swift", "\n            AND SUBQUERY(loans, $loan, $loan.returned ⟨IS⟩ nil)"),
        Mistake("swift/bad/Search.swift", "#\"SELF ⟨MATCH⟩ \""),
        Mistake("swift/bad/Search.swift", #"'\u{e9}t\u{e9}' && owner ⟨LIK⟩ 'x'"#),
        Mistake("swift/bad/Search.swift", #"'⟨\(text)⟩' AND"#),
        Mistake("swift/bad/Search.swift", #"format: ⟨"position >= %@ AND position < %@"⟩, first"#),
        Mistake("objc/bad/Search.m", "@\"title ⟨CONTAIN⟩[cd] %@ \""),
        // Literals that stand beside each other, or are joined; class chains.
        Mistake("appium/bad/test_login.py", "\"AND ⟨placeholdrValue⟩ BEGIN"),
        Mistake("appium/bad/test_login.py", "\"row\" AND ⟨visibel⟩ == 1`"),
        Mistake("appium/bad/login.spec.js", "-ios predicate string:⟨lable⟩ =="),
        Mistake("appium/bad/LoginTest.java", "\" + \"⟨visibel⟩ == 1\""),
        Mistake("munki/bad/manifest.yaml", "== ⟨com.example.editor⟩'"),
        Mistake("munki/bad/Upgrade.pkginfo", "board_id IN {⟨Mac-1E7E29AD0135F9BC, Mac-226CB3C6A851A671⟩}"),
        Mistake("generic/bad/views.toml", "ANY names.⟨txt⟩ CONTAINS"),
        Mistake("generic/bad/views.toml", "\nAND ⟨contry⟩ != "),
        Mistake("generic/bad/views.json", #" AND ⟨coun\u0074y⟩ == \"PT"#),
        Mistake("generic/bad/views.yaml", "\n      AND population ⟨BETWEN⟩ {"),
    ])
    func mistakesAreFoundAtTheirPlaces(mistake: Mistake) throws {
        let profile = String(mistake.file.prefix { $0 != "/" })
        let url = Self.config.appendingPathComponent(mistake.file)
        let parts = mistake.text.components(separatedBy: ["⟨", "⟩"])
        try #require(parts.count == 3)
        let bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data(parts.joined().utf8)), "not in the file")
        #expect(
            bytes.range(of: Data(parts.joined().utf8), in: place.upperBound..<bytes.endIndex) == nil,
            "twice in the file")
        let start = place.lowerBound + parts[0].utf8.count
        let found = try findings(profile, url)
        #expect(found.contains { $0 == start..<start + parts[1].utf8.count }, "\(start): \(found)")
    }

    /// Where the findings of a file stand, in bytes.
    private func findings(_ profile: String, _ url: URL) throws -> [Range<Int>] {
        let result = predicate(["lint"] + Self.options(profile) + ["--format", "json", url.path])
        let findings = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        return findings.compactMap { finding in
            guard let range = finding["range"] as? [String: Int], let start = range["start"], let end = range["end"]
            else { return nil }
            return start..<end
        }
    }

    /// Fixing keeps all that is not a predicate, and twice changes nothing more.
    @Test(arguments: profiles)
    func badFilesAreFixedOnce(profile: String) throws {
        guard isKnown(profile) else { return }
        let folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent(profile)
        try FileManager.default.copyItem(
            at: Self.config.appendingPathComponent(profile).appendingPathComponent("bad"), to: copy)
        let before = try contents(of: copy)
        #expect(!before.isEmpty)
        let arguments = ["lint", "--fix"] + Self.options(profile) + [copy.path]
        _ = predicate(arguments)
        let fixed = try contents(of: copy)
        _ = predicate(arguments)
        #expect(try contents(of: copy) == fixed)
        for (name, bytes) in before {
            let after = try #require(fixed[name])
            #expect(
                skeleton(bytes, isYAML: name.hasSuffix(".yaml")) == skeleton(after, isYAML: name.hasSuffix(".yaml")),
                "\(name)")
        }
    }

    /// The files of a folder by their paths in it.
    private func contents(of folder: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            let url = folder.appendingPathComponent(path)
            if (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true { continue }
            files[path] = try Data(contentsOf: url)
        }
        return files
    }

    /// What a fix leaves as it is: the number of lines, the ends of lines, indentation, a byte order mark, comments.
    private func skeleton(_ file: Data, isYAML: Bool) -> [String] {
        String(decoding: file, as: UTF8.self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let indentation = line.prefix { $0 == " " || $0 == "\u{FEFF}" }
                let isComment = isYAML && line.dropFirst(indentation.count).first == "#"
                return (isComment ? String(line) : String(indentation)) + (line.last == "\r" ? "\r" : "")
            }
    }
}
