"""Predicates about fields whose types are declared, as dates, UUIDs, decimals and the like are read."""

import json
import re

from routes.predicates import FIELDS, INTEGERS, ORDER, Node, Predicates
from routes.records import COMPOSED, DECOMPOSED

LITERALS = {
    "order": ORDER,
    "equality": ["==", "!="],
    "date": [
        "2024-01-31",
        "2024-01-31T00:00:00Z",
        "2024-01-31T01:00:00+01:00",
        "2024-01-31T00:00:00",
        "2024-01-30T23:59:59.5Z",
        "2000-02-29",
        "1999-12-31T23:30:00-01:00",
        "2050-06-01T12:00",
    ],
    "uuid": ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "00000000-0000-0000-0000-000000000001"],
    "url": ["https://example.org/A", "HTTPS://EXAMPLE.org/A", "https://example.org/a", "http://example.com/", "http://example.com"],
    "decimal": ["0.1", "0.10", "0.3", "5", "19.99", "0.30", "12345678901234567890.123456789"],
    "number": ["0", "1", "2", "3.5", "7", "7.0", "-2.5", "0.1", "100"],
    "int": [str(number) for number in INTEGERS],
    "state": ["open", "closed", "lost"],
    "text": ["2024", "e6", "E6", "http", "A", "a", "Z", "5F", "o", "OPEN", ""],
    "option": ["", "", "[c]", "[cd]", "[n]"],
    "substring": ["BEGINSWITH", "ENDSWITH", "CONTAINS"],
}
FORMS = [
    "when {order} '{date}'", "when {order} CAST('{date}', 'NSDate')", "'{date}' {order} when", "when {order} now()", "when - now() {order} 86400", "when BETWEEN {{'{date}', '{date}'}}",
    "when IN {{'{date}', '{date}', nil}}", "when {substring}{option} '{text}'", "when =={option} '{date}'", "when {order} due", "due {order} when + 3600", "when == s", "when == nil",
    "ANY items.at {order} '{date}'", "SUBQUERY(items, $x, $x.at {order} when).@count {order} 1", "SUBQUERY(items, $x, $x.at < '{date}').@count > 0", "items.@max.at {order} '{date}'", "items.@min.at == due",
    "CAST(when, 'NSNumber') > {int}", "CAST(when, 'NSString') {substring} '{text}'", "TERNARY(i > 1, when, due) {order} '{date}'", "when IN items.at", "NONE items.at == when", "length(s) > 1 AND due > '{date}'",
    "id {equality} '{uuid}'", "id IN {{'{uuid}', '{uuid}'}}", "id {substring}{option} '{text}'", "id == CAST('{uuid}', 'NSUUID')", "id != nil", "'{uuid}' == id", "id == s",
    "url {equality} '{url}'", "url IN {{'{url}', '{url}'}}", "url {substring}{option} '{text}'", "url == CAST('{url}', 'NSURL')", "url LIKE[c] '*{text}*'",
    "price {order} {number}", "price {order} CAST('{decimal}', 'NSDecimalNumber')", "price * 3 {order} CAST('{decimal}', 'NSDecimalNumber')", "price IN {{{number}, {number}}}", "price BETWEEN {{{number}, {number}}}",
    "price + i {order} {number}", "price == v", "price / 2 {order} 0.05", "abs(price) {order} {number}", "price == CAST('{decimal}', 'NSDecimalNumber') OR price == nil", "CAST(price, 'NSString') == '{decimal}'",
    "v {order} {number}", "v / 2 {order} {number}", "v {order} i", "v IN {{{number}, {int}}}", "(v + i) / 2 {order} {number}", "v BETWEEN {{{number}, {number}}}", "v == w", "TERNARY(i > 1, v, i) / 2 {order} {number}", "CAST(v, 'NSString') == '{int}'",
    "w {order} {int}", "w / 2 {order} {int}", "w IN {{{int}, {int}}}", "w {order} i", "modulus:by:(w, 2) == 1", "w BETWEEN {{{int}, 7}}", "NOT w == {int}", "w != nil",
    "set {equality} {{2, 1}}", "set.@count {order} {int}", "ANY set {order} {int}", "set CONTAINS {int}", "{int} IN set", "ALL set > {int}", "(set UNION l).@count > {int}", "set == l", "set.@sum {order} {int}", "set[SIZE] == 2",
    "dict['a'] {order} {int}", "dict.@count {order} {int}", "{int} IN dict", "dict.a {order} dict.b", "dict CONTAINS {int}", "dict['é'] == {int}", "dict['e\\u0301'] == {int}", "dict[kind] == {int}", "dict == nil",
    "state {order} '{state}'", "state IN {{'{state}', '{state}'}}", "state ==[c] '{state}'", "state {substring}{option} '{text}'", "state == s", "state LIKE '*e*'",
    "blob {equality} other", "blob IN {{other, blob}}", "blob == nil", "blob =={option} other",
]  # fmt: skip


class DeclaredPredicates(Predicates):
    """Makes predicates of which half the comparisons are about fields that are more than JSON shows."""

    fields = {
        **FIELDS,
        "str": ["s", "t", "s", "t", "u", 'SELF."first name"'],
        "any": ["m", "h", "x", "m[0]"],
        "int": ["i", "j", COMPOSED, DECOMPOSED, 'SELF."http.status"', "l.@count"],
        "objs": ["items"],
        "lists": ["ll", "items.tags"],
        "strs": ["ts", "items.q"],
        "ints": ["l", "items.p"],
    }

    def comparison(self, depth):
        if self.chance(0.4):
            return super().comparison(depth)
        literal = lambda found: {"{{": "{", "}}": "}"}.get(found[0]) or self.pick(LITERALS[found[1]])
        return Node("predicate", re.sub(r"\{\{|\{(\w+)\}|\}\}", literal, self.pick(FORMS)))


def declared_types():
    """The schema that says what the fields are."""
    optional = lambda kind, **more: {"type": [kind, "null"], **more}
    many = lambda kind: {"type": ["array", "null"], "items": optional(kind)}
    date = optional("string", format="date-time")
    item = {
        "p": optional("integer"),
        "q": optional("string"),
        "f": optional("number"),
        "ok": optional("boolean"),
        "tags": many("string"),
        "at": date,
    }
    fields = {
        "number": {"type": "integer"}, "i": {"type": "integer"}, "j": optional("integer"), "d": optional("number"), "v": optional("number"), "w": optional("integer"), "s": optional("string"), "t": {"type": "string"},
        "u": {"type": "string"}, "kind": {"type": "string"}, "b": optional("boolean"), "first name": optional("string"), "http.status": {"type": "integer"}, "when": date, "due": date, "id": optional("string", format="uuid"),
        "url": optional("string", format="uri"), "price": optional("number", format="decimal"), "state": {"enum": ["open", "closed", "lost", None]}, "blob": optional("string", contentEncoding="base64"),
        "other": optional("string", contentEncoding="base64"), "set": {"type": ["array", "null"], "uniqueItems": True, "items": optional("integer")}, "dict": {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
        "l": many("integer"), "ts": many("string"), "ll": {"type": ["array", "null"], "items": many("integer")}, "ln": many("number"), COMPOSED: optional("integer"), DECOMPOSED: optional("integer"),
        "items": {"type": ["array", "null"], "items": {"type": "object", "properties": item, "additionalProperties": True}},
    }  # fmt: skip
    return json.dumps({"type": "object", "properties": fields, "additionalProperties": True}, ensure_ascii=False).encode()
