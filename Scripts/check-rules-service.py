#!/usr/bin/env python3
"""Builds Examples/RulesService and tries it: rules and events as a client would send them, requests as an attacker would,
changes of rules and schemas while events stream, and a stop in the middle. All requests go to a port of this machine.

    Scripts/check-rules-service.py [--seconds N] [--binaries FOLDER]

`--seconds` is the time of the load with changes of rules, 3 by default; Examples/RulesService/README.md measures 300.
`--binaries` names a folder with `rules-service` and `rules-load`, and builds nothing."""

import argparse
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "Examples/RulesService"
CHECKS = 0


def check(condition, what):
    global CHECKS
    CHECKS += 1
    if not condition:
        raise SystemExit(f"rules service: {what}")


class Service:
    """A running service."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, str(folder), "0"], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        check(line.startswith("listening on port "), f"it does not start: {line!r}")
        self.port = int(line.split()[-1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def request(self, method, path, body=None, tenant="shop", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        named = {} if tenant is None else {"X-Tenant": tenant}
        connection.request(method, path, body, named | (headers or {}))
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def rules(self, rules, tenant="shop"):
        body = rules if isinstance(rules, (bytes, str)) else json.dumps(rules)
        status, text = self.request("POST", "/rules", body.encode() if isinstance(body, str) else body, tenant)
        return status, json.loads(text)

    def events(self, body, tenant="shop"):
        status, text = self.request("POST", "/events", body, tenant)
        return status, [json.loads(line) for line in text.splitlines()]

    def ids(self, event):
        status, answers = self.events(event if isinstance(event, bytes) else json.dumps(event).encode())
        check(status == 200 and len(answers) == 2, f"{event!r} was answered with {answers}")
        return answers[0].get("ids", answers[0])

    def metric(self, name):
        _, page = self.request("GET", "/metrics")
        return sum(int(line.split()[-1]) for line in page.splitlines() if line.startswith((name + " ", name + "{")))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        check(self.process.wait(timeout=30) == 0, "it does not end with 0 after SIGTERM")
        return int(self.process.stdout.read().split("stopped after ")[1].split()[0])

    def raw(self, data, wait=5):
        """What the service sends back for some bytes, until it closes the connection or nothing comes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(data)
            got = b""
            try:
                while piece := connection.recv(65536):
                    got += piece
            except OSError:
                pass
            return got


SCHEMA = {
    "type": "object",
    "properties": {
        "level": {"enum": ["info", "error"]}, "size": {"type": "integer"}, "path": {"type": "string"},
        "note": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
    },
}


def check_rules(service):
    status, answer = service.rules({"large": "size > 1000", "api": "path BEGINSWITH '/api/'", "x": "ANY tags == 'x'"})
    check((status, answer) == (200, {"version": 1, "rules": 3}), f"rules: {status} {answer}")
    check(service.ids({"size": 2000, "path": "/api/1", "tags": ["y", "x"]}) == ["large", "api", "x"], "ids")

    # All errors of all rules, with ranges in the text of the rule, and nothing is changed.
    status, answer = service.rules({"a": "sise > 1 AND level == 'eror'", "large": None, "b": "size >", "c": 5, "d": "size > $x"})
    found = {error["id"]: [d["code"] for d in error.get("diagnostics", [])] for error in answer["errors"]}
    check(status == 422 and answer["count"] == 4, f"errors: {status} {answer}")
    check(found["a"] == ["unknown-field", "unknown-case"] and found["c"] == [] and len(found["b"]) == 1, f"errors: {found}")
    first = answer["errors"][0]["diagnostics"][0]
    check((first["range"]["start"], first["range"]["end"]) == (0, 4) and "size" in first["hint"], f"range: {first}")
    check(service.ids({"size": 2000}) == ["large"], "a refused change changed something")

    status, answer = service.rules({"large": "size > 5000", "x": None, "nothing": None})
    check((status, answer["rules"]) == (200, 2), f"update: {answer}")
    check(service.ids({"size": 2000, "path": "/api/"}) == ["api"], "update")
    status, text = service.request("GET", "/rules?id=large")
    check(status == 200 and json.loads(text)["predicate"] == "size > 5000", f"a rule: {text}")
    check("`size`" in json.loads(text)["found"], f"a rule: {text}")
    matched = json.loads(service.request("GET", "/rules")[1])["matched"]
    check(matched == {"large": 0, "api": 2}, f"counts: {matched}")


