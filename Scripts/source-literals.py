#!/usr/bin/env python3
"""Writes predicates as literals of Swift, Objective-C and shells in random forms, for the tests of the readers of
source code.

Usage: Scripts/source-literals.py

The compilers and the shell give the meaning of each literal: swiftc, clang and bash run a program that prints all of
them. The script stops if a meaning is not the intended text. It writes
Tests/Files/PredicateFilesTests/Fixtures/source-literals.json.
"""

import json
import pathlib
import random
import shlex
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURE = ROOT / "Tests/Files/PredicateFilesTests/Fixtures/source-literals.json"
COUNT = 110

PIECES = [
    "name", "age", "city.name", "é", "naïve", "日本", "🎉", "👩‍👧", "e\u0301", " == ", " != ", " >= ", " AND ", " OR NOT ", " CONTAINS[cd] ",
    " MATCHES ", " IN ", "'Rome'", '"it\'s"', "'a\\\\d+'", "'\\'x\\''", "{1, 2, 3}", "%@", "%K", "%d", "$x", "${y}", "`z`", "\\", "\"", "'", "(", ")",
    "#", "\"#", "\\(", "\t", "\n", "\n\n", "\n  ", "// no", "/* no */", "!", "*", "0", "7f", "abc", " ", "  ", "@count", "&&", "||", "<", ">", ";", "~",
]


def text(source):
    return "".join(source.choice(PIECES) for _ in range(source.randint(1, 14)))


# --- Swift ------------------------------------------------------------------------------------------------------------


def swift_characters(source, text, signs, multiline, end):
    """The content of a literal. Characters are escaped where necessary, and randomly elsewhere."""
    escape = "\\" + "#" * signs
    short = {"\n": "n", "\t": "t", "\\": "\\", '"': '"', "'": "'"}
    content = ""
    for index, character in enumerate(text):
        # The neighbours of a quote decide whether it ends a raw or a multi-line literal.
        risky = character in '"\\' and not plain(text, index, signs, multiline)
        # The compiler allows no tab in a single-line literal.
        control = character == "\n" or character == "\t" and not multiline
        if character == "\n" and multiline and source.random() < 0.7:
            content += "\n"
        elif character in short and (control or risky or source.random() < 0.1):
            content += escape + short[character]
        elif source.random() < 0.05:
            content += escape + "u{" + format(ord(character), source.choice(["x", "X", "06x"])) + "}"
        else:
            content += character
        if multiline and source.random() < 0.04:
            content += escape + source.choice(["", " ", "\t "]) + "\n"
    return content


def plain(text, index, signs, multiline):
    """Whether a quote or a backslash needs no escape."""
    if text[index] == "\\":
        return signs > 0 and not text[index + 1 :].startswith("#")
    if signs > 0:
        return not multiline and not text[index + 1 :].startswith("#") and index + 1 < len(text) and index > 0
    return multiline and text[index - 1 : index] not in ('"', "\\") and text[index + 1 : index + 2] not in ('"', "") and index > 0


def swift_literal(source, text, end):
    signs = source.choice([0, 0, 0, 1, 1, 2])
    if source.random() < 0.35:
        indentation = source.choice(["", "    ", "\t", "  \t"])
        content = swift_characters(source, text, signs, True, end)
        lines = content.split("\n")
        # Lines of white space need their indentation too.
        body = "\n".join(indentation + line for line in lines)
        literal = "#" * signs + '"""\n' + body + "\n" + indentation + '"""' + "#" * signs
        return literal.replace("\n", end)
    return "#" * signs + '"' + swift_characters(source, text, signs, False, end) + '"' + "#" * signs


def swift_expression(source, text, end):
    parts = cut(source, text) if source.random() < 0.3 else [text]
    joint = [" + ", "+", f" +{end}        ", " /* and */ + ", f"{end}        + "]
    expression = swift_literal(source, parts[0], end)
    for part in parts[1:]:
        joiner = source.choice(joint)
        if joiner == "+":
            joiner = " + "
        expression += joiner + swift_literal(source, part, end)
    return expression


def cut(source, text):
    places = sorted(source.sample(range(len(text) + 1), min(len(text) + 1, source.randint(1, 2))))
    return [text[a:b] for a, b in zip([0] + places, places + [len(text)])]


def swift_values(expressions, end):
    program = "func show(_ text: String) { print(text.utf8.map { String($0) }.joined(separator: \" \")) }" + end
    program += "".join(f"show({expression}){end}" for expression in expressions)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "main.swift"
        path.write_bytes(program.encode())
        subprocess.run(["swiftc", "-suppress-warnings", str(path), "-o", f"{folder}/main"], check=True)
        output = subprocess.run([f"{folder}/main"], check=True, capture_output=True, text=True).stdout
    return [bytes(map(int, line.split())).decode() for line in output.split("\n")[:-1]]


# --- Objective-C ------------------------------------------------------------------------------------------------------


def c_literal(source, text, end):
    short = {"\n": "n", "\t": "t", "\\": "\\", '"': '"', "'": "'", "?": "?"}
    content = ""
    for index, character in enumerate(text):
        after = text[index + 1 : index + 2]
        choice = source.random()
        if character in '\n\\"' or character in short and choice < 0.1:
            content += "\\" + (short[character] if choice < 0.9 else format(ord(character), "03o"))
        elif choice < 0.04:
            content += "".join(f"\\{byte:03o}" for byte in character.encode())
        elif choice < 0.07 and after not in set("0123456789abcdefABCDEF") and ord(character) > 0:
            content += "".join(f"\\x{byte:x}" for byte in character.encode())
        elif choice < 0.2 and ord(character) > 0xA0:
            content += f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08X}"
        else:
            content += character
        if source.random() < 0.03:
            content += "\\" + end
    return '"' + content + '"'


