import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// What is found in files, where, and how it is fixed.
@Suite struct PredicateLinterTests {
    /// A file, what is found in it as `line:column code`, and the file after `--fix`; nil if it stays.
    struct Case: Sendable {
        let path: String
        let text: String
        let found: [String]
        var fixed: String?

        init(_ path: String, _ text: String, _ found: [String], fixed: String? = nil) {
            self.path = path
            self.text = text
            self.found = found
            self.fixed = fixed
        }
    }

    private static func manifest(_ condition: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict><key>conditional_items</key><array><dict>
        <!-- kept -->
        <key>condition</key>
        <string>\(condition)</string>
        </dict></array></dict>
        </plist>
        """
    }

    /// A model of three entities, with elements behind them.
    private static func model(
        _ elements: String, property: String = "title != nil", derivation: String = "name"
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Author"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 16" derived="YES" derivationExpression="\(derivation)"/>
        <relationship name="books" toMany="YES" destinationEntity="Book"/></entity>
        <entity name="Book"><attribute name="title" attributeType="String"/><attribute name="pages" attributeType="Integer 16"/>
        <relationship name="author" maxCount="1" destinationEntity="Author"/><relationship name="publisher" destinationEntity="Publisher"/></entity>
        <entity name="Shop"><attribute name="name" attributeType="String"/><fetchedProperty name="x"><fetchRequest entity="Book" predicateString="\(property)"/></fetchedProperty></entity>
        <entity name="Publisher"><attribute name="city" attributeType="String"/></entity>
        <!-- kept -->
        \(elements)
        </model>
        """
    }

