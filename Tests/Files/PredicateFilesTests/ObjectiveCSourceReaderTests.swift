import PredicateFiles
import Testing

@Suite struct ObjectiveCSourceReaderTests {
    /// Sources and the messages that are found in them.
    static let cases: [(source: String, calls: [String])] = [
        (#"[NSPredicate predicateWithFormat:@"age > 18"];"#, ["predicate|age > 18"]),
        (
            #"p = [NSPredicate predicateWithFormat:@"a == %@ AND b == %@ AND c == %d", a, @"b", @(3)];"#,
            ["predicate|a == %@ AND b == %@ AND c == %d|unknown,string b,number"]
        ),
        (
            "[NSPredicate predicateWithFormat:\n    @\"a == %@ \"\n    @\"AND b == 1\",\n    x]",
            ["predicate|a == %@ AND b == 1|unknown"]
        ),
        (#"[NSPredicate predicateWithFormat:@"a == 1 " /* and */ "OR b == 2"]"#, ["predicate|a == 1 OR b == 2"]),
        (#"[ NSPredicate  predicateWithFormat : @"a == 1" ]"#, ["predicate|a == 1"]),
        (#"[NSExpression expressionWithFormat:@"a + %d", 1]"#, ["expression|a + %d|integer"]),
        (#"[NSPredicate predicateWithFormat:(@"a == 1")]"#, ["predicate|a == 1"]),
        (
            #"[[NSPredicate predicateWithFormat:@"a == 1"] evaluateWithObject:[NSPredicate predicateWithFormat:@"b == 2"]]"#,
            ["predicate|a == 1", "predicate|b == 2"]
        ),
        (
            #"[c andPredicateWithSubpredicates:@[[NSPredicate predicateWithFormat:@"a == 1"], other]]"#,
            ["predicate|a == 1"]
        ),
        (
            #"[NSPredicate predicateWithFormat:@"f %@", ^{ return a, b; }, max(a, b), [x y:1, 2]]"#,
            ["predicate|f %@|unknown,unknown,unknown"]
        ),
        (#"[NSPredicate predicateWithFormat:@"a == %@" argumentArray:@[@1, @2]]"#, ["predicate|a == %@|open"]),
        (#"[NSPredicate predicateWithFormat:@"a == %@" arguments:list]"#, ["predicate|a == %@|open"]),
        (#"[NSPredicate predicateWithFormat:format, x]; // NSPredicate"#, []),
        (#"[NSPredicate predicateWithFormat:flag ? @"a == 1" : @"b == 1"]"#, []),
        (#"[self predicateWithFormat:@"NSPredicate"]"#, []),
        (#"[NSPredicate predicateWithValue:YES]"#, []),
        (#"// [NSPredicate predicateWithFormat:@"a == 1"]"#, []),
        (#"/* [NSPredicate predicateWithFormat:@"a == 1"] */"#, []),
        (#"NSString *s = @"[NSPredicate predicateWithFormat:x]";"#, []),

        // Escapes.
        (
            #"[NSPredicate predicateWithFormat:@"a == \"x\" AND b == 'it\'s'"]"#,
            [#"predicate|a == "x" AND b == 'it's'"#]
        ),
        (#"[NSPredicate predicateWithFormat:@"a MATCHES '\\d{3}\\\\'"]"#, [#"predicate|a MATCHES '\d{3}\\'"#]),
        (
            #"[NSPredicate predicateWithFormat:@"\x61\142\u00e9\U0001F600\303\251\t\n\a\?\e"]"#,
            ["predicate|abé😀é\t\n\u{7}?\u{1B}"]
        ),
        ("[NSPredicate predicateWithFormat:@\"a == 1 \\\n  AND b == 2\"]", ["predicate|a == 1   AND b == 2"]),
        ("[NSPredicate predicateWithFormat:@\"a == 1 \\\r\nAND b == 2\"]", ["predicate|a == 1 AND b == 2"]),
        (#"[NSPredicate predicateWithFormat:@"\xff"]; [NSPredicate predicateWithFormat:@"b"]"#, ["predicate|b"]),
        (#"[NSPredicate predicateWithFormat:@"\q"]; [NSPredicate predicateWithFormat:@"b"]"#, ["predicate|b"]),
        ("[NSPredicate predicateWithFormat:@\"a]\n;[NSPredicate predicateWithFormat:@\"b\"]", ["predicate|b"]),

        // Arguments.
        (
            #"[NSPredicate predicateWithFormat:@"f", 1, -2, 0x1E, 2.5, 1e3, YES, nil, @YES, @3, @-3, @(x), @[@1, @2], @{@"a": @1}, 'c']"#,
            [
                "predicate|f|integer,integer,integer,double,double,boolean,nil,number,number,number,unknown,collection,collection,integer"
            ]
        ),
        (
            #"[NSPredicate predicateWithFormat:@"%K", NSStringFromSelector(@selector(name)), @selector(name), [NSDate date], [NSNumber numberWithInt:3]]"#,
            ["predicate|%K|keyPath name,selector,date,number"]
        ),
        (
            #"[NSPredicate predicateWithFormat:@"f", @"a" @"b", self.name, obj[0], (NSString *)x]"#,
            ["predicate|f|string ab,unknown,unknown,unknown"]
        ),
        (#"[NSPredicate predicateWithFormat:@"100%% == %@", @1]"#, ["predicate|100%% == %@|number"]),

        // Constants.
        (
            "static NSString * const kFormat = @\"a == %@\";\n[NSPredicate predicateWithFormat:kFormat, @1];",
            ["predicate|a == %@|number"]
        ),
        ("NSString *format = @\"a \" @\"== 1\";\n[NSPredicate predicateWithFormat:format];", ["predicate|a == 1"]),
        ("NSString *format = @\"a == 1\";\nformat = other;\n[NSPredicate predicateWithFormat:format];", []),
        (
            "NSString *format = @\"a == 1\";\n- (void)f:(NSString *)format { [NSPredicate predicateWithFormat:format]; }",
            []
        ),
        ("#define FORMAT @\"a == 1\"\n[NSPredicate predicateWithFormat:FORMAT];", ["predicate|a == 1"]),
        ("NSString *format = [x y];\n[NSPredicate predicateWithFormat:format];", []),

        // Local variables.
        (
            "- (void)f:(NSString *)n {\n  NSString *q = [NSString stringWithFormat:@\"a == '%@'\", n];\n  [NSPredicate predicateWithFormat:q];\n}",
            ["predicate|a == %@|stringFormat"]
        ),
        (
            "- (void)f {\n  NSString * const q = [@\"a == \" stringByAppendingString:n];\n  if (b) { @try { [NSPredicate predicateWithFormat:q]; } @finally {} }\n}",
            ["predicate|a == %@|concatenation"]
        ),
        (
            "- (void)f {\n  NSString *q = [NSString stringWithFormat:@\"%@\", n];\n  if (b) { q = @\"x\"; }\n  [NSPredicate predicateWithFormat:q];\n}",
            []
        ),
        (
            "- (void)f {\n  NSString *q = [NSString stringWithFormat:@\"%@\", n];\n  [self change:&q];\n  [NSPredicate predicateWithFormat:q];\n}",
            []
        ),
        (
            "- (void)f {\n  NSString *q = [NSString stringWithFormat:@\"%@\", n];\n}\n- (void)g { [NSPredicate predicateWithFormat:q]; }",
            []
        ),
        (
            "- (void)f {\n  NSString *q = [NSString stringWithFormat:@\"%@\", n];\n  [x each:^(NSString *q) { [NSPredicate predicateWithFormat:q]; }];\n}",
            []
        ),
        (
            "- (void)f {\n  NSString *q = [NSString stringWithFormat:@\"%@\", n];\n  for (NSString *q in x) { [NSPredicate predicateWithFormat:q]; }\n}",
            []
        ),
        (
            "void f(void) {\n  if (b) { NSString *q = [NSString stringWithFormat:@\"%@\", n]; }\n  [NSPredicate predicateWithFormat:q];\n}",
            []
        ),
        (
            "- (void)f {\n  NSMutableString *q = [NSMutableString stringWithFormat:@\"%@\", n];\n  [NSPredicate predicateWithFormat:q];\n}",
            []
        ),

        // Directives, characters, brackets without partners.
        ("#define P(x) [NSPredicate predicateWithFormat:@\"a == %@\", x]\nP(3);", ["predicate|a == %@|unknown"]),
        ("#define OPEN [foo bar:(\n[NSPredicate predicateWithFormat:@\"a == 1\"];", ["predicate|a == 1"]),
        (
            "#define CLOSE ]]) \\\n  }\n[NSPredicate predicateWithFormat:@\"a == %@\", @\"]\"];",
            ["predicate|a == %@|string ]"]
        ),
        (
            "#if X\nif (a) {\n#else\nif (b) {\n#endif\n[NSPredicate predicateWithFormat:@\"a == 1\"]; }",
            ["predicate|a == 1"]
        ),
        ("#error don't\n[NSPredicate predicateWithFormat:@\"a == 1\"]", ["predicate|a == 1"]),
        (#"char c = '"'; char d = '\''; [NSPredicate predicateWithFormat:@"a == 1"]"#, ["predicate|a == 1"]),
        (#"auto r = R"x(" [ )")x"; [NSPredicate predicateWithFormat:@"a == 1"]"#, ["predicate|a == 1"]),
        ("foo(bar;\n[NSPredicate predicateWithFormat:@\"a == 1\"]; }", ["predicate|a == 1"]),

        // Realm.
        ("#import <Realm/Realm.h>\n[Dog objectsWhere:@\"age > %d\", 3];", ["realm objectsWhere|age > %d|integer"]),
        (
            "@import Realm;\n[Dog objectsInRealm:realm where:@\"age > %@\", @3];",
            ["realm objectsInRealm|age > %@|number"]
        ),
        (
            "#import \"Realm.h\"\n[[Dog allObjects] indexOfObjectWhere:@\"age > 3\"];",
            ["realm indexOfObjectWhere|age > 3"]
        ),
        ("[Dog objectsWhere:@\"age > 3\"];", []),
    ]

    @Test(arguments: cases.indices)
    func calls(index: Int) {
        let (source, expected) = Self.cases[index]
        for file in [source, "\u{FEFF}" + source] {
            let calls = SourceLanguage.objc.calls(in: file)
            #expect(calls.map(\.summary) == expected, "\(source)")
            for call in calls { expectExact(call, in: file) }
        }
    }

    @Test(
        arguments: [
            ("// predicate: Person\n[NSPredicate predicateWithFormat:@\"a == 1\"];", "Person"),
            ("[NSPredicate predicateWithFormat:@\"a == 1\"]; // predicate: Person\r\n", "Person"),
            (
                "/* predicate: Person */\r\nNSArray *a = [list filteredArrayUsingPredicate:\r\n  [NSPredicate predicateWithFormat:@\"a == 1\"]];",
                "Person"
            ),
            ("x(); // predicate: City\n[NSPredicate predicateWithFormat:@\"a == 1\"];", nil),
        ] as [(String, String?)])
    func comments(source: String, schema: String?) throws {
        let call = try #require(SourceLanguage.objc.calls(in: source).first)
        #expect(call.schemaName == schema)
    }
}
