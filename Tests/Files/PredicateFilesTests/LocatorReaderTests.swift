import PredicateFiles
import PredicateFormat
import Testing

/// Locators of Appium in the languages of tests: which are found, and what they say.
@Suite struct LocatorReaderTests {
    struct Case: Sendable {
        let language: SourceLanguage
        let source: String
        let found: [String]

        init(_ language: SourceLanguage, _ source: String, _ found: [String]) {
            self.language = language
            self.source = source
            self.found = found
        }
    }

    static let cases: [Case] = [
        // Python
        Case(
            .python, #"el = driver.find_element(AppiumBy.IOS_PREDICATE, 'type == "XCUIElementTypeCell"')"#,
            [#"locator|type == "XCUIElementTypeCell"|open"#]),
        Case(
            .python, "LOGIN = (MobileBy.IOS_PREDICATE, \"name == 'a' \"\n    'AND visible == 1')",
            ["locator|name == 'a' AND visible == 1|open"]),
        Case(
            .python,
            "driver.find_element(by=AppiumBy.IOS_CLASS_CHAIN, value='**/XCUIElementTypeCell[`name == \"A\"`][1]')",
            [#"chain|name == "A"|open"#]),
        Case(
            .python, "self.d.find_elements_by_ios_predicate(u'label CONTAINS \"x\"')  # IOS_PREDICATE, 'no'",
            [#"locator|label CONTAINS "x"|open"#]),
        Case(.python, "find('-ios predicate string', \"value == 'x'\")", ["locator|value == 'x'|open"]),
        Case(
            .python, "find(by='-ios predicate string', value=r'label MATCHES \"\\d+\"')",
            [#"locator|label MATCHES "\d+"|open"#]),
        Case(
            .python, "find(By.IOS_PREDICATE, f\"name == '{name}' AND visible == {shown} AND label == '{{x}}'\")",
            ["locator|name == '…' AND visible == $value AND label == '{x}'|open|interpolation,interpolation"]),
        Case(
            .python, "find(By.IOS_PREDICATE, \"name == '\" + name + \"'\")", ["locator|name == '…'|open|concatenation"]),
        Case(.python, "find(By.IOS_PREDICATE, \"name == '{}'\".format(name))", ["locator|?|open|stringFormat"]),
        Case(.python, "find(By.IOS_PREDICATE, \"name == '%s'\" % name)", ["locator|?|open|stringFormat"]),
        Case(.python, "find(By.IOS_PREDICATE, locator)", []),
        Case(.python, "x = \"AppiumBy.IOS_PREDICATE, 'a'\"\n'''\nBy.IOS_PREDICATE, \"b\"\n'''", []),
        Case(.python, "find(By.IOS_PREDICATE, f\"label{index} == 1\")", ["locator|?|open|interpolation"]),
        Case(
            .python, "find(By.IOS_PREDICATE, '''type == \"a\"\n  AND name == \"é\"''')",
            ["locator|type == \"a\"\n  AND name == \"é\"|open"]),
        Case(
            .python, "SAVE = By.IOS_PREDICATE, 'a == 1'\nOTHER = 3\nx(By.IOS_PREDICATE, value=(\n  'b == '\n  '2'))",
            ["locator|a == 1|open", "locator|b == 2|open"]),
        Case(
            .python, "find(By.IOS_PREDICATE, f'{a} AND ({b}) OR c == 1')",
            ["locator|?|open|interpolation,interpolation"]),
        // Java
        Case(
            .java, #"driver.findElement(AppiumBy.iOSNsPredicateString("name == \"a\" AND label == '" + text + "'"));"#,
            [#"locator|name == "a" AND label == '…'|open|concatenation"#]),
        Case(
            .java,
            #"@iOSXCUITFindBy(iOSNsPredicate = "label == 'Log in'") private WebElement a; // iOSNsPredicate = "x""#,
            ["locator|label == 'Log in'|open"]),
        Case(
            .java,
            #"@iOSXCUITFindBy(iOSClassChain = "**/XCUIElementTypeCell[`name BEGINSWITH \"A\"`][$type == 'XCUIElementTypeImage' AND value == '$$5'$]")"#,
            [#"chain|name BEGINSWITH "A"|open"#, "chain|type == 'XCUIElementTypeImage' AND value == '$5'|open"]),
        Case(.java, #"By.iOSNsPredicateString(String.format("name == '%s'", name))"#, ["locator|?|open|stringFormat"]),
        Case(
            .java, "f(AppiumBy.iOSNsPredicateString(\"\"\"\n    name == 'a'\n    \"\"\"));",
            ["locator|\n    name == 'a'\n    |open"]),
        // Kotlin
        Case(
            .kotlin,
            #"driver.findElement(AppiumBy.iOSNsPredicateString("name == '$name' AND label == '${a.b("}")}' AND value == '\$'"))"#,
            ["locator|name == '…' AND label == '…' AND value == '$'|open|interpolation,interpolation"]),
        Case(
            .kotlin, "val a = By.iOSClassChain(\"\"\"**/XCUIElementTypeButton[`label == \"OK\"`]\"\"\".trimIndent())",
            [#"chain|label == "OK"|open"#]),
        // JavaScript
        Case(
            .javaScript, "const a = await driver.$('-ios predicate string:type == \"x\" AND visible == 1')",
            [#"locator|type == "x" AND visible == 1|open"#]),
        Case(
            .javaScript, "await $(`-ios class chain:**/XCUIElementTypeCell[\\`name == \"${name}\"\\`]`).click()",
            [#"chain|name == "…"|open|interpolation"#]),
        Case(
            .javaScript,
            "const s = { using: '-ios predicate string', value: 'enabled == 1' }; const r = /'-ios \\/[/]'/",
            ["locator|enabled == 1|open"]),
        Case(.javaScript, "d.findElements('-ios predicate string', \"a == 'it\\'s'\")", ["locator|a == 'it's'|open"]),
        Case(
            .javaScript, "const p = '-ios predicate string:name == \"' + n + '\"'\nconst q = 3",
            [#"locator|name == "…"|open|concatenation"#]),
        // Ruby
        Case(.ruby, "find_element(:predicate, 'name == \"a\"')", [#"locator|name == "a"|open"#]),
        Case(
            .ruby, "driver.find_elements predicate: \"label == '#{name}'\"", ["locator|label == '…'|open|interpolation"]
        ),
        Case(
            .ruby, "find_element :class_chain, '**/XCUIElementTypeCell[`visible == 1`]'\nfoo 'x'",
            ["chain|visible == 1|open"]),
        Case(.ruby, "validate predicate: 'x ==', other: 3", []),
        Case(.ruby, "wait { find_element('-ios predicate string' => 'value == 1') }", ["locator|value == 1|open"]),
        Case(.ruby, "x.find_element(:predicate, 'a == 1' \\\n  ' AND b == 2')", ["locator|a == 1 AND b == 2|open"]),
        // C#
        Case(
            .cSharp,
            #"d.FindElement(MobileBy.IosNSPredicate("name == 'a'")); d.FindElementByIosClassChain(@"**/XCUIElementTypeCell[`name == ""b""`]");"#,
            ["locator|name == 'a'|open", #"chain|name == "b"|open"#]),
        Case(
            .cSharp, #"MobileBy.IosNSPredicate($"name == '{name}' AND label == '{{x}}'")"#,
            ["locator|name == '…' AND label == '{x}'|open|interpolation"]),
        Case(
            .cSharp,
            #"new ByIosUIAutomation("x"); MobileBy.IosClassChain($@"**/XCUIElementType{kind}[`name == ""a""`][{index}]")"#,
            [#"chain|name == "a"|open|interpolation,interpolation"#]),
        // A class chain that is not well-formed.
        Case(.java, #"By.iOSClassChain("**/XCUIElementTypeCell[`name == 'a']")"#, ["chain|?|open"]),
        Case(.java, #"By.iOSClassChain("**/XCUIElementTypeCell[`name == 'a`b'`]")"#, ["chain|?|open"]),
        Case(.java, #"By.iOSClassChain("**/XCUIElementTypeCell[2]/XCUIElementTypeImage")"#, []),
        // What looks like one.
        Case(.python, "IOS_PREDICATE = '-ios predicate string'\nIOS_CLASS_CHAIN = '-ios class chain'", []),
        Case(
            .javaScript, "const all = ['-ios predicate string', 'accessibility id', '-android uiautomator', 'id']", []),
        Case(
            .javaScript,
            "switch (s) { case '-ios predicate string': return 'predicate'; }\nm = {'-ios class chain': 'chain'}", []),
        Case(.ruby, "FINDERS = { predicate: '-ios predicate string', class_chain: '-ios class chain' }.freeze", []),
        Case(
            .java,
            #"public static final String IOS_PREDICATE = "-ios predicate string"; if ("-ios predicate string".equals(using)) { a("x"); }"#,
            []),
        Case(.java, #"class IOSPredicate { String iosPredicate; }"#, []),
        Case(.javaScript, "const iosPredicate = 'a ==='; log('-ios predicate strings: x')", ["locator|a ===|open"]),
    ]

    @Test(arguments: cases.indices)
    func whatIsFound(index: Int) {
        let expected = Self.cases[index]
        #expect(expected.language.calls(in: expected.source).map(\.summary) == expected.found, "\(expected.source)")
    }

    /// Each byte of a predicate stands where its map says.
    @Test(arguments: cases.indices)
    func verbatimBytesAreThoseOfTheFile(index: Int) {
        let expected = Self.cases[index]
        let file = Array(expected.source.utf8)
        for call in expected.language.calls(in: file) {
            guard let format = call.format else { continue }
            let bytes = Array(format.text.utf8)
            for run in format.map.runs where run.isVerbatim {
                #expect(
                    file[run.file..<run.file + run.fileCount].elementsEqual(bytes[run.text..<run.text + run.textCount]))
            }
        }
    }

    /// A replacement in a literal is read as what was meant.
    @Test(arguments: [
        (SourceLanguage.python, "find(By.IOS_PREDICATE, %)", ["'", "\"", "'''", "f\"", "f'", "r'", "u\""]),
        (.java, "By.iOSNsPredicateString(%)", ["\""]), (.kotlin, "By.iOSNsPredicateString(%)", ["\"", "\"\"\""]),
        (.javaScript, "$('-ios predicate string', %)", ["'", "\"", "`"]),
        (.ruby, "find_element(:predicate, %)", ["'", "\""]),
        (.cSharp, "MobileBy.IosNSPredicate(%)", ["\"", "@\"", "$\"", "$@\""]),
    ])
    func replacementsAreReadAgain(language: SourceLanguage, call: String, quotes: [String]) throws {
        for quote in quotes {
            let delimiter = String(quote.drop { $0.isLetter || $0 == "$" || $0 == "@" })
            func source(_ content: String) -> String {
                call.replacing("%", with: quote + content + delimiter, maxReplacements: 1)
            }
            let style = try #require(language.calls(in: source("a == 1")).first?.format?.style)
            for text in [
                "name == \"é\"", "name == 'x' AND b == {1, 2}", "a == '$b ${c} #{d} `e` \\\\'", "a == \"x\" + 'y'",
            ] {
                guard let written = style.written(text) else { continue }
                let read = language.calls(in: source(written)).map(\.format?.text)
                #expect(read == [text], "\(source(written))")
            }
        }
    }
}