def c_expression(source, text, end):
    parts = cut(source, text) if source.random() < 0.4 else [text]
    expression = "@" + c_literal(source, parts[0], end)
    for part in parts[1:]:
        expression += source.choice([" ", end + "    ", " /* and */ ", f" // and{end}  "]) + source.choice(["@", ""])
        expression += c_literal(source, part, end)
    return expression


def c_values(sources, end):
    """The values of Objective-C literals, printed by a C program without the `@` signs."""
    program = "#include <stdio.h>" + end + "static void show(const char *text, unsigned long count) {" + end
    program += '  for (unsigned long i = 0; i + 1 < count; i++) printf("%d ", (unsigned char)text[i]);' + end
    program += '  printf("\\n");' + end + "}" + end + "int main(void) {" + end
    for expression in sources:
        program += f"  {{ static const char text[] = {without_signs(expression)}; show(text, sizeof text); }}{end}"
    program += "  return 0;" + end + "}" + end
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "main.c"
        path.write_bytes(program.encode())
        subprocess.run(["clang", "-w", "-std=c11", str(path), "-o", f"{folder}/main"], check=True)
        output = subprocess.run([f"{folder}/main"], check=True, capture_output=True, text=True).stdout
    return [bytes(map(int, line.split())).decode() for line in output.split("\n")[:-1]]


def without_signs(expression):
    """The literals without the `@` before their quotes."""
    result, index, inside = "", 0, False
    while index < len(expression):
        character = expression[index]
        if inside and character == "\\":
            result += expression[index : index + 2]
            index += 2
            continue
        if not inside and expression.startswith("//", index):
            while expression[index] != "\n":
                result += expression[index]
                index += 1
            continue
        if character == '"':
            inside = not inside
        if not (character == "@" and not inside):
            result += character
        index += 1
    return result


# --- Shells -----------------------------------------------------------------------------------------------------------


def shell_part(source, text):
    form = source.randint(0, 4)
    if form == 0:
        return shlex.quote(text)
    if form == 1:
        return '"' + "".join("\\" + c if c in '"\\$`' else c for c in text) + '"'
    if form == 2:
        short = {"\n": "n", "\t": "t", "\\": "\\", "'": "'", '"': '"'}
        content = ""
        for index, character in enumerate(text):
            after = text[index + 1 : index + 2]
            choice = source.random()
            if character in "\\'" or character in short and choice < 0.5:
                content += "\\" + short[character]
            elif choice < 0.05:
                content += "".join(f"\\{byte:03o}" for byte in character.encode())
            elif choice < 0.1:
                content += "".join(f"\\x{byte:02X}" for byte in character.encode())
            elif choice < 0.2 and ord(character) > 0xA0 and after not in set("0123456789abcdefABCDEF"):
                content += f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
            else:
                content += character
        return "$'" + content + "'"
    if form == 3 and "\n" not in text and text:
        return "".join(c if c.isascii() and c.isalnum() or not c.isascii() else "\\" + c for c in text)
    return "'" + text.replace("'", source.choice(["'\\''", "'\"'\"'"])) + "'"


def shell_word(source, text, end):
    parts = cut(source, text) if source.random() < 0.4 else [text]
    word = source.choice(["", "\\" + end]).join(shell_part(source, part) for part in parts)
    return word or "''"


def shell_values(words):
    script = "".join(f"printf '%s\\0' {word}\n" for word in words)
    output = subprocess.run(["bash"], input=script.encode(), check=True, capture_output=True).stdout
    return [part.decode() for part in output.split(b"\0")[:-1]]


# --- Files ------------------------------------------------------------------------------------------------------------


def check(texts, values, sources):
    assert len(texts) == len(values), (len(texts), len(values))
    for text, value, expression in zip(texts, values, sources):
        assert text == value, (text, value, expression)


def main():
    source = random.Random(17)
    cases = []
    for end in ["\n", "\r\n"]:
        texts = [text(source) for _ in range(COUNT)]
        swift = [swift_expression(source, text, end) for text in texts]
        check(texts, swift_values(swift, end), swift)
        for index, (value, expression) in enumerate(zip(texts, swift)):
            mark = "\ufeff" if index % 7 == 0 else ""
            file = f"{mark}import Foundation{end}let p = NSPredicate(format: {expression}, first, 2) // é{end}"
            cases.append({"language": "swift", "file": file, "text": value})

        texts = [text(source) for _ in range(COUNT)]
        c = [c_expression(source, text, end) for text in texts]
        check(texts, c_values(c, end), c)
        for index, (value, expression) in enumerate(zip(texts, c)):
            mark = "\ufeff" if index % 7 == 0 else ""
            file = f"{mark}#import <Foundation/Foundation.h>{end}id p = [NSPredicate predicateWithFormat:{expression}, first, @2];{end}"
            cases.append({"language": "objc", "file": file, "text": value})

    texts = [text(source) for _ in range(COUNT)]
    shell = [shell_word(source, text, "\n") for text in texts]
    check(texts, shell_values(shell), shell)
    for value, word in zip(texts, shell):
        cases.append({"language": "shell", "file": f"#!/bin/sh\nlog show --predicate {word} --last 1h | head\n", "text": value})

    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    FIXTURE.write_text(f"[\n{lines}\n]\n", newline="")
    print(f"{len(cases)} cases, {FIXTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