def check_hostile_rules(service):
    # Ids are names of nothing but rules.
    for id in ["../../etc/passwd", "a/b", "\u0000", "\n", '"', "é", "e\u0301", "💥", " ", "shop.rules"]:
        check(service.rules({id: "size == 42"})[0] == 200, f"the id {id!r}")
    check(len(service.ids({"size": 42})) == 10, "ids that differ only in their bytes are two")
    check(service.rules({"é": "note == 'é'", "e\u0301": "note == 'e\u0301'"})[0] == 200, "two forms of a letter")
    check(service.ids({"note": "é"}) == ["é"] and service.ids({"note": "e\u0301"}) == ["e\u0301"], "two forms of a letter")
    check(service.rules({id: None for id in json.loads(service.request("GET", "/rules")[1])["rules"]})[0] == 200, "all")

    for body, wanted in [
        (b"", 400), (b"[]", 400), (b"{", 400), (b'{"a": "size > 1", "a": "size > 2"}', 400), (b"\xff\xfe", 400),
        (b'{"a": "size == \xff"}', 400), (b'{"\xff": "size > 1"}', 400), (b"[" * 100_000, 400),
        (b'{"a":' * 1000 + b"1" + b"}" * 1000, 400), (b'\xef\xbb\xbf{"a": "size > 1"}', None),
        (b'{"": "size > 1"}', 422), (json.dumps({"x" * 129: "size > 1"}).encode(), 422),
        (json.dumps({"a": "size > 1 AND " * 1000 + "size > 2"}).encode(), 422),
        (json.dumps({"a": "(" * 100 + "size > 1" + ")" * 100}).encode(), 422),
        (json.dumps({"a": "path MATCHES '" + "(a|b)" * 100 + "'"}).encode(), 422),
        (json.dumps({"a": "size IN {" + ",".join("1" for _ in range(1500)) + "}"}).encode(), 422),
        (json.dumps({"a": "FUNCTION(self, 'system:', 'ls') == 1"}).encode(), 422),
        # Nobody could repeat its answer.
        (json.dumps({"a": "random() > 0.5"}).encode(), 422),
        (json.dumps({str(n): "nothing == 1" for n in range(5000)}).encode(), 422),
        (json.dumps({str(n): "size == 1" for n in range(20_001)}).encode(), 422),
        # Rules that no index finds are bounded more tightly, because each is evaluated for every event.
        (json.dumps({str(n): f"size + {n} > note.length" for n in range(201)}).encode(), 422),
    ]:
        status, text = service.request("POST", "/rules", body)
        check(status == wanted or wanted is None and status in (200, 400), f"{body[:60]!r}: {status} {text[:200]}")
        check(len(text) < 200_000, f"{body[:60]!r} has an answer of {len(text)} bytes")
    check(json.loads(service.request("GET", "/rules")[1])["rules"] in ({}, {"a": "size > 1"}), "refused rules are there")
    service.rules({"a": None})

    # A body larger than allowed, with and without its length.
    status, _ = service.request("POST", "/rules", b" " * (9 << 20))
    check(status == 413, f"a large body: {status}")
    status, _ = service.request("POST", "/rules", iter([b" " * (1 << 20)] * 9))
    check(status == 413, f"a large body in chunks: {status}")
    for method, path, tenant, wanted in [
        ("GET", "/rules", None, 404), ("GET", "/rules", "../shop", 404), ("GET", "/rules", "SHOP", 404),
        ("PUT", "/rules", "shop", 405), ("GET", "/../../etc/passwd", "shop", 404), ("GET", "/rules?id=none", "shop", 404),
        ("POST", "/events", "nobody", 404), ("GET", "/%00", "shop", 404),
    ]:
        status, _ = service.request(method, path, tenant=tenant)
        check(status == wanted, f"{method} {path} of {tenant}: {status}")


