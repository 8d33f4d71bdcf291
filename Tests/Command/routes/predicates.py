"""Makes valid predicates about the records, as trees that can be reduced."""

import random
import re

from routes.records import BEYOND, COMPOSED, DATES, DECOMPOSED, DOUBLES, EDGES, INTEGERS, KINDS, STRINGS, UNQUOTED, encoded


class Node:
    """A part of a predicate: text and smaller parts. Parts of one kind can replace each other; a part with a joiner may lose parts."""

    def __init__(self, kind, *parts, joiner=None, least=1, argument=None):
        self.kind, self.parts, self.joiner, self.least, self.argument = kind, parts, joiner, least, argument

    def text(self):
        return (self.joiner or "").join(part if isinstance(part, str) else part.text() for part in self.parts)

    def with_arguments(self, arguments):
        """The text with format arguments in place of literals and key paths, whose values are added to the list."""
        if self.argument:
            arguments.append(self.argument[1])
            return self.argument[0]
        return (self.joiner or "").join(part if isinstance(part, str) else part.with_arguments(arguments) for part in self.parts)

    def descendants(self):
        for part in self.parts:
            if isinstance(part, Node):
                yield part
                yield from part.descendants()

    def replacing(self, at, part):
        return Node(
            self.kind, *self.parts[:at], *([] if part is None else [part]), *self.parts[at + 1 :], joiner=self.joiner, least=self.least
        )

    def smaller(self):
        """The smaller parts that result from dropping a clause, or from replacing a part by one that it contains."""
        yield from (node for node in self.descendants() if node.kind == self.kind and not node.joiner)
        if self.joiner and len(self.parts) > self.least:
            yield from (self.replacing(at, None) for at in range(len(self.parts)))
        for at, part in enumerate(self.parts):
            if isinstance(part, Node):
                yield from (self.replacing(at, small) for small in part.smaller())


class Predicate:
    """A predicate with the values of its variables: for each name, JSON and an expression, or None if there is no expression."""

    def __init__(self, node, variables=None):
        self.node = node
        self.text = node.text()
        self.variables = {name: value for name, value in (variables or {}).items() if re.search(rf"\${name}\b", self.text)}

    @property
    def options(self):
        return [part for name, value in self.variables.items() for part in ("--var", f"{name}={value[0]}")]

    @property
    def lets(self):
        return [f":let {name} = {value[1]}" for name, value in self.variables.items()]

    @property
    def fits_prompt(self):
        return all(value[1] is not None for value in self.variables.values())

    def arguments(self):
        """The text with format arguments, and the options that give them."""
        values = []
        text = self.node.with_arguments(values)
        # A value that begins with a minus sign must be in one word with its option.
        return text, [word for value in map(str, values) for word in ([f"--arg={value}"] if value.startswith("-") else ["--arg", value])]

    def smaller(self):
        return (Predicate(node, self.variables) for node in self.node.smaller())


