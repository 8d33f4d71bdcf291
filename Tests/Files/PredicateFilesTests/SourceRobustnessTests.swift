import PredicateFiles
import PredicateTesting
import Testing

/// Files that are broken or hostile: each ends in a result, in bounded time.
@Suite struct SourceRobustnessTests {
    /// The files of the fixtures and of the other tests.
    private static func files(_ language: SourceLanguage) -> [String] {
        let fixtures = SourceLiteralCase.all.filter { $0.language == language.rawValue }.map(\.file)
        switch language {
        case .swift:
            return fixtures + SwiftSourceReaderTests.cases.map(\.source) + SourceInjectionTests.swift.map(\.source)
        case .objc:
            return fixtures + ObjectiveCSourceReaderTests.cases.map(\.source)
                + SourceInjectionTests.objectiveC.map(\.source)
        case .shell: return fixtures + ShellReaderTests.cases.map(\.source)
        case .python, .java, .kotlin, .javaScript, .ruby, .cSharp:
            return LocatorReaderTests.cases.filter { $0.language == language }.map(\.source)
        }
    }

    /// Every file with bytes deleted, doubled, changed and cut off: a result with all locations within the file.
    @Test(arguments: SourceLanguage.allCases)
    func brokenFiles(language: SourceLanguage) {
        var state: UInt64 = 17
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(1, limit)))
        }
        let signs = Array("\"'\\()[]{}#+,@$`/*\n\r%".utf8)
        for text in Self.files(language) {
            let file = Array(text.utf8)
            for round in 0..<(runsDeepTests ? 100 : 20) {
                var broken = file
                // Two changes at once break what one leaves whole.
                for _ in 0...(round % 2) where !broken.isEmpty {
                    let place = random(broken.count)
                    switch round % 5 {
                    case 0: broken.remove(at: place)
                    case 1: broken[place] ^= UInt8(1 << random(8))
                    case 2: broken.insert(broken[place], at: place)
                    case 3: broken.removeSubrange(place...)
                    default: broken[place] = signs[random(signs.count)]
                    }
                }
                for call in language.calls(in: broken) {
                    for range in call.ranges where range.lowerBound < 0 || range.upperBound > broken.count {
                        Issue.record("\(range) in \(String(decoding: broken, as: UTF8.self))")
                    }
                }
            }
        }
    }

    /// Bytes that open much and close nothing, with calls around them: linear time, and no deep recursion.
    @Test(arguments: SourceLanguage.allCases)
    func hostileFiles(language: SourceLanguage) {
        let pieces = [
            "\"", "(", "\\(", "\"\\(", "[", "{", "#", "#\"", "#\"\"\"", "\"\"\"", "/", " /\\", "/*", "'", "`", "$(",
            "${", "$((", "\"$(", "<<a ",
            "NSPredicate(format: ", "NSPredicate(format: \"", "[NSPredicate predicateWithFormat:", "@\"", "(a) in) ",
            "return .init(", ")", "]",
            "a < b, ", "#\"\"\"\\#(", "R\"(", "log show --predicate ", "'$(", "= #/",
            "[@\"a\" stringByAppendingString:", "func f(", "let a = \"\"",
            "`${", "f\"{", "$\"{", "@\"", "#{", "f\'\'\'", "'-ios class chain:[`", "By.iosClassChain(\"[$", "`a`` + ",
            "IOS_PREDICATE, ", "'-ios predicate string:a' + x + ", "IOS_PREDICATE = ", "\n=begin", "/[", "{{", "$@\"{",
            "\"\"\"${\"",
        ]
        for (number, piece) in pieces.enumerated() {
            let middle = String(repeating: piece, count: (runsDeepTests ? 20_000 : 6_000) / piece.utf8.count)
            let surroundings = Self.surroundings(language)
            // Each piece is in one surrounding, and each surrounding has many pieces.
            for (turn, (head, tail)) in surroundings.enumerated()
            where runsDeepTests || turn == number % surroundings.count {
                let (calls, seconds) = timed { language.calls(in: head + middle + tail) }
                #expect(seconds < 20)
                #expect(calls.flatMap(\.ranges).allSatisfy { $0.lowerBound >= 0 })
            }
        }
    }

    private static func surroundings(_ language: SourceLanguage) -> [(String, String)] {
        switch language {
        case .swift, .objc, .shell:
            [
                ("NSPredicate(format: \"a == 1\")\n--predicate\nimport Realm\n", ""),
                ("NSPredicate(format: \"--predicate ", "\")"), ("[NSPredicate predicateWithFormat:", "]"),
                ("NSPredicate(format: \"a == '\" + ", ", 3)"),
            ]
        default: [("By.IOS_PREDICATE, ", ")"), ("By.iOSClassChain(\"**/XCUIElementTypeCell[`", "`]\")")]
        }
    }

    @Test func manyInjectionsInOneFormat() throws {
        let file = "NSPredicate(format: \"" + String(repeating: "a == '\\(x)' OR ", count: 3000) + "b == 1\")"
        let call = try #require(SourceLanguage.swift.calls(in: file).first)
        #expect(call.injections.count == 3000)
        #expect(call.format?.text == String(repeating: "a == %@ OR ", count: 3000) + "b == 1")
    }
}
