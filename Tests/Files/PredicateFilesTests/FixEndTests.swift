import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateFiles

/// A file that is fixed is at its end: fixing it again changes nothing, and it has no more errors than before.
@Suite struct FixEndTests {
    private static let cases: [(path: String, text: String)] = {
        let folder = Repository.url("Examples/Config")
        let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).sorted()
        let examples = names.compactMap { name -> (String, String)? in
            guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8),
                text.utf8.count < 4_000
            else { return nil }
            return (name, text)
        }
        return examples + PredicateLinterTests.cases.map { ($0.path, $0.text) }
            + NamedFileCheckerTests.recognised.map { ("rules.yaml", $0) }
    }()

    /// Files whose fix went on for ever, or led back.
    private static let endless: [(path: String, text: String)] = [
        ("a.yaml", "installable_condition: 'x[”n'\n"), ("a.yaml", "installable_condition: ANY -1 & 255 == 1))\n"),
        ("a.predicates", "−a!=[c] b\n"), ("a.predicates", "name ENDSWTH \"-lab\"((((((((((((((((((((\n"),
        ("a.swift", "let p = NSPredicate(format: \"pla(((((((((((((ceholder BEGINSWTH[c] 'user'\")\n"),
        ("a.yaml", "predicates:\n  a: {predicate: 'x[”n AND nmae == 1', arguments: {m: integr}}\n"),
        // Quotes around a placeholder would make a boolean a string.
        (
            "a.recipe.yaml",
            """
            Input: {NAME: Firefox, FLAG: f 3}
            Process:
              - Processor: StopProcessingIf
                Arguments: {predicate: 'NAME == %NAME% AND download_changed == %FLAG%'}

            """
        ),
        ("a.sh", "log show --predicate 'subsystem BEGIN{{{{{{{{{{{{{{{{{{SWITH \"com.example.\"'\n"),
        // Mutations of files in Examples/Config, one of them with a byte order mark and CRLF.
        (
            "windows.yaml",
            "\u{FEFF}# Saved on Windows.\r\nconditional_items:\r\n  - condition: >-\r\n      machine_type == \"desktop\"\r\n"
                + "      AND os_versmajor > 13\r\n    managed_installs: [Docks]\r\n"
                + "  - condition: \"hostname ENDSWTH \\\"-lab\\\"\(many("(", 50))\"\r\n    managed_installs: [LabTools]\r\n"
        ),
        (
            "LoginTest.java",
            """
            import io.appium.java_client.AppiumBy;

            class LoginTest {
                void test() {
                    driver.findElement(AppiumBy.iOSNsPredicateString("lable == 'Sign in' AND enabled == 1")).click();
                    driver.findElement(AppiumBy.iOSNsPredicateString(
                        "ty\(many("(", 200))pe == \\"XCUIElementTypeCell\\" AND " + "visibel == 1"));
                }
            }

            """
        ),
        (
            "otel-collector.yaml",
            """
            receivers:
              macosunifiedlogging:
                predicate: >-
                  subsystem BEGIN\(many("{", 60))SWITH "com.example." AND messageType IN {"Error", "Fault"}
                  AND NOT eventMessage CONTAINS[c] "retrying"

            """
        ),
        (
            "Search.m",
            """
            #impor\(many("[", 200))t <Foundation/Foundation.h>

            NSPredicate *Search(NSString *text, int limit) {
                return [NSPredicate predicateWithFormat:@"title CONTAINS[cd] \(many("(", 50))%@ "
                                                         @"AND length <= %d", text, limit];
            }

            """
        ),
        (
            "test_login.py",
            """
            from appium.webdriver.common.appiumby import AppiumBy

            def test_login(driver):
                driver.find_element(
                    AppiumBy.IOS_PREDICATE,
                    "Mype == 'XCUIElementTypeTextField' "
                    "AND pla\(many("(", 200)) + \(many("(", 90))ceholderValue BEGINSWITH[c] 'user'",
                ).send_keys("ana")

            """
        ),
    ]

    private static func many(_ piece: String, _ count: Int) -> String { String(repeating: piece, count: count) }

    private static let pieces = [
        "(", ")", "[", "]", "{", "}", "\"", "'", "”", "“", "−", "\\", "%@", "%", "$x", "@", " AND ", " OR ", "NOT ",
        "ANY ", "=", "==", "<>", "!", "&", "|", ",", ":", "#", "\n", " ", "-", "..", "[c]", "1", "nil",
    ]

    /// Deletes, doubles and inserts pieces, also many times in a row.
    private static func mutated(_ text: String, _ random: inout SeededRandom) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<1 + random.below(3) {
            let (a, b) = (
                Int.random(in: 0...scalars.count, using: &random), Int.random(in: 0...scalars.count, using: &random)
            )
            let piece = Array((pieces.randomElement(using: &random) ?? "").unicodeScalars)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: scalars.insert(contentsOf: piece, at: a)
            case 2:
                let count = Int.random(in: 2...60, using: &random)
                scalars.insert(contentsOf: Array(repeating: piece, count: count).joined(), at: a)
            case 3: scalars.removeSubrange(min(a, b)..<min(max(a, b), min(a, b) + 12))
            case 4: scalars.insert(contentsOf: scalars[min(a, b)..<min(max(a, b), min(a, b) + 12)], at: a)
            default: if a < scalars.count { scalars.remove(at: a) }
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// What is wrong with the fix of a file; nil if nothing is.
    private static func failure(_ path: String, _ text: String) throws -> String? {
        let bytes = Array(text.utf8)
        guard let format = ConfigurationFile.format(of: path, bytes),
            let file = try? ConfigurationFile(path: path, bytes, format),
            let checks = LintSettings().adding(LintSettings.Rule()).checks(
                forRelative: nil, .standardWithPatterns),
            let fixed = checks.fixed(file)
        else { return nil }
        let result = String(decoding: fixed, as: UTF8.self)
        guard let again = try? ConfigurationFile(path: path, fixed, format) else {
            return "\(path) cannot be read after its fix:\n\(text)\nbecomes\n\(result)"
        }
        func errors(_ file: ConfigurationFile) -> Int {
            checks.findings(in: file).count { $0.diagnostic.severity == .error }
        }
        if errors(again) > errors(file) { return "\(path) has more errors:\n\(text)\nbecomes\n\(result)" }
        guard let twice = checks.fixed(again) else { return nil }
        return "\(path):\n\(text)\nbecomes\n\(result)\nand then\n\(String(decoding: twice, as: UTF8.self))"
    }

    @Test(arguments: endless.indices) func endlessFixes(index: Int) throws {
        let (path, text) = Self.endless[index]
        if let failure = try Self.failure(path, text) { Issue.record("\(failure)") }
    }

    @Test(arguments: 0..<4) func mutations(shard: Int) throws {
        let count =
            ProcessInfo.processInfo.environment["PREDICATE_FIXES"].flatMap(Int.init) ?? (runsDeepTests ? 1_200 : 60)
        var random = SeededRandom(seed: UInt64(shard))
        for _ in 0..<count {
            guard let (path, text) = Self.cases.randomElement(using: &random) else { break }
            if let failure = try Self.failure(path, Self.mutated(text, &random)) { Issue.record("\(failure)") }
        }
    }
}