def check_hostile_events(service):
    service.rules({"all": "TRUEPREDICATE", "slow": "note MATCHES '(x+x+)+y'", "size": "size == 1"})
    for event, wanted in [
        (b'{"size": 1}\r\n', ["all", "size"]), (b'\xef\xbb\xbf{"size": 1}', ["all", "size"]),
        (b'{"size": 1, "size": 2}', ["all", "size"]), (b'{"s\\u0069ze": 1}', ["all", "size"]),
        (b'{"note": "' + b"x" * 3000 + b'"}', ["all"]), (b'{"size": 1e400}', "number-too-large"),
        (b'{"size": "\xff"}', None), (b"[1]", "not-a-record"), (b"1", "not-a-record"), (b"\x00", "not-a-record"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "record-too-deep"), (b'{"size": 1', "truncated"),
        (b'{"note": "' + b"x" * 70_000 + b'"}', "event-too-long"),
        (json.dumps({f"f{n}": n for n in range(2000)} | {"size": 1}).encode(), ["all", "size"]),
    ]:
        got = service.ids(event)
        code = got["error"]["code"] if isinstance(got, dict) else None
        check(got == wanted or code is not None and wanted in (code, None), f"{event[:60]!r}: {got}")
    # A bad event does not end the stream, and empty lines are not events.
    status, answers = service.events(b'{"size":1}\n\n  \r\n{"size"\n{"size":1}')
    check([answer.get("ids", answer.get("done")) for answer in answers] == [["all", "size"], None, ["all", "size"], 3], f"{answers}")
    # Every way to cut a body into chunks.
    text = b'{"size":1}\n{"note":"\xc3\xa9"}\n'
    for size in range(1, len(text)):
        pieces = [text[start:start + size] for start in range(0, len(text), size)]
        status, answers = service.events(iter(pieces))
        check([a["ids"] for a in answers[:2]] == [["all", "size"], ["all"]] and answers[2] == {"done": 2}, f"chunks of {size}")

    # Bytes that are no requests. The service goes on.
    head = b"POST /events HTTP/1.1\r\nHost: x\r\nX-Tenant: shop\r\n"
    for data in [
        b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", head + b"Content-Length: -1\r\n\r\n",
        head + b"Content-Length: 99999999999999999999\r\n\r\n", head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        head + b"Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n{}\n",
        head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]:
        service.raw(data, wait=0.5)
    # A client that goes away in the middle of a stream.
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", service.port)) as connection:
            connection.sendall(head + b'Transfer-Encoding: chunked\r\n\r\nb\r\n{"size":1}\n\r\n')
            connection.recv(10)
    deadline = time.monotonic() + 10
    while service.metric("rules_open_requests") > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    check(service.metric("rules_open_requests") == 1, "requests of clients that went away stay open")
    check(service.request("GET", "/health")[0] == 200, "it does not live any more")


def check_hot_reload(service):
    """An answer within a stream that stays open names the rules it was made with."""
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=10)
    connection.sendall(b"POST /events HTTP/1.1\r\nHost: x\r\nX-Tenant: shop\r\nTransfer-Encoding: chunked\r\n\r\n")
    reader = connection.makefile("rb")

    def ask():
        connection.sendall(b'd\r\n{"size": 100}\r\n1\r\n\n\r\n')
        while not (line := reader.readline()).startswith(b"{"):
            pass
        return json.loads(line)

    for size in [50, 150, 99]:
        _, answer = service.rules({"all": None, "slow": None, "size": f"size > {size}"})
        got = ask()
        check(got["version"] == answer["version"], f"version {answer}: {got}")
        check(got["ids"] == (["size"] if size < 100 else []), f"size {size}: {got}")
    connection.sendall(b"0\r\n\r\n")
    check(b'{"done":3}' in connection.recv(65536) + reader.read1(65536), "the end of the stream")
    connection.close()


def check_schemas(service, folder):
    """SIGHUP takes new, changed and removed schemas, also for a stream that is open, and keeps what it cannot take."""
    def reload(is_done, what):
        service.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 10
        while not is_done():
            check(time.monotonic() < deadline, what)
            time.sleep(0.02)

    check(service.request("GET", "/rules", tenant="later")[0] == 404, "a tenant without a schema")
    (folder / "later.schema.json").write_text(json.dumps(SCHEMA))
    reload(lambda: service.request("GET", "/rules", tenant="later")[0] == 200, "a new schema is not taken")
    check(service.rules({"a": "size > 1", "b": "size > 2"}, "later")[0] == 200, "rules of a new tenant")

    connection = socket.create_connection(("127.0.0.1", service.port), timeout=10)
    connection.sendall(b"POST /events HTTP/1.1\r\nHost: x\r\nX-Tenant: later\r\nTransfer-Encoding: chunked\r\n\r\n")
    reader = connection.makefile("rb")

    def ask():
        connection.sendall(b'b\r\n{"size": 2}\r\n1\r\n\n\r\n')
        while not (line := reader.readline()).startswith(b"{"):
            pass
        return json.loads(line)

    check(ask()["ids"] == ["a"], "a stream before the schema changes")
    status, answer = service.rules({"c": "weight > 1"}, "later")
    check(status == 422, f"a field that is not declared yet: {answer}")
    more = json.loads(json.dumps(SCHEMA))
    more["properties"]["weight"] = {"type": "integer"}
    (folder / "later.schema.json").write_text(json.dumps(more))
    version = ask()["version"]
    reload(lambda: ask()["version"] > version, "a changed schema is not taken")
    check(service.rules({"c": "weight == nil"}, "later")[0] == 200, "a field that is declared now")
    check(ask()["ids"] == ["a", "c"], "a stream after the schema changed")
    # A schema that makes a rule wrong is not taken, and neither is what is no schema; the others are.
    del more["properties"]["size"]
    more["additionalProperties"] = False
    (folder / "later.schema.json").write_text(json.dumps(more))
    (folder / "bad.schema.json").write_text("{")
    (folder / "next.schema.json").write_text(json.dumps(SCHEMA))
    reload(lambda: service.request("GET", "/rules", tenant="next")[0] == 200, "a good schema beside bad ones")
    check(ask()["ids"] == ["a", "c"], "a schema was taken that makes a rule wrong")
    for name in ["later.schema.json", "later.rules.json", "bad.schema.json", "next.schema.json"]:
        (folder / name).unlink()
    reload(lambda: service.request("GET", "/rules", tenant="later")[0] == 404, "a tenant without a schema stays")
    # The stream waits for bytes, and ends nevertheless.
    end = b""
    while piece := reader.read1(65536):
        end += piece
    check(b'{"stopped":"the tenant is gone","events":' in end, f"a stream of a tenant that is gone: {end!r}")
    connection.close()


