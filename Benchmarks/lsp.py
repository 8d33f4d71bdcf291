#!/usr/bin/env python3
"""Measures how long diagnostics take after a keystroke: the time from the notification of a change to the diagnostics of that version.

    Benchmarks/lsp.py [.build/release/predicate] [--predicates 1000] [--keystrokes 200]

It types into predicates of a file of each format, prints median, 95th percentile and maximum in milliseconds, and fails if a 95th
percentile is over --limit (50): the maximum is often that of the machine. A debug build takes some five times as long.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time


class Client:
    """A session with `predicate lsp`, as far as measuring needs one."""

    def __init__(self, command):
        self.process = subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = None
        while (line := self.process.stdout.readline().strip()) or length is None:
            if not line and not self.process.stdout.peek(1):
                raise EOFError("the server has ended")
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.number:
            pass
        return message["result"]

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def diagnostics(self, version):
        while True:
            message = self.receive()
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            if message["params"].get("version") == version:
                return message["params"]["diagnostics"]


PREDICATES = [
    'machine_type == "laptop" AND os_vers_major >= {n}',
    'hostname BEGINSWITH "mac-{n}" OR (catalogs CONTAINS "testing" AND NOT serial_number ENDSWITH "{n}")',
    'ANY applications.bundleid == "com.example.app{n}"',
    'SUBQUERY(applications, $app, $app.bundleid == "com.example.{n}" AND $app.version BEGINSWITH "3.").@count > 0',
    'date > CAST("2025-07-01T00:00:00Z", "NSDate") AND arch == "arm64" AND physical_or_virtual != "virtual{n}"',
]


def texts(count):
    """Predicates, a tenth of them wrong."""
    for number in range(count):
        text = PREDICATES[number % len(PREDICATES)].format(n=number)
        yield text.replace("==", "= =", 1).replace("BEGINSWITH", "BEGINWITH", 1) if number % 10 == 0 else text


def yaml_file(count):
    lines = ["conditional_items:"]
    for number, text in enumerate(texts(count)):
        lines += [f"  # rule {number}", f"  - condition: >-", f"      {text}", "    managed_installs:", f"      - package-{number}"]
    return "munki.yaml", "\n".join(lines) + "\n"


def plist_file(count):
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', '<plist version="1.0">', "<dict>", "<key>conditional_items</key>", "<array>"]
    for number, text in enumerate(texts(count)):
        written = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        parts += ["  <dict>", "    <key>condition</key>", f"    <string>{written}</string>", "    <key>managed_installs</key>",
                  f"    <array><string>package-{number}</string></array>", "  </dict>"]
    return "munki.plist", "\n".join([*parts, "</array>", "</dict>", "</plist>"]) + "\n"


def json_file(count):
    items = [{"condition": text, "managed_installs": [f"package-{number}"]} for number, text in enumerate(texts(count))]
    return "munki.json", json.dumps({"conditional_items": items}, indent=2) + "\n"


def swift_file(count):
    lines = ["import Foundation", ""]
    for number, text in enumerate(texts(count)):
        written = text.replace("\\", "\\\\").replace('"', '\\"')
        lines += [f"func rule{number}() -> NSPredicate {{", f'    NSPredicate(format: "{written}")', "}", ""]
    return "Rules.swift", "\n".join(lines)


def named_file(count):
    lines = ["schema:", "  type: object", "  additionalProperties: true", "  properties: {hostname: {type: string}}", "predicates:"]
    for number, text in enumerate(texts(count)):
        lines += [f"  rule{number}:", "    predicate: >-", f"      {text}"]
    return "rules.yaml", "\n".join(lines) + "\n"


def plain_file(count):
    return "rules.predicates", "\n".join(texts(count)) + "\n"


def measure(command, name, text, keystrokes, seed):
    client = Client(command)
    uri = f"file:///tmp/{name}"
    capabilities = {"general": {"positionEncodings": ["utf-32"]}}
    settings = {"keys": ["conditional_items[].condition"], "profiles": []} if name.endswith(".json") else None
    client.request(
        "initialize",
        {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": settings})
    client.notify("initialized", {})
    start = time.perf_counter()
    client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "x", "version": 0, "text": text}})
    found = client.diagnostics(0)
    opened = (time.perf_counter() - start) * 1000
    choice = random.Random(seed)
    lines = text.split("\n")
    places = [(row, line.index("example") + 3) for row, line in enumerate(lines) if "example" in line]
    times = []
    for version in range(1, keystrokes + 1):
        if version % 2:
            row, column = choice.choice(places)
            change = {"range": {"start": {"line": row, "character": column}, "end": {"line": row, "character": column}}, "text": "q"}
        else:
            change = {"range": {"start": {"line": row, "character": column}, "end": {"line": row, "character": column + 1}}, "text": ""}
        start = time.perf_counter()
        client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        client.diagnostics(version)
        times.append((time.perf_counter() - start) * 1000)
    client.request("shutdown", None)
    client.notify("exit", None)
    client.process.wait()
    return len(found), opened, times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", default=".build/release/predicate")
    parser.add_argument("--predicates", type=int, default=1000)
    parser.add_argument("--keystrokes", type=int, default=200)
    parser.add_argument("--limit", type=float, default=50)
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    slow = False
    print(f"{options.predicates} predicates, {options.keystrokes} keystrokes; milliseconds")
    print("file                KB  wrong    open  median     95%     max")
    for make in [plain_file, yaml_file, json_file, plist_file, swift_file, named_file]:
        name, text = make(options.predicates)
        wrong, opened, times = measure(options.command, name, text, options.keystrokes, options.seed)
        times.sort()
        nearly = times[min(len(times) - 1, len(times) * 95 // 100)]
        print(f"{name:<18}{len(text) // 1024:>4}{wrong:>7}{opened:>8.0f}{statistics.median(times):>8.1f}{nearly:>8.1f}{times[-1]:>8.1f}")
        slow = slow or nearly > options.limit
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
