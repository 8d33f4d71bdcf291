import Foundation
import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateConfiguration

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

    /// A finding that should not be, with the reason why it is there.
    private struct FalseAlarm {
        let file: String
        /// The code of the message.
        let code: String
        /// A part of the predicate.
        let text: String
        let reason: Comment
    }

    private static let falseAlarms = [
        FalseAlarm(
            file: "munki/manifests/department.plist", code: "unknown-field", text: "wifi_ssid IN",
            reason: "quotes are offered for the left side of IN too"),
        FalseAlarm(
            file: "munki/manifests/department.plist", code: "unknown-field", text: "machine_name CONTAINS",
            reason: "a name of several words is taken for another that begins with the same word"),
        FalseAlarm(
            file: "munki/manifests/department.plist", code: "mixed-and-or", text: "OR hostname BEGINSWITH",
            reason: "AND and OR without parentheses are a matter of style"),
        FalseAlarm(
            file: "autopkg/Meeting.pkg.recipe.yaml", code: "always-true", text: "1 == 1",
            reason: "a comparison of two numbers is meant to be constant"),
        FalseAlarm(
            file: "mdm/activation-16.json", code: "always-false", text: "1==0",
            reason: "a comparison of two numbers is meant to be constant"),
        FalseAlarm(
            file: "autopkg/Meeting.pkg.recipe.yaml", code: "nil-satisfies", text: "bundleid !=",
            reason: "fields that a recipe need not have make every `!=` a warning"),
        FalseAlarm(
            file: "app-extension/Calendar-Info.plist", code: "nil-satisfies", text: "@count != 0",
            reason: "the number of elements of a list that may be missing makes `!=` a warning"),
        FalseAlarm(
            file: "mdm/activation.plist", code: "nil-satisfies", text: "!= 'tvOS'",
            reason: "status items that a device need not have make every `!=` a warning"),
        FalseAlarm(
            file: "coredata/Library.xcdatamodeld/Library.xcdatamodel/contents", code: "nil-satisfies",
            text: "publisher.country !=", reason: "attributes are optional by default in Xcode"),
        FalseAlarm(
            file: "coredata/Tasks.xcdatamodel/contents", code: "nil-satisfies", text: "done != YES",
            reason: "attributes are optional by default in Xcode"),
        FalseAlarm(
            file: "swift/Views.swift", code: "nil-satisfies", text: "(mediaSubtypes & %d) != 0",
            reason: "a field of unknown type may be missing"),
        FalseAlarm(
            file: "coredata/Library.xcdatamodeld/Library.xcdatamodel/contents", code: "unknown-function",
            text: "canonical:", reason: "derived attributes have a function of their own"),
        FalseAlarm(
            file: "swift/Views.swift", code: "unavailable", text: "distanceToLocation:",
            reason: "the program runs with Apple's frameworks"),
        FalseAlarm(
            file: "swift/Views.swift", code: "unavailable", text: "TOKENMATCHES",
            reason: "the program runs with Apple's frameworks"),
        FalseAlarm(
            file: "objc/BookController.m", code: "unavailable", text: "isKindOfClass:",
            reason: "the program runs with Apple's frameworks"),
    ]

    @Test(arguments: files)
    func aGoodFileHasNoFinding(good: GoodFile) throws {
        guard let file = try read(good) else { return }
        let linter = PredicateLinter(finder(for: good), library: .standardWithPatterns)
        for finding in linter.findings(in: file) {
            let text = finding.predicate?.text.text ?? ""
            let code = finding.diagnostic.code.rawValue
            let message: Comment = "\(code): \(finding.diagnostic.message): \(text)"
            if let known = Self.falseAlarms.first(where: {
                $0.file == good.name && $0.code == code && text.contains($0.text)
            }) {
                withKnownIssue(known.reason) { Issue.record(message) }
            } else {
                Issue.record(message)
            }
        }
    }

    /// At least so many predicates are found in the files of a profile. The numbers are those of the files.
    @Test(arguments: [
        ("munki", 83), ("autopkg", 25), ("app-extension", 17), ("mdm", 25), ("log", 33), ("coredata", 53),
        ("swift", 102),
        ("objc", 64), ("generic", 27),
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