    static let cases: [Case] = [
        // Munki: records may have other facts, so only what looks like a mistake is reported.
        Case("m.plist", manifest("machine_type == &quot;laptop&quot; AND os_vers_major &gt;= 14"), []),
        Case("m.plist", manifest("site_fact == 'x' AND board_id IN {'A', 'B'}"), []),
        Case("m.plist", manifest("&#34;x&#34; == hostnme"), ["6:24 unknown-field"]),
        Case("m.plist", manifest("board-id == 'x'"), ["6:9 unknown-field"], fixed: manifest("board_id == 'x'")),
        Case(
            "m.plist", manifest("ANY applications.bundleid == com.apple.Safari"), ["6:38 unquoted-string"],
            fixed: manifest("ANY applications.bundleid == \"com.apple.Safari\"")),
        Case(
            "m.plist", manifest("os_vers CONTAIN &quot;14&quot; AND hostname == 'é'"), ["6:17 unknown-operator"],
            fixed: manifest("os_vers CONTAINS &quot;14&quot; AND hostname == 'é'")),
        Case(
            "m.plist", manifest("os_vers_major == &quot;14&quot;"), ["6:26 wrong-operand"],
            fixed: manifest("os_vers_major == 14")),
        Case(
            "m.plist", manifest("<![CDATA[os_vers_major >== 14]]>"), ["6:32 unknown-operator"],
            fixed: manifest("<![CDATA[os_vers_major >= 14]]>")),
        Case("m.plist", manifest("x86_64_capable == True"), []),
        // YAML: plain, quoted and folded scalars.
        Case(
            "m.yaml",
            """
            conditional_items:
              # laptops
              - &first
                condition: >-
                  machine_type == "laptop" AND
                  os_vers CONTAIN "14"   
                managed_installs: [a]
              - condition: 'arch CONTAIN ''x'''
              - condition: "hostname == \\"\\u00e9\\" AND arch CONTAIN 'x'"
            """,
            ["6:15 unknown-operator", "8:22 unknown-operator", "9:49 unknown-operator"],
            fixed: """
                conditional_items:
                  # laptops
                  - &first
                    condition: >-
                      machine_type == "laptop" AND
                      os_vers CONTAINS "14"   
                    managed_installs: [a]
                  - condition: 'arch CONTAINS ''x'''
                  - condition: "hostname == \\"\\u00e9\\" AND arch CONTAINS 'x'"
                """),
        Case(
            "m.yaml", "\u{FEFF}installable_condition: os_vers CONTAIN 'x'\r\nname: x\r\n", ["1:32 unknown-operator"],
            fixed: "\u{FEFF}installable_condition: os_vers CONTAINS 'x'\r\nname: x\r\n"),
        // AutoPkg: placeholders have any type.
        Case(
            "a.recipe.yaml",
            """
            Process:
              - Processor: StopProcessingIf
                Arguments:
                  predicate: download_changed == False AND %STOP% == TRUE AND NAME == "%X% 5%"
              - Processor: Other
                Arguments:
                  predicate: this is none
            """, []),
        // Device management.
        Case(
            "a.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(device.model.family) == 'iPad' AND (@property(shard) <= 75)"}}"#,
            []),
        Case(
            "a.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(device.modl.family) == 'iPad'"}}"#,
            ["1:67 unknown-field"]),
        Case("b.json", #"{"Type": "com.apple.other", "Payload": {"Predicate": "((("}}"#, []),
        // App extensions.
        Case(
            "Info.plist",
            """
            <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
            <key>NSExtensionActivationRule</key><string>SUBQUERY(extensionItms, $e, $e.attachments.@count > 0).@count == 1</string>
            </dict></dict></dict></plist>
            """, ["2:54 unknown-field"],
            fixed: """
                <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
                <key>NSExtensionActivationRule</key><string>SUBQUERY(extensionItems, $e, $e.attachments.@count > 0).@count == 1</string>
                </dict></dict></dict></plist>
                """),
        // A rule that is a dictionary is no predicate.
        Case(
            "Info.plist",
            """
            <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
            <key>NSExtensionActivationRule</key><dict><key>NSExtensionActivationSupportsText</key><true/></dict>
            </dict></dict></dict></plist>
            """, []),
        // Logs: symbols stand without quotes.
        Case("l.sh", "log show --predicate 'subsystem == \"com.x\" AND messageType == error' --last 1h\n", []),
        Case(
            "l.sh", "log stream --predicate 'subsytem == \"com.x\"'\n", ["1:25 unknown-field"],
            fixed: "log stream --predicate 'subsystem == \"com.x\"'\n"),
        Case(
            "otel.yaml", "receivers:\n  macosunifiedlogging:\n    predicate: procss == 'kernel'\n",
            ["3:16 unknown-field"],
            fixed: "receivers:\n  macosunifiedlogging:\n    predicate: process == 'kernel'\n"),
        // Source code.
        Case("a.swift", #"let p = NSPredicate(format: "name == %@ AND age > %d", name)"#, ["1:29 argument-count"]),
        Case("a.swift", #"let p = NSPredicate(format: "name == %@ AND age > %d", name, 3)"#, []),
        Case("a.swift", #"let p = NSPredicate(format: "name == %@", argumentArray: all)"#, []),
        Case("a.swift", #"let p = NSPredicate(format: "name == '\(name)'")"#, ["1:39 injection"]),
        Case(
            "a.swift", "let p = NSPredicate(format: \"\"\"\n    name CONTAIN 'é'\n      AND é CONTAIN 'x'\n    \"\"\")",
            ["2:10 unknown-operator", "3:13 unknown-operator"],
            fixed: "let p = NSPredicate(format: \"\"\"\n    name CONTAINS 'é'\n      AND é CONTAINS 'x'\n    \"\"\")"),
        Case(
            "a.m", "p = [NSPredicate predicateWithFormat:@\"name CONTAIN \" @\"%@\", n];", ["1:45 unknown-operator"],
            fixed: "p = [NSPredicate predicateWithFormat:@\"name CONTAINS \" @\"%@\", n];"),
        // Names that differ only in case or punctuation are fixed; others are suggestions.
        Case("m.plist", manifest("OS_VERS == '14'"), ["6:9 unknown-field"], fixed: manifest("os_vers == '14'")),
        Case("m.plist", manifest("os_version == '14'"), ["6:9 unknown-field"]),
        Case("m.plist", manifest("machine_type == laptop"), ["6:25 unknown-field"]),
        Case(
            "m.plist", manifest("site_fact == 3 AND board-id == 'x' AND site_other == com.example.x"),
            ["6:28 unknown-field", "6:62 unquoted-string"],
            fixed: manifest("site_fact == 3 AND board_id == 'x' AND site_other == \"com.example.x\"")),
        // Generated lists without quotes: one message for the list.
        Case(
            "m.plist", manifest("board_id IN {Mac-1234, Mac-5678,Mac-9}"), ["6:22 unquoted-string"],
            fixed: manifest("board_id IN {\"Mac-1234\", \"Mac-5678\",\"Mac-9\"}")),
        Case(
            "m.plist", manifest("NOT device_id IN {J313AP, 'J1', J316sAP} OR board_id IN {Mac-1, com.a.b}"),
            ["6:27 unquoted-string", "6:66 unquoted-string"],
            fixed: manifest("NOT device_id IN {\"J313AP\", 'J1', \"J316sAP\"} OR board_id IN {\"Mac-1\", \"com.a.b\"}")),
        Case("m.plist", manifest("site_ids IN {a, b} AND serial_number == C02X"), ["6:49 unknown-field"]),
        Case(
            "m.plist", manifest("os_vers_major &gt; 10 == True"), ["6:31 chained-comparison"],
            fixed: manifest("os_vers_major &gt; 10")),
        // Device management: messages and edits have the notation of the file.
        Case(
            "a.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(Device.Model.Family) == 'iPad'"}}"#,
            ["1:67 unknown-field"],
            fixed:
                #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(device.model.family) == 'iPad'"}}"#
        ),
        Case(
            "a.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(passcode.is-compliant) == 'true' OR @status(device.model.family == 'x'"}}"#,
            ["1:111 item-notation", "1:101 wrong-operand"],
            fixed:
                #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(passcode.is-compliant) == true OR @status(device.model.family) == 'x'"}}"#
        ),
        Case(
            "a.json",
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "device.model.family == 'iPad' AND \"@status(x)\" CONTAIN 'x'"}}"#,
            ["1:67 item-notation", "1:101 always-true", "1:116 unknown-operator"],
            fixed:
                #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(device.model.family) == 'iPad' AND \"@status(x)\" CONTAINS 'x'"}}"#
        ),
        // AutoPkg: values of Input take the places of their placeholders.
        Case(
            "a.recipe.yaml",
            """
            Input: {NAME: Firefox, FLAG: false, COUNT: 3}
            Process:
              - Processor: StopProcessingIf
                Arguments: {predicate: 'NAME == %NAME% AND download_changed == %FLAG% AND filename == "%NAME%"'}
              - Processor: StopProcessingIf
                Arguments: {predicate: 'version == %COUNT%'}
            """, ["4:37 placeholder", "6:40 wrong-operand"],
            fixed: """
                Input: {NAME: Firefox, FLAG: false, COUNT: 3}
                Process:
                  - Processor: StopProcessingIf
                    Arguments: {predicate: 'NAME == "%NAME%" AND download_changed == %FLAG% AND filename == "%NAME%"'}
                  - Processor: StopProcessingIf
                    Arguments: {predicate: 'version == %COUNT%'}
                """),
        // Appium: unknown attributes are errors, with and without `wd`.
        Case(
            "t.py",
            """
            a = (By.IOS_PREDICATE, 'type == "X" AND wdVisible == 1 AND rect.x BETWEEN {1, 100} AND labl == "a"')
            b = find(By.IOS_CLASS_CHAIN, '**/XCUIElementTypeCell[`name BEGINSWITH "A"`][-1][$visble == 1$]')
            c = find(By.IOS_PREDICATE, f"label == '{text}' AND elementKind == 3")
            """,
            ["1:88 unknown-field", "2:82 unknown-field", "3:40 injection", "3:52 unknown-field"],
            fixed: """
                a = (By.IOS_PREDICATE, 'type == "X" AND wdVisible == 1 AND rect.x BETWEEN {1, 100} AND label == "a"')
                b = find(By.IOS_CLASS_CHAIN, '**/XCUIElementTypeCell[`name BEGINSWITH "A"`][-1][$visible == 1$]')
                c = find(By.IOS_PREDICATE, f"label == '{text}' AND elementKind == 3")
                """),
        Case(
            "t.ts", "await $('-ios predicate string:name CONTAIN \\'a\\'')\n", ["1:37 unknown-operator"],
            fixed: "await $('-ios predicate string:name CONTAINS \\'a\\'')\n"),
        Case(
            "T.java", #"By.iOSClassChain("**/XCUIElementTypeCell[`name == 'a']")"#, ["1:42 class-chain"]),
        Case(
            "locators.json",
            #"[{"using": "-ios predicate string", "value": "nme == 'a'"}, {"strategy": "-ios class chain", "selector": "**/X[`a == 1`]"}]"#,
            ["1:47 unknown-field", "1:113 unknown-field"],
            fixed:
                #"[{"using": "-ios predicate string", "value": "name == 'a'"}, {"strategy": "-ios class chain", "selector": "**/X[`a == 1`]"}]"#
        ),
        Case(
            "steps.yaml",
            "- tap: '-ios predicate string:lable == \"a\"'\n- tap: '-ios class chain:**/X[`name == \"a\"`]'\n- using: -ios predicate string\n",
            ["1:31 unknown-field"],
            fixed:
                "- tap: '-ios predicate string:label == \"a\"'\n- tap: '-ios class chain:**/X[`name == \"a\"`]'\n- using: -ios predicate string\n"
        ),
        // Kinds of arguments.
        Case(
            "a.m", #"p = [NSPredicate predicateWithFormat:@"age > %@ AND a == %d AND %K == %@", 5, @"x", 3, @4];"#,
            ["1:76 argument-kind", "1:79 argument-kind", "1:85 argument-kind"],
            fixed: #"p = [NSPredicate predicateWithFormat:@"age > %d AND a == %@ AND %K == %@", 5, @"x", 3, @4];"#),
        Case(
            "a.m",
            #"p = [NSPredicate predicateWithFormat:@"a == %f AND b == %ld AND c == %@ AND d == %@", 3, 1.5, YES, nil];"#,
            ["1:87 argument-kind", "1:90 argument-kind", "1:95 argument-kind"],
            fixed:
                #"p = [NSPredicate predicateWithFormat:@"a == %d AND b == %f AND c == %d AND d == %@", 3, 1.5, YES, nil];"#
        ),
        Case(
            "a.swift", #"let p = NSPredicate(format: "%K == %d AND b == %@", "a b", 3, 5)"#, ["1:63 argument-kind"],
            fixed: #"let p = NSPredicate(format: "%K == %d AND b == %d", "a b", 3, 5)"#),
        Case(
            "a.swift", #"let p = NSPredicate(format: "a == %@ AND b == %@", argumentArray: [3])"#,
            ["1:29 argument-count"]),
        Case(
            "a.json", #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@property(ring) == beta"}}"#,
            ["1:86 unquoted-string"],
            fixed: #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@property(ring) == \"beta\""}}"#),
        Case(
            "x.recipe.yaml",
            "Process:\n- Processor: StopProcessingIf\n  Arguments:\n    predicate: '%STOP% OR (a == 1 AND NOT %GO%)'\n",
            []),
        Case(
            "a.swift", #"let p = NSPredicate(format: "%K == %d AND %K > 1", "a == 1", "x", 5)"#,
            ["1:52 argument-kind", "1:62 argument-kind", "1:67 argument-kind"],
            fixed: #"let p = NSPredicate(format: "%K == %@ AND %K > 1", "a == 1", "x", 5)"#),
        Case("a.swift", #"let p = NSPredicate(format: "a == %f AND %@ == %s", argumentArray: [3, 4, 5])"#, []),
        Case(
            "a.swift", #"let p = NSPredicate(format: "name == '%@' AND b == %d", name, 3)"#, ["1:38 quoted-argument"],
            fixed: #"let p = NSPredicate(format: "name == %@ AND b == %d", name, 3)"#),
        // Nothing around an injection is changed.
        Case(
            "a.swift",
            """
            func f(_ text: String, limit: Int) {
                let p = NSPredicate(format: "a == %@ AND name CONTAIN '\\(text)' AND b == %d", x, 3)
                let q = NSPredicate(format: #"name == '\\#(text)' AND age > "# + limit)
            }
            """, ["2:60 injection", "2:51 unknown-operator", "3:44 injection", "3:69 injection"]),
        Case("a.swift", #"let p = NSPredicate(format: "name == '\(unknown)'")"#, ["1:39 injection"]),
        Case("a.swift", "let p = NSPredicate(fromMetadataQueryString: \"kMDItemFSName == 'x'cd\")", []),
        // Core Data: two relationships deep, arguments, the object that has a fetched property, derived attributes.
        Case(
            "M.xcdatamodel/contents",
            model(
                """
                <fetchRequest name="r" entity="Author" predicateString="ANY books.publisher.cty == %@ AND name == $NAME"/>
                """),
            ["11:77 unknown-field"],
            fixed: model(
                """
                <fetchRequest name="r" entity="Author" predicateString="ANY books.publisher.city == %@ AND name == $NAME"/>
                """)),
        Case(
            "M.xcdatamodel/contents",
            model(
                "<fetchRequest name=\"r\" entity=\"Book\" predicateString=\"pages == &quot;9&quot; AND author.name == %@\"/>"
            ),
            ["11:64 wrong-operand"],
            fixed: model(
                "<fetchRequest name=\"r\" entity=\"Book\" predicateString=\"pages == 9 AND author.name == %@\"/>")),
        Case(
            "M.xcdatamodel/contents",
            model(
                "",
                property:
                    "title == $FETCH_SOURCE.nam AND pages &gt; $FETCH_SOURCE.name AND $FETCHED_PROPERTY.name != nil"),
            ["8:162 unknown-field", "8:181 wrong-operand"],
            fixed: model(
                "",
                property:
                    "title == $FETCH_SOURCE.name AND pages &gt; $FETCH_SOURCE.name AND $FETCHED_PROPERTY.name != nil")),
        Case(
            "M.xcdatamodel/contents",
            model("", property: "author == $FETCH_SOURCE AND titel == &quot;$FETCH_SOURCE&quot;"),
            ["8:167 unknown-field"],
            fixed: model("", property: "author == $FETCH_SOURCE AND title == &quot;$FETCH_SOURCE&quot;")),
        Case("M.xcdatamodel/contents", model("", derivation: "books.@count"), []),
        Case(
            "M.xcdatamodel/contents", model("", derivation: "book.@count"), ["4:102 unknown-field"],
            fixed: model("", derivation: "books.@count")),
        // App extensions: file providers, and types that are nobody's.
        Case(
            "Info.plist",
            """
            <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
            <key>NSExtensionFileProviderActions</key><array><dict><key>NSExtensionFileProviderActionActivationRule</key>
            <string>SUBQUERY(fileproviderItems, $f, $f.userInfo."com.example.b" == YES AND $f.x UTI-EQUALS "public.jpg").@count > 0</string>
            </dict><dict><key>NSExtensionFileProviderActionActivationRule</key>
            <string>fileProviderItems.@count > 0 AND "com.example.mine" UTI-CONFORMS-TO "com.example.yours"</string>
            </dict></array></dict></dict></dict></plist>
            """, ["3:96 unknown-uniform-type", "5:9 unknown-field", "5:42 always-false"],
            fixed: """
                <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
                <key>NSExtensionFileProviderActions</key><array><dict><key>NSExtensionFileProviderActionActivationRule</key>
                <string>SUBQUERY(fileproviderItems, $f, $f.userInfo."com.example.b" == YES AND $f.x UTI-EQUALS "public.jpg").@count > 0</string>
                </dict><dict><key>NSExtensionFileProviderActionActivationRule</key>
                <string>fileproviderItems.@count > 0 AND "com.example.mine" UTI-CONFORMS-TO "com.example.yours"</string>
                </dict></array></dict></dict></dict></plist>
                """),
        // Logs: symbols in lists, and a symbol that is none.
        Case("l.sh", "log show --predicate 'messageType IN {error, fault} AND type == logEvent'\n", []),
        Case(
            "l.sh", "log show --predicate 'messageType == eror AND eventMesage CONTAINS \"x\"'\n",
            ["1:38 unknown-field", "1:47 unknown-field"],
            fixed: "log show --predicate 'messageType == error AND eventMessage CONTAINS \"x\"'\n"),
        // A comment marks a predicate.
        Case(
            "rules.yaml",
            """
            # predicate
            big: size >
            # a rule
            other: size >
            small: size = = 3  # predicate
            # predicate
            all:
              - a CONTAIN 'b'
              - c == 1
            """, ["2:12 missing-operand", "5:13 unknown-operator", "8:7 unknown-operator"],
            fixed: """
                # predicate
                big: size >
                # a rule
                other: size >
                small: size == 3  # predicate
                # predicate
                all:
                  - a CONTAINS 'b'
                  - c == 1
                """),
        Case("rules.toml", "# predicate\nbig = 'size >'\n", ["2:14 missing-operand"]),
        Case("rules.jsonc", "{\n  // predicate\n  \"big\": \"size >\"\n}\n", ["3:17 missing-operand"]),
        Case("rules.yaml", "# predicates of the site\na: x >\n# predicate: what is big\nb: y >\n", []),
        // Uniform types.
        Case(
            "x.predicates",
            """
            type UTI-CONFORMS-TO "public.imag"
            type UTI-EQUALS "PUBLIC.JPEG" OR type UTI-CONFORMS-TO "com.example.drawing"
            ANY types UTI-CONFORMS-TO "public.mine"
            """, ["1:22 unknown-uniform-type", "3:27 unknown-uniform-type"]),
        // A value without a comparison is a mistake even where records may have other fields.
        Case("p.yaml", "installable_condition: is_laptop", ["1:24 missing-comparison"]),
        Case("p.yaml", "installable_condition: NOT (is_laptop) AND os_vers_major > 13", ["1:29 missing-comparison"]),
        Case("p.yaml", "installable_condition: is_laptop == TRUE AND site.fact", ["1:46 missing-comparison"]),
        Case("p.yaml", "installable_condition: x86_64_capble", ["1:24 unknown-field"]),
        Case("p.yaml", "installable_condition: ANY site_list == 1", []),
        Case("p.yaml", "installable_condition: is_laptop == other_fact", []),
        // One predicate a line.
        Case("x.predicates", "# comment\nage > 3\n\nage >\n", ["4:6 missing-operand"]),
    ]

    private let finder = PredicateFinder()

    private var linter: PredicateLinter { PredicateLinter(finder, library: .standardWithPatterns) }

    private func file(_ path: String, _ text: String) throws -> ConfigurationFile {
        let bytes = Array(text.utf8)
        let format = try #require(ConfigurationFile.format(of: path, bytes))
        return try ConfigurationFile(path: path, bytes, format)
    }

    private func found(_ path: String, _ text: String) throws -> [String] {
        try linter.findings(in: file(path, text)).map { finding in
            let position = finding.diagnostic.range.position(in: text)
            return "\(position.line):\(position.column) \(finding.diagnostic.code.rawValue)"
        }
    }

    @Test(arguments: cases.indices)
    func whatIsFound(index: Int) throws {
        let expected = Self.cases[index]
        let actual = try found(expected.path, expected.text)
        #expect(actual == expected.found, "\(expected.text)")
    }

    @Test(arguments: cases.indices)
    func onlyThePredicateIsFixed(index: Int) throws {
        let expected = Self.cases[index]
        let fixer = FileFixer(linter, finder)
        let fixed = try fixer.fixed(file(expected.path, expected.text)).map { String(decoding: $0, as: UTF8.self) }
        #expect(fixed == expected.fixed)
        // Twice changes nothing more.
        if let fixed { #expect(try fixer.fixed(file(expected.path, fixed)) == nil) }
    }

    /// A comment names an entity of a model.
    @Test func aMarkNamesAnEntity() throws {
        var finder = PredicateFinder()
        finder.models = [try DataModelReader.read(Array(Self.model("").utf8))]
        let linter = PredicateLinter(finder, library: .standardWithPatterns)
        let text = "# predicate: Book\na: titel == 'x'\n# predicate: Nobody\nb: titel == 'x'\n"
        let found = try linter.findings(in: file("r.yaml", text)).map(\.diagnostic)
        #expect(found.map(\.message) == ["`titel` is not a field of Book"])
        #expect(found.first?.range.text(in: text) == "titel")
    }

    /// Messages, hints and edits have the notation of the file.
    @Test func messagesHaveTheNotationOfTheFile() throws {
        let text =
            #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "@status(device.model.famly) == 'iPad'"}}"#
        let found = try #require(linter.findings(in: file("a.json", text)).first).diagnostic
        #expect(found.message == "`@status(device.model.famly)` is not a field of Device")
        #expect(found.hint == "did you mean `@status(device.model.family)`?")
        #expect(found.edits.map(\.text) == ["@status(device.model.family)"])
        #expect(found.edits.map { $0.range.text(in: text) } == ["@status(device.model.famly)"])
        #expect(!found.areEditsApplicable)
    }

    /// Bytes that are no UTF-8 do not move what stands behind them.
    @Test func sourceCodeMayHaveAnyBytes() throws {
        let bytes =
            Array("// ".utf8) + [0xFF, 0xC3, 0xA9, 0xFE]
            + Array("\nlet p = NSPredicate(format: \"a CONTAIN 'b'\")\n".utf8)
        let file = try ConfigurationFile(path: "a.swift", bytes, .swift)
        let finding = try #require(linter.findings(in: file).first)
        #expect(file.text.utf8.count == bytes.count)
        #expect(finding.diagnostic.range.text(in: file.text) == "CONTAIN")
        let fixed = try #require(FileFixer(linter, finder).fixed(file))
        #expect(fixed == bytes.prefix(37) + Array("a CONTAINS 'b'\")\n".utf8))
    }

    /// A long text is fixed in linear time.
    @Test func longTextsAreFixed() throws {
        let text = Array(repeating: "a = = 1", count: 5000).joined(separator: " OR ") + "\n"
        let file = try file("x.predicates", text)
        _ = FileFixer(linter, finder).fixed(file)
    }

    @Test func everyBuiltinProfileIsRead() {
        #expect(PredicateProfile.builtin.map(\.name) == ["munki", "autopkg", "app-extension", "mdm", "log", "appium"])
    }

    @Test(arguments: [
        (#"[]"#, "a profile is a JSON object"), (#"{}"#, "a profile needs `name`, a string"),
        (#"{"name": "x", "predicats": []}"#, "a profile has no key `predicats`"),
        (#"{"name": "x", "predicates": ["a..b"]}"#, "`a..b` is not a key pattern"),
        (#"{"name": "x", "formats": ["ini"]}"#, "there is no format `ini`"),
        (#"{"name": "x", "notation": "y"}"#, "there is no notation `y`"),
        (#"{"name": "x", "schema": {"type": 3}}"#, "the schema: "),
    ])
    func wrongProfilesAreErrors(text: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try PredicateProfile(reading: Array(text.utf8)) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
}
