import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// Predicates as people write them, in files of each kind: nothing may be reported.
@Suite struct GoodPredicateTests {
    private func findings(_ path: String, _ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        let format = try #require(ConfigurationFile.format(of: path, bytes))
        let file = try ConfigurationFile(path: path, bytes, format)
        let found = PredicateFinder().predicates(in: file)
        #expect(!found.isEmpty)
        return PredicateLinter(library: .standardWithPatterns).findings(in: file).map(\.diagnostic.message)
    }

    private func quotedForXML(_ text: String) -> String { TextStyle.xmlText.written(text) ?? "" }

    @Test(arguments: [
        #"process == "kernel""#, "subsystem == 'com.example.app' AND messageType IN {'Error', 'Fault'}",
        #"(processImagePath contains "Dater") and senderImageUUID == processImageUUID"#,
        #"processImagePath ENDSWITH "/App.app/App""#,
        #"eventMessage contains[cd] "wifi" AND NOT process IN {"airportd", "wifid"}"#, #"type == "logEvent""#,
        "messageType == error OR messageType == fault", "eventType == logEvent and messageType == debug",
        #"(process == "mds") || (process == "mdworker")"#,
        #"subsystem BEGINSWITH[c] "com.apple." && category != "default""#, "processID == 123", #"logType == "error""#,
        #"senderImagePath CONTAINS "CoreBluetooth""#, #"eventMessage MATCHES ".*error [0-9]+.*""#,
        #"composedMessage LIKE "*denied*""#, #"process == "loginwindow" and sender == "Security""#,
        "userID == 501 AND threadID > 0", #"eventMessage CONTAINS "disk" AND type == activityCreateEvent"#,
        "traceIdentifier != 0", #"subsystem == "com.apple.TimeMachine" and eventMessage != ''"#,
    ])
    func logs(predicate: String) throws {
        let quoted = try #require(TextStyle.shellSingleQuoted.written(predicate))
        #expect(try findings("x.sh", "log show --predicate '\(quoted)' --last 1h\n") == [])
        #expect(
            try findings("x.yaml", "receivers:\n  macosunifiedlogging:\n    predicate: >-\n      \(predicate)\n") == [])
    }

    @Test(arguments: [
        "ANY ipv4_address BEGINSWITH '192.168.1.'", "machine_type == 'laptop' AND os_vers_major > 10",
        "date > CAST('2016-03-02T00:00:00Z', 'NSDate')", "ANY applications.bundleid BEGINSWITH 'com.adobe.'",
        "catalogs CONTAINS 'testing'", "hostname == 'x' OR hostname BEGINSWITH 'mac-'", "os_vers BEGINSWITH '10.6'",
        "machine_model BEGINSWITH 'MacBookPro' AND machine_model != 'MacBookPro1,1'", "munki_version LIKE '*.0.0*'",
        "arch == 'arm64' AND os_build_number >= '20A'", "serial_number IN {'C02A', 'C02B'}",
        "NOT (serial_number IN {'C1'})", "x86_64_capable == TRUE", "x86_64_capable == True",
        "SUBQUERY(applications, $x, $x.bundleid == 'com.foo' AND $x.version BEGINSWITH '1').@count > 0",
        "board_id IN {'Mac-1','Mac-2'} OR device_id IN {'J1','J2'}", "physical_or_virtual == 'physical'",
        "my_site_flag == TRUE", "department == 'Math' AND user_shard <= 20", "any_user_enrolled == 1",
        "ANY catalogs == 'testing'", "os_vers_major == 12 AND os_vers_minor >= 3", "product_name CONTAINS[c] 'studio'",
        "date BETWEEN {CAST('2024-01-01T00:00:00Z','NSDate'), CAST('2024-02-01T00:00:00Z','NSDate')}",
        "(os_vers_major >= 11 AND os_vers_major < 15) AND NOT hostname LIKE 'lab-*'", "ANY ipv6_address != nil",
        "supported_os == 1",
    ])
    func munki(predicate: String) throws {
        let condition = quotedForXML(predicate)
        #expect(
            try findings(
                "x.plist", "<plist><dict><key>installable_condition</key><string>\(condition)</string></dict></plist>")
                == [])
        let quoted = try #require(TextStyle.yamlSingleQuoted.written(predicate))
        #expect(try findings("x.yaml", "conditional_items:\n  - condition: '\(quoted)'\n") == [])
    }

    @Test(arguments: [
        "download_changed == FALSE", "download_changed == False AND %BYPASS_STOP% == False",
        "download_changed == %BYPASS_STOP%", "NOT virus_total_analyzer_summary_result.data.ratio BEGINSWITH '0'",
        "download_changed == %FLAG% AND NAME == '%NAME%'", "%VAR% == FALSE",
        "download_changed == FALSE AND %FLAG% == True",
        "version == '%KNOWN_VERSION%'", "force_rebuild != TRUE OR pathname ENDSWITH '.dmg'",
    ])
    func autoPkg(predicate: String) throws {
        let quoted = try #require(TextStyle.yamlDoubleQuoted.written(predicate))
        let recipe =
            "Input: {NAME: Editor, BYPASS_STOP: 'False', FLAG: true, VAR: download_changed}\nProcess:\n  - Processor: StopProcessingIf\n    Arguments:\n      predicate: \"\(quoted)\"\n"
        #expect(try findings("x.recipe.yaml", recipe) == [])
    }

    @Test(arguments: [
        """
        SUBQUERY (extensionItems, $extensionItem, SUBQUERY ($extensionItem.attachments, $attachment,
        ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf").@count ==
        $extensionItem.attachments.@count).@count == 1
        """,
        """
        SUBQUERY(extensionItems, $item, SUBQUERY($item.attachments, $att, ANY $att.registeredTypeIdentifiers
        UTI-CONFORMS-TO "public.audio" || ANY $att.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url").@count >= 1).@count >= 1
        """,
        "SUBQUERY(extensionItems, $i, $i.attachments.@count == 1).@count == 1",
    ])
    func appExtensions(predicate: String) throws {
        let rule = quotedForXML(predicate)
        let file = """
            <plist><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
            <key>NSExtensionActivationRule</key><string>\(rule)</string>
            </dict></dict></dict></plist>
            """
        #expect(try findings("Info.plist", file) == [])
    }

    @Test(arguments: [
        "type == 'XCUIElementTypeButton' AND name BEGINSWITH 'results toggle'", "rect.x BETWEEN { 1, 100 }",
        "name LIKE '*Total: $*'", "visible == 1 AND NOT (type == 'blabla' OR NOT (label IN {'3', '4'}))",
        "label == 'Log in'", "label = 'Log in' and visible = true", "type = 'XCUIElementTypeCell' && enabled == YES",
        "name CONTAINS[cd] 'total'", "label ENDSWITH 'items' OR value ENDSWITH 'items'", "value == '1'", "value == 1",
        "name == 'a' AND type IN {'XCUIElementTypeButton', 'XCUIElementTypeLink'}", "wdName == 'x' AND wdVisible == 1",
        "wdType == 'XCUIElementTypeOther' AND wdRect.width > 100.5", "label MATCHES '.*[0-9]+ of [0-9]+'",
        "name == nil OR label != nil", "index == 2", "selected == 0", "focused == true", "hittable == 1",
        "accessible == 1 AND wdAccessible == true", "placeholderValue == 'Search'",
        "rect.height >= 44 AND rect.y < 200",
        "traits CONTAINS 'Button'", "label.length > 3", "name MATCHES[c] 'ok|cancel'", "UID != nil",
        "type == 'XCUIElementTypeStaticText' AND value BEGINSWITH[c] 'welcome'", "label == \"It's\"",
    ])
    func locators(predicate: String) throws {
        let kinds: [(path: String, head: String, quote: String, tail: String)] = [
            ("t.py", "d.find_element(AppiumBy.IOS_PREDICATE, ", "\"", ")"),
            ("t.js", "$(`-ios predicate string:`); d.$$('-ios predicate string', ", "'", ");"),
            ("T.java", "d.findElement(AppiumBy.iOSNsPredicateString(", "\"", "));"),
            ("T.kt", "AppiumBy.iOSNsPredicateString(", "\"", ")"), ("t.rb", "find_element(:predicate, ", "'", ")"),
            ("T.cs", "d.FindElement(MobileBy.IosNSPredicate(", "\"", "));"),
        ]
        for kind in kinds {
            let interpolation: CodeLiteralKind.Interpolation? = kind.path == "T.kt" ? .dollar : nil
            let style = CodeLiteralKind(
                kind.quote, escapes: kind.path == "t.rb" ? .few : .common, interpolation: interpolation)
            let written = try #require(style.written(predicate))
            #expect(try findings(kind.path, kind.head + kind.quote + written + kind.quote + kind.tail) == [])
        }
        let doubled = predicate.replacing("`", with: "``")
        #expect(
            try findings(
                "a.json",
                #"{"using": "-ios class chain", "value": "**/XCUIElementTypeAny[`\#(doubled.replacing("\"", with: "\\\""))`][-1]"}"#
            )
                == [])
    }

    @Test(arguments: [
        "(@property(shard) <= 75)", "@status(device.identifier.serial-number) == 'ZYXW4321'",
        "@status(device.model.family) == 'iPad'",
        "@status(passcode.is-compliant) == TRUE", "@status(passcode.is-present) == 1", "1 == 0", "TRUEPREDICATE",
        "@status(device.operating-system.family) == 'iOS' AND @status(device.operating-system.version) BEGINSWITH '18.'",
        "@property(role) IN {'a', 'b'} OR @property(jamf.device.groups) CONTAINS 'x'",
        "NOT @property(excluded) == TRUE",
        "SUBQUERY(@status(mdm.app), $app, $app.identifier == 'com.example.x').@count == 0",
        "@status(softwareupdate.install-state) == 'none' AND @status(mdm.app).@count > 3",
        "@status(softwareupdate.pending-version).os-version != nil OR @status(management.client-capabilities) != nil",
        "@status(diskmanagement.filevault.enabled) == YES AND @key(x) != 'y'",
        "@property(shard) >= 10 && @property(shard) < 20",
        "@status( device.model.family ) == 'Mac'", "@status(future.item) == 3",
        "ANY @property(groups) IN {'a'} AND @status(device.model.family) == 'iPad'", "@key(com.example.flag) == TRUE",
    ])
    func deviceManagement(predicate: String) throws {
        let file = #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "\#(predicate)"}}"#
        #expect(try findings("a.json", file) == [])
    }

    @Test(arguments: [
        #"NSPredicate(format: "name == %@", name)"#, #"NSPredicate(format: "%K == %@", key, value as NSObject)"#,
        #"NSPredicate(format: "SELF IN %@", ids)"#,
        #"NSPredicate(format: "ANY tags.name ==[cd] %@ AND done == NO", tag)"#,
        #"NSPredicate(format: "date >= %@ AND date < %@", start as NSDate, end as NSDate)"#,
        #"NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}")"#,
        ##"NSPredicate(format: "%K CONTAINS[cd] %@", #keyPath(Note.title), query)"##,
        #"NSPredicate(format: "parent == nil")"#,
        #"NSPredicate(format: "SUBQUERY(items, $i, $i.price > %d).@count > 0", 5)"#,
        #"NSPredicate(format: "isDeleted == %@", NSNumber(value: false))"#,
        #"NSPredicate(format: "amount > %f AND count <= %ld", 1.5, 3)"#, #"NSPredicate(format: "TRUEPREDICATE")"#,
        #"NSPredicate(format: "(a == %@) AND (b == %@)", argumentArray: [1, 2])"#,
        #"NSPredicate(format: "owner.@count > 0 && status != %d", Status.done.rawValue)"#,
        #"NSPredicate(format: "NOT (id IN %@)", seen)"#,
        #"NSPredicate(format: "mediaType = %d || mediaType = %d", 1, 2)"#,
        #"NSPredicate(format: "identifier == %@ AND %K > 3", id, "x.y")"#,
        #"NSExpression(format: "price * %@", factor)"#,
    ])
    func swift(call: String) throws { #expect(try findings("x.swift", "import Foundation\nlet p = \(call)\n") == []) }
}