FIELDS = {
    "int": [
        "i",
        "j",
        "i",
        "j",
        "o.a",
        "o.c.d",
        "SELF.i",
        COMPOSED,
        DECOMPOSED,
        f'SELF."{COMPOSED}"',
        'SELF."e\\u0301"',
        'SELF."http.status"',
        'SELF."a-b"',
        "#like",
        "size",
        "SELF['i']",
        "o['a']",
    ],
    "num": ["d", "d", "SELF.d"],
    "bool": ["b", "o.on"],
    "str": ["s", "t", "s", "t", "u", "kind", "o.b", 'SELF."first name"', "when", "id", "url", 'o."k.k"', "o['k.k']"],
    "any": ["m", "m", "h", "h", "o.m", "m.k", "m['k']", "m[0]", "m.length", "x", "m.@count", "m[SIZE]", "m[LAST]"],
    "ints": ["l", "l", "o.c.e", "items.p", "items.sub.z", "o.list.p"],
    "nums": ["ln", "items.f"],
    "strs": ["ts", "ts", "items.q", "items.sub.w"],
    "objs": ["items", "items", "o.list"],
    "lists": ["ll", "items.tags"],
}
ELEMENTS = {"int": ["p", "sub.z"], "num": ["f"], "str": ["q", "sub.w"], "bool": ["ok"], "any": ["m", "m"], "strs": ["tags"]}
ORDER = ["==", "!=", "<", "<=", ">", ">=", "=", "<>", "=<", "=>"]
OPTIONS = ["", "", "", "[c]", "[d]", "[cd]", "[n]", "[l]", "[CL]"]
LIKES = ["*", "?", "a*", "*b*", "?b", "A*", "*é*", "\\*", "*\\**", "", "??", "*ß*", "*\u0301", "x y"]
PATTERNS = [".*", "a.*", "[a-c]+", "(a|b).*", "\\d+", "[^a]*", "a{1,2}", ".", "é", "(?i)a.*", "\\p{L}+", ".*x.*", "", "\\w+", ".*\\u0301"]
CONSTANT = [
    "1 == 1",
    "1 < 2",
    "2 < 1",
    "7 IN {7}",
    "7 IN {}",
    '"a" BEGINSWITH "a"',
    '"a" ==[c] "A"',
    "1 == 1.0",
    "nil == nil",
    "nil != nil",
    "nil <= nil",
    "TRUEPREDICATE",
    "FALSEPREDICATE",
    "5 BETWEEN {1, 9}",
    "{1, 2} == {1, 2}",
    "now() > CAST('2001-01-01', 'NSDate')",
    "now() == now()",
    "now() - now() == 0",
    "now() < CAST('2020-01-01T00:00:00Z', 'NSDate')",
    "ANY {1, 2} == 2",
    "ALL {} == 2",
    "NONE {3} == 2",
    '{"a", "b"} CONTAINS "a"',
    "length('ab') == 2",
    "3 + 4 == 7",
    "SUBQUERY({1, 2}, $c, $c > 1).@count == 1",
    "SUBQUERY({1, 2}, $c, 1 == 1).@count == 2",
    "TERNARY(1 == 1, 2, 3) == 2",
    '"abc" LIKE "a*"',
    '"abc" MATCHES "a.*"',
    "($u := 4) == 4",
    "1 / 0 == nil",
    "YES == 1",
]


