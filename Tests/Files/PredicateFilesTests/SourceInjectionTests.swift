import PredicateFormat
import PredicateFiles
import Testing

@Suite struct SourceInjectionTests {
    /// A source, the text of its injections, and the source as the messages say to write it; nil if they do not say.
    struct Case: Sendable {
        let source: String
        let injected: [String]
        let mended: String?

        init(_ source: String, _ injected: [String], _ mended: String?) {
            self.source = source
            self.injected = injected
            self.mended = mended
        }
    }

    static let swift: [Case] = [
        // Within quotes.
        Case(
            #"NSPredicate(format: "name == '\(name)'")"#, [#"\(name)"#], #"NSPredicate(format: "name == %@", name)"#),
        Case(
            "func f(name: String) {\n  NSPredicate(format: \"name == '\\(name)'\")\n}", ["\\(name)"],
            "func f(name: String) {\n  NSPredicate(format: \"name == %@\", name)\n}"),
        Case(
            "let id: Int = 3\nNSPredicate(format: \"id == '\\(id)'\")", ["\\(id)"],
            "let id: Int = 3\nNSPredicate(format: \"id == %@\", \"\\(id)\")"),
        Case(
            #"NSPredicate(format: "name == \"\(user.name)\" AND age > %d", 3)"#, [#"\(user.name)"#],
            #"NSPredicate(format: "name == %@ AND age > %d", user.name, 3)"#),
        Case(
            #"NSPredicate(format: "age > %d AND name == '\(a)' AND x == %@ AND y == '\(b)'", 3, 4)"#,
            [#"\(a)"#, #"\(b)"#],
            #"NSPredicate(format: "age > %d AND name == %@ AND x == %@ AND y == %@", 3, a, 4, b)"#),
        Case(
            #"NSPredicate(format: "name LIKE '*\(name)*'")"#, [#"\(name)"#],
            #"NSPredicate(format: "name LIKE %@", "*\(name)*")"#),
        Case(
            #"NSPredicate(format: "name == '\(first) \(last)'")"#, [#"\(first) \(last)"#],
            #"NSPredicate(format: "name == %@", "\(first) \(last)")"#),
        Case(
            ##"NSPredicate(format: #"name == "\#(name)""#)"##, [##"\#(name)"##],
            ##"NSPredicate(format: #"name == %@"#, name)"##),
        Case(
            "NSPredicate(format: \"\"\"\n  name == '\\(name)'\n  AND a == 1\n  \"\"\")", ["\\(name)"],
            "NSPredicate(format: \"\"\"\n  name == %@\n  AND a == 1\n  \"\"\", name)"),
        Case(
            #"NSPredicate(format: "a == '\(x ?? "none")'")"#, [#"\(x ?? "none")"#],
            #"NSPredicate(format: "a == %@", x ?? "none")"#),
        Case(#"NSPredicate(format: "a == '\\d\(x)'")"#, [#"\(x)"#], nil),
        Case(#"NSPredicate(format: "a == '\(x)", 3)"#, [#"\(x)"#], nil),
        Case(#"NSPredicate(format: "a == '\(x)'", argumentArray: list)"#, [#"\(x)"#], nil),
        Case(
            #"NSPredicate(format: "a == '\(x, format: .short)'")"#, [#"\(x, format: .short)"#],
            #"NSPredicate(format: "a == %@", "\(x, format: .short)")"#),

        // Key paths.
        Case(#"NSPredicate(format: "\(key) == 3")"#, [#"\(key)"#], #"NSPredicate(format: "%K == 3", key)"#),
        Case(
            "func f(_ key: String) { NSPredicate(format: \"a == 1 AND \\(key) CONTAINS[cd] %@\", x) }", ["\\(key)"],
            "func f(_ key: String) { NSPredicate(format: \"a == 1 AND %K CONTAINS[cd] %@\", key, x) }"),
        Case(
            #"NSPredicate(format: "ANY \(key) IN %@", x)"#, [#"\(key)"#],
            #"NSPredicate(format: "ANY %K IN %@", key, x)"#),
        Case(
            #"NSPredicate(format: "person.\(key) == 3")"#, [#"\(key)"#], #"NSPredicate(format: "person.%K == 3", key)"#),
        Case(
            #"NSPredicate(format: "(\(key)=='x')")"#, [#"\(key)"#], #"NSPredicate(format: "(%K=='x')", key)"#),
        Case(
            #"NSPredicate(format: "\(key) == '\(value)'")"#, [#"\(key)"#, #"\(value)"#],
            #"NSPredicate(format: "%K == %@", key, value)"#),

        // Values.
        Case(
            #"NSPredicate(format: "age > \(limit)")"#, [#"\(limit)"#],
            #"NSPredicate(format: "age > %@", NSNumber(value: limit))"#),
        Case(
            #"NSPredicate(format: "age > \(list.count) AND b == %@", b)"#, [#"\(list.count)"#],
            #"NSPredicate(format: "age > %@ AND b == %@", NSNumber(value: list.count), b)"#),
        Case(#"NSPredicate(format: "id IN \(ids)")"#, [#"\(ids)"#], #"NSPredicate(format: "id IN %@", ids)"#),
        Case(
            #"NSPredicate(format: "age BETWEEN {\(low), \(high)}")"#, [#"\(low)"#, #"\(high)"#],
            #"NSPredicate(format: "age BETWEEN {%@, %@}", NSNumber(value: low), NSNumber(value: high))"#),
        Case("let s: String = f()\nNSPredicate(format: \"a == \\(s)\")", ["\\(s)"], nil),

        // Clauses, operators, parts of names: nobody knows.
        Case(#"NSPredicate(format: "a == 1 AND \(clause)")"#, [#"\(clause)"#], nil),
        Case(#"NSPredicate(format: "\(all)")"#, [#"\(all)"#], nil),
        Case(#"NSPredicate(format: "a \(op) 3")"#, [#"\(op)"#], nil),
        Case(#"NSPredicate(format: "field\(n) == 3")"#, [#"\(n)"#], nil),
        Case(#"NSPredicate(format: "a == \(x)\(y)")"#, [#"\(x)"#, #"\(y)"#], nil),
        Case(#"NSPredicate(format: "id IN {\(list)}")"#, [#"\(list)"#], nil),
        Case(#"NSPredicate(format: "a == \(x) + 1")"#, [#"\(x)"#], nil),

        // `+`
        Case(#"NSPredicate(format: "name == '" + name + "'")"#, ["name"], #"NSPredicate(format: "name == %@", name)"#),
        Case(
            #"NSPredicate(format: "name LIKE '" + name + "*' AND b == %@", 3)"#, ["name"],
            #"NSPredicate(format: "name LIKE %@ AND b == %@", "" + name + "*", 3)"#),
        Case(#"NSPredicate(format: key + " == 3")"#, ["key"], #"NSPredicate(format: "%K == 3", key)"#),
        Case(
            #"NSPredicate(format: "age > " + String(limit))"#, ["String(limit)"], nil),
        Case(
            #"NSPredicate(format: "age > " + limit.text + " AND b == 1")"#, ["limit.text"],
            #"NSPredicate(format: "age > %@ AND b == 1", NSNumber(value: limit.text))"#),
        Case(#"NSPredicate(format: "a == 1 AND " + clause)"#, ["clause"], nil),
        Case(##"NSPredicate(format: "a == '" + x + #"'"#)"##, ["x"], nil),
        Case(#"NSPredicate(format: "a == " + x + y)"#, ["x", "y"], nil),

        // Constants with injections.
        Case(
            "let format = \"name == '\\(name)'\"\nNSPredicate(format: format)", ["\\(name)"],
            "let format = \"name == %@\"\nNSPredicate(format: format, name)"),
        Case("let f = \"n == '\\(n)'\"\nNSPredicate(format: f); NSPredicate(format: f)", ["\\(n)"], nil),

        // `String(format:)`
        Case(
            #"NSPredicate(format: String(format: "name == '%@' AND age > %d", name, 3))"#,
            [#"String(format: "name == '%@' AND age > %d", name, 3)"#],
            #"NSPredicate(format: "name == %@ AND age > %d", name, 3)"#),
        Case(
            #"NSPredicate(format: String(format: "%@ == '%@'", key, name))"#,
            [#"String(format: "%@ == '%@'", key, name)"#], #"NSPredicate(format: "%K == %@", key, name)"#),
        Case(
            #"NSPredicate(format: String(format: "name LIKE '%@*'", name))"#,
            [#"String(format: "name LIKE '%@*'", name)"#], nil),

        // Other libraries.
        Case(
            "import RealmSwift\ndogs.filter(\"age > \\(age) AND name == '\\(name)'\")", ["\\(age)", "\\(name)"],
            "import RealmSwift\ndogs.filter(\"age > %@ AND name == %@\", age, name)"),
        Case(
            "import PredicateFormat\ntry Dog.predicate(parsing: \"age > \\(age)\")", ["\\(age)"],
            "import PredicateFormat\ntry Dog.predicate(\"age > %@\", age)"),
        Case("import PredicateFormat\ntry CheckedPredicate(\"age > \\(age)\" + rest)", ["\\(age)", "rest"], nil),
        // This library binds the interpolations of a literal.
        Case(
            "import PredicateFormat\ntry Dog.predicate(\"age > \\(age)\")", [],
            "import PredicateFormat\ntry Dog.predicate(\"age > %@\", age)"),
        Case("import PredicateFormat\ntry CheckedPredicate(\"age > \\(age)\")", [], nil),
    ]

    static let objectiveC: [Case] = [
        Case(
            #"[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"name == '%@' AND age > %d", name, 3]];"#,
            [#"[NSString stringWithFormat:@"name == '%@' AND age > %d", name, 3]"#],
            #"[NSPredicate predicateWithFormat:@"name == %@ AND age > %d", name, 3];"#),
        Case(
            #"[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"%@ == \"%@\" " @"OR b == 1", key, name]];"#,
            [#"[NSString stringWithFormat:@"%@ == \"%@\" " @"OR b == 1", key, name]"#],
            #"[NSPredicate predicateWithFormat:@"%K == %@ " @"OR b == 1", key, name];"#),
        Case(
            #"[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"a == '%d'", 3]];"#,
            [#"[NSString stringWithFormat:@"a == '%d'", 3]"#], nil),
        Case(
            #"[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"a == %@ %%", x]];"#,
            [#"[NSString stringWithFormat:@"a == %@ %%", x]"#], nil),
        Case(
            #"[NSPredicate predicateWithFormat:[@"a == 1 AND " stringByAppendingString:clause]];"#, ["clause"], nil),
        Case(
            #"[NSPredicate predicateWithFormat:[@"a == " stringByAppendingFormat:@"'%@'", x]];"#, [#"@"'%@'", x"#], nil),
    ]

    private static let all =
        swift.map { (SourceLanguage.swift, $0) } + objectiveC.map { (SourceLanguage.objc, $0) }

    @Test(arguments: all.indices)
    func injections(index: Int) throws {
        let (language, test) = Self.all[index]
        let call = try #require(language.calls(in: test.source).first, "\(test.source)")
        let injected = call.injections.map { String(decoding: Array(test.source.utf8)[$0.range], as: UTF8.self) }
        #expect(injected == test.injected)
        expectExact(call, in: test.source)
        guard let mended = test.mended else { return }
        let again = try #require(language.calls(in: mended).first)
        #expect(again.injections.isEmpty)
        #expect(again.format?.text == call.format?.text)
    }

    @Test func positions() throws {
        let file = #"NSPredicate(format: "\(key) == '\(name)' AND age > \(age) AND \(clause)")"#
        let call = try #require(SourceLanguage.swift.calls(in: file).first)
        #expect(call.injections.map(\.position) == [.keyPath, .quotedValue, .value, nil])
        #expect(call.format == nil)
    }

    /// The placeholder of the foretold format stands for what it replaces.
    @Test func locations() throws {
        let file = #"NSPredicate(format: "name == '\(name)' ANDD age > 3")"#
        let call = try #require(SourceLanguage.swift.calls(in: file).first)
        let format = try #require(call.format)
        #expect(format.text == "name == %@ ANDD age > 3")
        let range = format.map.fileRange(of: .init(8, 10))
        #expect(String(decoding: Array(file.utf8)[range], as: UTF8.self) == #"'\(name)'"#)
        let word = format.map.fileRange(of: .init(11, 15))
        #expect(String(decoding: Array(file.utf8)[word], as: UTF8.self) == "ANDD")
    }
}
