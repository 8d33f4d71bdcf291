import Foundation
import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// The files in Fixtures/Good: predicates as people write them, in the files that they write them in. Nothing may be reported.
///
/// The files are written for this test. What they hold varies as public files of these kinds do: the case of keywords, quotes, spaces,
/// long chains, generated lists, nested subqueries, format arguments.
@Suite struct GoodFileTests {
    /// A file that must bring no finding.
    struct GoodFile: Sendable, CustomTestStringConvertible {
        /// The path below the folder: `munki/manifests/lab.yaml`.
        let name: String
        let bytes: [UInt8]

        var testDescription: String { name }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Good", isDirectory: true)

    static let files: [GoodFile] = {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        return paths.compactMap { $0 as? String }.sorted().compactMap { path in
            guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path),
                !path.hasSuffix(".md")
            else { return nil }
            return data.isEmpty ? nil : GoodFile(name: path, bytes: [UInt8](data))
        }
    }()

    /// What finds the predicates of a file: the built-in profiles, and keys for the folder `generic`.
    private func finder(for file: GoodFile) -> PredicateFinder {
        var finder = PredicateFinder()
        guard file.name.hasPrefix("generic/") else { return finder }
        let keys = ["**.predicate", "alert[].when"].compactMap { KeyPattern($0) }
        finder.profiles = [.generic(keys, schema: nil)]
        return finder
    }

    /// The file; nil if no profile knows its format.
    private func read(_ file: GoodFile) throws -> ConfigurationFile? {
        guard let format = ConfigurationFile.format(of: file.name, file.bytes) else { return nil }
        return try ConfigurationFile(path: file.name, file.bytes, format)
    }

    @Test(arguments: files)
    func aGoodFileHasNoFinding(good: GoodFile) throws {
        guard let file = try read(good) else { return }
        let linter = PredicateLinter(finder(for: good), library: .standardWithPatterns)
        for finding in linter.findings(in: file) {
            let text = finding.predicate?.text.text ?? ""
            Issue.record("\(finding.diagnostic.code.rawValue): \(finding.diagnostic.message): \(text)")
        }
    }

    /// At least so many predicates are found in the files of a profile. The numbers are those of the files.
    @Test(arguments: [
        ("munki", 83), ("autopkg", 25), ("app-extension", 17), ("mdm", 25), ("log", 33), ("coredata", 53),
        ("swift", 102),
        ("objc", 64), ("generic", 27), ("appium", 45),
    ])
    func everyPredicateIsFound(profile: String, number: Int) throws {
        let files = Self.files.filter { $0.name.hasPrefix(profile + "/") }
        let found = try files.reduce(into: 0) { count, good in
            guard let file = try read(good) else { return }
            count += finder(for: good).predicates(in: file).count
        }
        #expect(found == number)
    }

    /// The files hold at least three hundred different predicates.
    @Test func thePredicatesAreManyAndDifferent() throws {
        var texts: Set<String> = []
        for good in Self.files {
            guard let file = try read(good) else { continue }
            for predicate in finder(for: good).predicates(in: file) { texts.insert(predicate.text.text) }
        }
        #expect(texts.count >= 300, "\(texts.count)")
    }

    /// The test above can fail: the same files with a mistake in them have findings.
    @Test(arguments: [
        ("munki/manifests/lab.yaml", "hostname BEGINSWITH", "hostnme BEGINSWITH"),
        ("autopkg/Paint.munki.recipe", "download_changed == False", "download_chnged == False"),
        ("app-extension/Pictures-Info.plist", "$extensionItem.attachments.@count", "$extensionItem.atachments.@count"),
        ("mdm/activation-3.json", "model.family", "model.famly"),
        ("log/otel.yaml", "messageType IN", "mesageType IN"),
        ("coredata/Tasks.xcdatamodel/contents", "list.name ==[cd]", "list.nme ==[cd]"),
        ("swift/Dogs.swift", "ANY dogs.name IN", "ANY dogs.name ISIN"),
        ("objc/Kennel.mm", #"@"name = %@", name"#, #"@"name = %@", name, name"#),
        ("generic/views.yaml", "done == NO AND", "done == NO ANDD"),
    ])
    func aMistakeIsNoticed(name: String, right: String, wrong: String) throws {
        let good = try #require(Self.files.first { $0.name == name })
        let text = String(decoding: good.bytes, as: UTF8.self)
        let changed = text.replacingOccurrences(of: right, with: wrong)
        #expect(changed != text)
        let bad = GoodFile(name: name, bytes: Array(changed.utf8))
        let file = try #require(try read(bad))
        #expect(!PredicateLinter(finder(for: bad), library: .standardWithPatterns).findings(in: file).isEmpty)
    }
}