class Predicates:
    """Makes predicates about those records, valid for the types of their fields.

    A kind is a type of values: `int`, `num` for any number, `str`, `bool`, `date`, `any`, or the plural of one for its lists.
    """

    fields = FIELDS

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scope, self.variables, self.names = [], {}, 0

    @property
    def plain(self):
        """The paths that are keys with points between them."""
        return [path for kind in ("int", "num", "str", "any") for path in self.fields[kind] if re.fullmatch(r"[a-z]+(\.[a-z]+)*", path)]

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def make(self):
        self.scope, self.variables, self.names = [], {}, 0
        node = self.predicate(self.random.choice([0, 0, 1, 1, 2, 3]))
        return Predicate(node, self.variables)

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    # Conditions

    def predicate(self, depth):
        kind = self.random.random()
        if depth == 0 or kind < 0.15:
            return self.comparison(depth)
        if kind < 0.3:
            return Node("predicate", self.pick(["NOT ", "! ", "not "]), Node("predicate", "(", self.predicate(depth - 1), ")"))
        word = self.pick([" AND ", " OR ", " && ", " || ", " and "])
        parts = [self.predicate(depth - 1) for _ in range(self.random.randint(2, 3))]
        return Node("predicate", "(", Node("clauses", *parts, joiner=word), ")")

    def comparison(self, depth):
        make = self.random.choices(
            [
                self.constant,
                self.numbers,
                self.texts,
                self.nothing,
                self.membership,
                self.range,
                self.truth,
                self.quantified,
                self.subquery,
                self.dates,
                self.anything,
                self.sets,
                self.assignment,
                self.patterns,
                self.whole_lists,
                self.calls,
            ],
            [8, 14, 12, 5, 8, 6, 4, 12, 9, 5, 9, 4, 4, 6, 4, 5],
        )[0]
        node = make(depth)
        return Node("predicate", node) if node.kind != "predicate" else node

    def constant(self, depth):
        return Node("predicate", self.pick(CONSTANT))

    def numbers(self, depth):
        kind = self.pick(["int", "int", "num"])
        return Node(
            "predicate",
            self.value(kind, depth + 1),
            f" {self.pick(ORDER)} ",
            self.value(self.pick([kind, kind, "num"]), self.pick([0, 0, depth])),
        )

    def texts(self, depth):
        operator = self.pick(
            ["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "IN", "BEGINSWITH", "CONTAINS", "=="]
        ) + self.pick(OPTIONS)
        return Node("predicate", self.value("str", depth), f" {operator} ", self.value("str", self.pick([0, 0, depth])))

    def patterns(self, depth):
        operator, pool = self.pick([("LIKE", LIKES), ("LIKE", LIKES), ("MATCHES", PATTERNS)])
        pattern = self.literal("str", self.pick(pool)) if self.chance(0.85) else self.value("str", 0)
        return Node(
            "predicate", self.value("str", depth), f" {operator}{self.pick(OPTIONS if operator == 'LIKE' else ['', '[c]'])} ", pattern
        )

    def calls(self, depth):
        """A call that is a condition on its own."""
        forms = [
            lambda: ["finds(", self.value("str", depth), ", ", self.literal("str", self.pick(PATTERNS)), ")"],
            lambda: ["anywhere(", self.literal("str"), ")"],
            lambda: ["anywhere(", self.value(self.pick(["str", "strs", "any"]), 0), ", ", self.literal("str"), ")"],
            lambda: ["has(", self.pick([*self.plain, "m.k", "m[0]", "l[1]", "items", "nothing"]), ")"],
        ]
        return Node("predicate", *self.pick(forms)())

    def nothing(self, depth):
        kind = self.pick(["int", "num", "str", "bool", "any", "ints", "strs", "objs"])
        sides = [self.value(kind, 0), Node("nil", self.pick(["nil", "NULL", "nil"]))]
        if self.chance(0.2):
            sides.reverse()
        return Node(
            "predicate", sides[0], f" {self.pick(['==', '!=', '<>'] if kind in ('bool', 'ints', 'strs', 'objs') else ORDER)} ", sides[1]
        )

    def membership(self, depth):
        kind = self.pick(["int", "str", "num", "any"])
        plural = {"int": "ints", "str": "strs", "num": "nums", "any": "list"}[kind]
        where = self.literals(plural) if plural == "list" or self.chance(0.7) else self.value(plural, 0)
        what = self.value(kind, depth)
        if self.chance(0.25):
            return Node("predicate", where, " CONTAINS ", what)
        return Node("predicate", what, f" IN{self.pick(OPTIONS) if kind == 'str' else ''} ", where)

    def range(self, depth):
        kind = self.pick(["int", "num", "str"])
        bounds = [self.value(kind, 0) for _ in range(2)]
        if self.chance(0.1) and kind == "int":
            return Node("predicate", self.value("int", depth), " BETWEEN ", self.value("ints", 0))
        return Node("predicate", self.value(kind, depth), " BETWEEN {", *[bounds[0], ", ", bounds[1]], "}")

    def truth(self, depth):
        return Node(
            "predicate",
            self.value("bool", 0),
            f" {self.pick(['==', '!='])} ",
            self.pick([Node("bool", self.pick(["YES", "NO", "TRUE", "false", "1", "0"])), self.value("bool", 0)]),
        )

    def quantified(self, depth):
        word = self.pick(["ANY", "SOME", "ALL", "NONE", "any"])
        kind = self.pick(["ints", "nums", "strs", "lists", "dictionary"])
        if kind == "dictionary":
            return Node(
                "predicate",
                f"{word} {self.pick(['m', 'm.k', 'o.m'])} {self.pick(['==', '>', '!='])} ",
                self.value(self.pick(["int", "str"]), 0),
            )
        path = (
            self.value(kind, 0) if self.chance(0.9) else self.sublist(depth, "objs", [".p"])[0] if kind == "ints" else self.value(kind, 0)
        )
        if kind == "lists":
            return (
                Node("predicate", f"{word} ll {self.pick(['==', '<', '>='])} ", self.value("int", 0))
                if self.chance(0.5)
                else Node("predicate", f"{word} items.tags == ", self.value("str", 0))
            )
        single = {"ints": "int", "nums": "num", "strs": "str"}[kind]
        if self.chance(0.2):
            return Node("predicate", f"{word} ", path, " IN ", self.literals(kind))
        if self.chance(0.15) and single != "str":
            return Node("predicate", f"{word} ", path, " BETWEEN {", self.value(single, 0), ", ", self.value(single, 0), "}")
        operator = (
            self.pick(["==", "!=", "<", ">", "BEGINSWITH", "CONTAINS", "LIKE"]) + self.pick(OPTIONS)
            if single == "str"
            else self.pick(ORDER)
        )
        return Node("predicate", f"{word} ", path, f" {operator} ", self.value(single, 0))

    def sublist(self, depth, kind=None, tails=("",)):
        """A SUBQUERY, and the type of its elements."""
        kind = kind or self.pick(["objs", "objs", "objs", "ints", "strs"])
        name = self.name("x")
        collection = self.value(kind, 0)
        self.scope.append((name, kind))
        body = self.constant(0) if self.chance(0.2) else self.predicate(min(depth, 1))
        self.scope.pop()
        return Node("sublist", "SUBQUERY(", collection, f", ${name}, ", body, ")" + self.pick(list(tails))), kind

    def subquery(self, depth):
        subquery, kind = self.sublist(depth, tails=[""])
        if kind == "objs" and self.chance(0.3):
            return Node("predicate", f"{self.pick(['ANY', 'ALL', 'NONE'])} ", subquery, f".p {self.pick(ORDER)} ", self.value("int", 0))
        if kind == "ints" and self.chance(0.3):
            return Node("predicate", subquery, ".@sum > ", self.value("int", 0))
        return Node(
            "predicate",
            subquery,
            self.pick([".@count", "[SIZE]"]),
            f" {self.pick(ORDER)} ",
            self.literal("int", self.pick([0, 0, 1, 2, 3])),
        )

    def dates(self, depth):
        if self.chance(0.2):
            return Node(
                "predicate",
                self.value("date", 0),
                " - ",
                self.value("date", 0),
                f" {self.pick(ORDER)} ",
                self.literal("int", self.pick([0, 86400, -3600])),
            )
        if self.chance(0.2):
            return Node("predicate", self.value("date", 0), " BETWEEN {", self.value("date", 0), ", ", self.value("date", 0), "}")
        return Node("predicate", self.value("date", depth), f" {self.pick(ORDER)} ", self.value("date", 0))

    def anything(self, depth):
        left = self.value("any", depth)
        if self.chance(0.2):
            return Node(
                "predicate",
                left,
                f" {self.pick(['BEGINSWITH', 'CONTAINS', 'LIKE', 'ENDSWITH'])}{self.pick(OPTIONS)} ",
                self.value("str", 0),
            )
        right = self.value(self.pick(["int", "num", "str", "bool", "any", "any", "list"]), 0)
        operator = self.pick(["==", "!="]) if right.kind in ("bool", "list") else self.pick(ORDER)
        return Node("predicate", left, f" {operator} ", right)

    def sets(self, depth):
        kind, operator = self.pick(["ints", "strs"]), self.pick(["UNION", "INTERSECT", "MINUS"])
        both = Node("set", "(", self.value(kind, 0), f" {operator} ", self.literals(kind) if self.chance(0.6) else self.value(kind, 0), ")")
        if self.chance(0.3):
            return Node("predicate", both, f" {self.pick(['==', '!='])} ", self.literals(kind))
        if self.chance(0.3):
            return Node("predicate", "ANY ", both, " == ", self.value({"ints": "int", "strs": "str"}[kind], 0))
        return Node("predicate", both, f".@count {self.pick(ORDER)} ", self.literal("int", self.pick([0, 1, 2])))

    def whole_lists(self, depth):
        kind = self.pick(["ints", "strs", "nums"])
        return Node(
            "predicate",
            self.value(kind, 0),
            f" {self.pick(['==', '!='])} ",
            self.literals(kind) if self.chance(0.6) else self.value(kind, 0),
        )

    def assignment(self, depth):
        kind, name = self.pick(["int", "str"]), self.name("t")
        value = self.value(kind, depth)
        more = lambda: Node("predicate", f"${name} {self.pick(ORDER)} ", self.value(kind, 0))
        first = Node("predicate", f"(${name} := ", value, f") {self.pick(ORDER)} ", self.value(kind, 0))
        return Node(
            "predicate",
            "(",
            Node("clauses", first, *[more() for _ in range(self.random.randint(1, 2))], joiner=self.pick([" AND ", " OR "])),
            ")",
        )

    # Values

    def literal(self, kind, value=None):
        if kind == "int":
            value = self.pick(INTEGERS + EDGES[:9]) if value is None else value
            text = hex(value) if value >= 0 and self.chance(0.05) else str(value)
            return Node("int", text, argument=("%d", value))
        if kind == "num":
            value = self.pick(DOUBLES + BEYOND + ["3", "0", "100"]) if value is None else value
            return Node("num", value, argument=("%f", value))
        value = self.pick(STRINGS + KINDS) if value is None else value
        quote = self.pick("'\"")
        escaped = value.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("\n", "\\n").replace("\u0000", "\\000")
        if self.chance(0.1):
            escaped = "".join(
                character if character in "\\'\"" or " " <= character < "\u007f" or ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
                for character in escaped
            )
        # An argument of a program cannot contain a zero byte.
        return Node("str", quote + escaped + quote, argument=None if "\u0000" in value else ("%s", value))

    def literals(self, kind):
        single = {"ints": ["int"], "nums": ["num", "int"], "strs": ["str"], "list": ["int", "num", "str"]}[kind]
        values = [
            self.value(self.pick(single), 0) if self.chance(0.15) else self.literal(self.pick(single))
            for _ in range(self.random.randint(20, 60) if self.chance(0.04) else self.random.randint(1, 4))
        ]
        if kind == "list" and self.chance(0.3):
            values.append(Node("nil", "nil"))
        return Node("list" if kind == "list" else kind, "{", Node("elements", *values, joiner=", ", least=0), "}")

    def variable(self, kind):
        """A variable whose value has the given type."""
        name = self.name("v")
        if kind == "date":
            text = self.pick(DATES)
            self.variables[name] = (text, f"CAST('{text}', 'NSDate')")
        elif kind in ("ints", "strs"):
            nodes = [self.literal(kind[:-1]) for _ in range(self.random.randint(1, 3))]
            values = [node.argument[1] if node.argument else "\0" for node in nodes]
            self.variables[name] = (encoded(values), "{" + ", ".join(node.text() for node in nodes) + "}")
        elif kind == "any":
            self.variables[name] = self.pick([('{"k":1}', None), ("null", None), ("[1,2]", None), ("[]", None), ("true", None)])
        else:
            # A text that is JSON would be read by the expected type: as the text itself, or as the JSON value.
            node = self.literal(kind, self.pick(UNQUOTED) if kind == "str" else None)
            self.variables[name] = (str(node.argument[1]), node.text())
        return Node(kind, f"${name}")

    def field(self, kind):
        if self.scope and self.chance(0.6):
            name, elements = self.pick(self.scope)
            if elements == "objs" and kind in ELEMENTS:
                return Node(kind, f"${name}.{self.pick(ELEMENTS[kind])}")
            if elements == kind + "s":
                return Node(kind, f"${name}")
        path = self.pick(self.fields[kind])
        plain = re.fullmatch(r"[^\W\d][\w\u0301.]*", path) and not path.startswith("SELF")
        return Node(kind, path, argument=("%K", path) if plain else None)

    def value(self, kind, depth):
        share = self.random.random()
        if kind in ("ints", "nums", "strs") and share < 0.15 or kind == "list":
            return self.literals(kind)
        if kind in FIELDS and share < (0.6 if depth == 0 else 0.45):
            return self.field(kind)
        if kind in ("int", "num", "str", "any", "date", "ints", "strs") and share > 0.94:
            return self.variable(kind)
        if kind in ("int", "num", "str") and (depth == 0 or share < 0.55):
            return self.literal(kind)
        make = getattr(self, "value_" + kind, None)
        return Node(kind, make(max(0, depth - 1))) if make else self.field(kind)

    def value_int(self, depth):
        number = lambda: self.value("int", depth)
        forms = [
            lambda: ["(", number(), f" {self.pick(['+', '-', '*', '/', '&', '|', '^'])} ", number(), ")"],
            lambda: ["(", number(), f" {self.pick(['<<', '>>'])} ", self.literal("int", self.pick([0, 1, 3, 64])), ")"],
            lambda: ["(-", Node("int", "(", number(), ")"), ")"],
            lambda: ["(~(", number(), "))"],
            lambda: ["indexOf(", self.value("str", depth), ", ", self.literal("str"), ")"],
            lambda: [
                self.pick(["year(", "month(", "day(", "hour(", "minute(", "second(", "weekday("]),
                self.pick(["when", "CAST(when, 'NSDate')"]),
                self.pick(["", ", 'Europe/Lisbon'", ", 'Asia/Kathmandu'", ", '+05:30'"]),
                ")",
            ],
            lambda: ["modulus:by:(", number(), ", ", self.literal("int", self.pick([2, 3, 0])), ")"],
            lambda: ["abs(", number(), ")"],
            lambda: ["length(", self.value("str", depth), ")"],
            lambda: [self.field("str"), ".length"],
            lambda: [self.field(self.pick(["ints", "strs", "objs", "lists"])), self.pick([".@count", "[SIZE]"])],
            lambda: [self.field("ints"), self.pick([".@sum", ".@max", ".@min", "[0]", "[FIRST]", "[LAST]", "[1]", ".@max.#self"])],
            lambda: ["items." + self.pick(["@sum.p", "@max.p", "@min.sub.z", "@sum.tags.@count"])],
            lambda: ["TERNARY(", self.predicate(0), ", ", number(), ", ", number(), ")"],
            lambda: [self.pick(["sum(", "max(", "count(", "min("]), self.value("ints", 0), ")"],
            lambda: ["noindex(", number(), ")"],
            lambda: ["FUNCTION(", number(), f", '{self.pick(['add:to:', 'multiply:by:', 'modulus:by:'])}', ", number(), ")"],
            lambda: ["l[", number(), "]"],
            lambda: ["(", number(), " ** ", self.literal("int", self.pick([0, 1, 2, 3])), ")"],
            lambda: [self.sublist(0, tails=[".@count"])[0]],
            lambda: ["(", self.field(self.pick(["ints", "strs"])), ".@distinctUnionOfObjects).@count"],
            lambda: ["(ll.@unionOfArrays).@count"],
            lambda: ["mode(", self.field("ints"), ")[SIZE]"],
        ]
        return Node("int", *self.pick(forms)())

    def value_num(self, depth):
        number = lambda: self.value(self.pick(["num", "num", "int"]), depth)
        forms = [
            lambda: ["(", number(), f" {self.pick(['+', '-', '*', '/'])} ", number(), ")"],
            lambda: [self.pick(["round(", "sqrt(", "abs(", "floor(", "ceiling(", "trunc(", "exp(", "ln("]), number(), ")"],
            lambda: [self.field("nums"), self.pick([".@sum", ".@avg", ".@max", ".@min", "[0]"])],
            lambda: [self.field("ints"), ".@avg"],
            lambda: ["CAST(", self.field("str"), ", 'NSNumber')"],
            lambda: ["toNumber(", self.value(self.pick(["str", "int", "bool"]), 0), ")"],
            lambda: ["log(", number(), ")"],
            lambda: ["round(", number(), ", ", self.literal("int", self.pick([0, 1, 2])), ")"],
            lambda: [self.pick(["average(", "stddev(", "median("]), self.field(self.pick(["ints", "nums"])), ")"],
            lambda: ["TERNARY(", self.predicate(0), ", ", self.value("int", 0), ", ", self.value("num", 0), ")"],
            lambda: ["CAST(", self.value("date", 0), ", 'NSNumber')"],
            lambda: ["(", number(), " ** ", self.literal("int", self.pick([-1, 2, 3])), ")"],
        ]
        return Node("num", *self.pick(forms)())

    def value_str(self, depth):
        text = lambda: self.value("str", depth)
        forms = [
            lambda: [self.pick(["uppercase(", "lowercase("]), text(), ")"],
            # Not of `now()`, whose text is another one for each route.
            lambda: ["CAST(", self.value(self.pick(["int", "num", "bool"]), 0), ", 'NSString')"],
            lambda: ["CAST(CAST(when, 'NSDate'), 'NSString')"],
            lambda: ["CAST(m, 'NSString')"],
            lambda: ["toString(", self.value(self.pick(["int", "num", "bool", "str"]), 0), ")"],
            lambda: ["version(", text(), ")"],
            lambda: ["stringByAppendingString:(", text(), ", ", text(), ")"],
            lambda: ["concat(", text(), ", ", self.value(self.pick(["int", "str"]), 0), ", ", text(), ")"],
            lambda: ["substring(", text(), ", ", self.literal("int", self.pick([0, 1, 2])), ")"],
            lambda: ["replace(", text(), ", ", self.literal("str"), ", ", text(), ")"],
            lambda: ["trim(", text(), ")"],
            lambda: ["split(", text(), ", ", self.literal("str"), ")", self.pick(["[0]", "[LAST]"])],
            lambda: ["TERNARY(", self.predicate(0), ", ", text(), ", ", text(), ")"],
            lambda: [self.field("strs"), self.pick(["[FIRST]", "[LAST]", "[1]", ".@max", ".@min"])],
            lambda: ["FUNCTION(", text(), ", 'uppercase:')"],
        ]
        return Node("str", *self.pick(forms)())

    def value_bool(self, depth):
        return self.field("bool")

    def value_date(self, depth):
        forms = [
            lambda: ["CAST(when, 'NSDate')"],
            lambda: ["CAST(when, 'NSDate')"],
            lambda: ["truncate(when, '", self.pick(["hour", "day", "week", "month"]), "'", self.pick(["", ", 'Asia/Tokyo'"]), ")"],
            lambda: [f"CAST('{self.pick(DATES)}', 'NSDate')"],
            lambda: ["now()"],
            lambda: ["(CAST(when, 'NSDate') + ", self.value("int", 0), ")"],
            lambda: ["(now() - ", self.literal("int", self.pick([86400, 10**9])), ")"],
            lambda: ["CAST(", self.value("int", 0), ", 'NSDate')"],
            lambda: ["unixDate(", self.value("int", 0), self.pick(["", ", 'ms'", ", 'ns'"]), ")"],
        ]
        return Node("date", *self.pick(forms)())

    def value_any(self, depth):
        forms = [
            lambda: ["TERNARY(", self.predicate(0), ", ", self.value("int", 0), ", ", self.value("str", 0), ")"],
            lambda: [self.field("any")],
            # A bare field could be taken for a keyword: `m[size]`.
            lambda: ["m[(", self.value(self.pick(["int", "str"]), 0), ")]"],
            lambda: ["SELF[", self.value("str", 0), "]"],
            lambda: ["(m + ", self.value("int", 0), ")"],
            lambda: ["CAST(m, 'NSNumber')"],
            lambda: ["(x * ", self.value("num", 0), ")"],
        ]
        return Node("any", *self.pick(forms)())