def check_load(load, service, seconds):
    done = subprocess.run([load, str(service.port), "--seconds", str(seconds), "--rules", "500"], text=True, capture_output=True)
    check(done.returncode == 0, f"load:\n{done.stdout}{done.stderr}")
    return next(line for line in done.stdout.splitlines() if "events/s" in line)


def check_stop(program, load, folder):
    """SIGTERM under load: each stream ends with the number of its answers, and the service has counted no others. The rules
    are there when it starts again."""
    with Service(program, folder) as service:
        loading = subprocess.Popen(
            [load, str(service.port), "--seconds", "20", "--rules", "200", "--until-stopped"], stdout=subprocess.PIPE, text=True)
        while service.metric("rules_events_total") < 3000:
            check(loading.poll() is None, f"the load ended early:\n{loading.stdout.read() if loading.poll() is not None else ''}")
            time.sleep(0.05)
        # A request that waits for bytes ends, too.
        idle = socket.create_connection(("127.0.0.1", service.port), timeout=20)
        head = b"POST /events HTTP/1.1\r\nHost: x\r\nX-Tenant: shop\r\nTransfer-Encoding: chunked\r\n\r\n"
        idle.sendall(head)
        # One that waits within a chunk reads the rest of its body before it ends: a reset could lose its answers.
        within = socket.create_connection(("127.0.0.1", service.port), timeout=20)
        within.sendall(head + b'1f\r\n{"size": 1}\n{"si')
        time.sleep(0.2)
        threading.Timer(0.5, within.sendall, [b'ze": 2}\n{"a":1}\r\n0\r\n\r\n']).start()
        start = time.monotonic()
        counted = service.stop()
        taken = time.monotonic() - start
        end = b""
        while piece := idle.recv(65536):
            end += piece
        check(b'{"stopped":"the service stops","events":0}' in end, f"an idle stream: {end!r}")
        end = b""
        while piece := within.recv(65536):
            end += piece
        check(b'"the service stops","events":' in end and end.endswith(b"0\r\n\r\n"), f"within a chunk: {end!r}")
        answered = int(end.split(b'"events":')[-1].split(b"}")[0])
        text, _ = loading.communicate(timeout=30)
        check(loading.returncode == 0, f"load until the stop:\n{text}")
        answered += int(text.split("answered ")[1].split(",")[0])
        check(answered == counted, f"{counted} events were counted and {answered} answered")
        check(taken < 10, f"stopping took {taken} s")
    rules = json.loads((folder / "load.rules.json").read_text())
    check(rules, "no rules were saved")
    with Service(program, folder) as service:
        status, text = service.request("GET", "/rules", tenant="load")
        check(json.loads(text)["rules"] == rules, "other rules after the start than before")
        service.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--binaries", type=pathlib.Path)
    options = parser.parse_args()
    start = time.monotonic()
    binaries = options.binaries
    if binaries is None:
        build = ["swift", "build", "-c", "release", "--package-path", str(PACKAGE)]
        if subprocess.run(build, stdout=sys.stderr).returncode != 0:
            raise SystemExit("rules service: it does not build")
        binaries = PACKAGE / ".build/release"
    built = time.monotonic()
    program, load = str(binaries / "rules-service"), str(binaries / "rules-load")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "shop.schema.json").write_text(json.dumps(SCHEMA))
        (folder / "load.schema.json").write_text(subprocess.run([load, "schema"], capture_output=True, text=True).stdout)
        with Service(program, folder) as service:
            check_rules(service)
            check_hostile_rules(service)
            check_hostile_events(service)
            check_hot_reload(service)
            check_schemas(service, folder)
            speed = check_load(load, service, options.seconds)
            service.stop()
        check(sorted(os.listdir(folder)) == sorted(
            ["shop.schema.json", "load.schema.json", "shop.rules.json", "load.rules.json"]), f"files: {os.listdir(folder)}")
        check_stop(program, load, folder)
    print(f"{CHECKS} checks of the rules service hold; {speed} (built in {built - start:.0f} s, "
          f"tried in {time.monotonic() - built:.0f} s)")


if __name__ == "__main__":
    main()
