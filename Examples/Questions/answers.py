#!/usr/bin/env python3
"""The right answers of the questions, computed without `predicate`.

    answers.py FOLDER            write expected/answers.json from the data in FOLDER
    answers.py FOLDER --verify   only say whether expected/answers.json is right

Each answer has a form: "number", "rows" (the values of each row, in any order
of rows), "ranked" (rows in this order) or "records" (whole records, in this
order). It has one value or more: where a question leaves open what is meant,
each sensible reading is right.
"""

import json
import os
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from datetime import datetime, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(HERE, "expected", "answers.json")
ANSWERS = {}


def answer(identifier, form):
    """Declares the function that computes the answer of one question."""

    def declare(function):
        ANSWERS[identifier] = (form, function)
        return function

    return declare


def read(folder):
    data = {}
    for name in ["logs", "pods", "events", "users", "geography"]:
        with open(os.path.join(folder, name + ".ndjson"), encoding="utf-8") as lines:
            data[name] = [json.loads(line) for line in lines]
    return data


def total(records, condition):
    return sum(1 for record in records if condition(record))


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def utc(text):
    return instant(text).astimezone(timezone.utc)


def plain(text):
    """Without capitals and accents, for the questions that ask so."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).casefold()


def texts(value):
    """All texts in a record, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from texts(element)
    elif isinstance(value, dict):
        for element in value.values():
            yield from texts(element)


def version(text):
    """A version that compares as versions do: 1.10 is 1.10.0, and a suffix comes before its release."""
    numbers, _, suffix = text.partition("-")
    parts = [int(part) for part in numbers.split(".")]
    return parts + [0] * (4 - len(parts)), suffix == "", suffix


def percentile(values, percent):
    """Between the two nearest values, as percentile_cont of SQL does."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def statuses(pod):
    return pod["status"].get("containerStatuses", [])


def purchases(data):
    return [event for event in data["events"] if event["type"] == "purchase"]


# Logs.

@answer("logs-01", "number")
def _(data):
    return [total(data["logs"], lambda r: r["level"].lower() == "error")]


@answer("logs-02", "rows")
def _(data):
    hours = Counter(r["time"][:13] + ":00:00Z" for r in data["logs"] if r["level"] == "ERROR")
    return [sorted([hour, count] for hour, count in hours.items())]


@answer("logs-03", "number")
def _(data):
    return [total(data["logs"], lambda r: r.get("duration", 0) > 2)]


@answer("logs-04", "number")
def _(data):
    units = {"ms": 0.001, "s": 1, "m": 60}

    def seconds(text):
        number, unit = re.fullmatch(r"(\d+)(ms|s|m)", text).groups()
        return int(number) * units[unit]

    return [total(data["logs"], lambda r: "timeout" in r.get("request", {}) and seconds(r["request"]["timeout"]) < 1)]


@answer("logs-05", "records")
def _(data):
    return [[r for r in data["logs"] if "timeout" in r["message"].lower()][:5]]


@answer("logs-06", "number")
def _(data):
    return [total(data["logs"], lambda r: re.search(r"\d+\.\d+\.\d+\.\d+", r["message"]))]


@answer("logs-07", "number")
def _(data):
    return [total(data["logs"], lambda r: re.search(r"order-[0-9]{5}", r["message"]))]


@answer("logs-08", "number")
def _(data):
    return [total(data["logs"], lambda r: any(frame["line"] > 900 for frame in r.get("stack") or []))]


@answer("logs-09", "number")
def _(data):
    return [total(data["logs"], lambda r: r.get("request", {}).get("headers", {}).get("user-agent", "").startswith("curl"))]


@answer("logs-10", "number")
def _(data):
    return [total(data["logs"], lambda r: "user_id" not in r)]


@answer("logs-11", "number")
def _(data):
    return [total(data["logs"], lambda r: any("10.0.3.7" in text for text in texts(r)))]


@answer("logs-12", "rows")
def _(data):
    durations = defaultdict(list)
    for r in data["logs"]:
        if "duration" in r:
            durations[r["service"]].append(r["duration"])
    return [sorted([service, percentile(values, 95)] for service, values in durations.items())]


@answer("logs-13", "number")
def _(data):
    return [total(data["logs"], lambda r: "status" in r and r["status"] not in (200, 201, 204))]


@answer("logs-14", "number")
def _(data):
    return [total(data["logs"], lambda r: int(r.get("bytes", 0)) > 1000000)]


@answer("logs-15", "number")
def _(data):
    return [total(data["logs"] + data["events"], lambda r: r.get("user_id") == 17)]


@answer("logs-16", "number")
def _(data):
    return [total(data["logs"][-200:], lambda r: r["level"] in ("ERROR", "FATAL"))]


# Pods.

@answer("pods-01", "rows")
def _(data):
    return [sorted([r["metadata"]["name"], r["status"]["phase"]] for r in data["pods"] if r["status"]["phase"] != "Running")]


@answer("pods-02", "number")
def _(data):
    return [total(data["pods"], lambda r: any(c["restartCount"] > 5 for c in statuses(r)))]


@answer("pods-03", "number")
def _(data):
    return [total(data["pods"], lambda r: r["metadata"].get("labels", {}).get("app.kubernetes.io/name") == "checkout")]


@answer("pods-04", "number")
def _(data):
    return [total(data["pods"], lambda r: "labels" in r["metadata"]
                  and version(r["metadata"]["labels"]["version"]) >= version("1.10"))]


@answer("pods-05", "rows")
def _(data):
    return [sorted([r["metadata"]["name"]] for r in data["pods"]
                   if any(c["image"].endswith(":latest") for c in r["spec"]["containers"]))]


@answer("pods-06", "number")
def _(data):
    def mebibytes(text):
        return int(text[:-2]) * {"Mi": 1, "Gi": 1024}[text[-2:]]

    return [total(data["pods"], lambda r: any(mebibytes(c["resources"].get("requests", {}).get("memory", "0Mi")) > 1024
                                              for c in r["spec"]["containers"]))]


@answer("pods-07", "number")
def _(data):
    return [total(data["pods"], lambda r: r["status"]["phase"] == "Running" and all(c["ready"] for c in statuses(r)))]


@answer("pods-08", "number")
def _(data):
    return [total(data["pods"], lambda r: not any("memory" in c["resources"].get("limits", {})
                                                  for c in r["spec"]["containers"]))]


@answer("pods-09", "ranked")
def _(data):
    nodes = Counter(r["spec"]["nodeName"] for r in data["pods"] if "nodeName" in r["spec"])
    return [[[node, count] for node, count in nodes.most_common() if count > 40]]


@answer("pods-10", "rows")
def _(data):
    return [sorted([r["metadata"]["name"]] for r in data["pods"] if sum(c["restartCount"] for c in statuses(r)) > 12)]


@answer("pods-11", "rows")
def _(data):
    images = Counter(c["image"] for r in data["pods"] for c in r["spec"]["containers"])
    return [sorted([image, count] for image, count in images.items())]


# Events.

@answer("events-01", "number")
def _(data):
    return [total(purchases(data), lambda r: instant(r["time"]).isoweekday() >= 6)]


@answer("events-02", "rows")
def _(data):
    readings = []
    for clock in [utc, instant]:
        months = defaultdict(float)
        for r in purchases(data):
            months[clock(r["time"]).month] += r.get("amount") or 0
        readings.append(sorted([month, round(amount, 2)] for month, amount in months.items()))
    return readings


@answer("events-03", "number")
def _(data):
    return [total(data["events"], lambda r: r["time"].startswith("2026-11-03"))]


@answer("events-04", "number")
def _(data):
    return [total(data["events"], lambda r: (2026, 11, 1) <= (utc(r["time"]).year, utc(r["time"]).month, utc(r["time"]).day) < (2026, 11, 8))]


@answer("events-05", "number")
def _(data):
    return [total(data["events"], lambda r: {"promo", "vip"} & set(r.get("tags", [])))]


@answer("events-06", "number")
def _(data):
    return [total(data["events"], lambda r: "test" not in r.get("tags", []))]


@answer("events-07", "rows")
def _(data):
    return [sorted([r["id"]] for r in purchases(data) if r.get("amount") is None)]


@answer("events-08", "ranked")
def _(data):
    people = Counter(r["user_id"] for r in data["events"])
    return [[[person, count] for person, count in people.most_common() if count > 17]]


@answer("events-09", "rows")
def _(data):
    countries = defaultdict(list)
    for r in purchases(data):
        if r.get("amount") is not None:
            countries[r["country"]].append(r["amount"])
    return [sorted([country, round(sum(values) / len(values), 2)] for country, values in countries.items())]


@answer("events-10", "rows")
def _(data):
    people = defaultdict(set)
    for r in purchases(data):
        people[r["country"]].add(r["user_id"])
    return [sorted([country, len(members)] for country, members in people.items())]


@answer("events-11", "number")
def _(data):
    return [total(data["events"], lambda r: r["type"] == "login"
                  and (instant(r["time"]).hour >= 22 or instant(r["time"]).hour < 6))]


@answer("events-12", "number")
def _(data):
    return [total(data["events"], lambda r: r.get("success") is False)]


@answer("events-13", "rows")
def _(data):
    return [sorted([r["id"], r["time"], r["amount"]] for r in data["events"] if abs(r.get("amount") or 0) > 350)]


# Users.

@answer("users-01", "number")
def _(data):
    return [total(data["users"], lambda r: "jose" in plain(r["name"]))]


@answer("users-02", "number")
def _(data):
    return [total(data["users"], lambda r: not r.get("middle"))]


@answer("users-03", "rows")
def _(data):
    domains = Counter(r["email"].split("@")[1] for r in data["users"] if r["email"])
    return [[[domain, count] for domain, count in domains.most_common(3)]]


@answer("users-04", "number")
def _(data):
    return [total(data["users"], lambda r: (r["birthday"] or "")[5:7] == "02")]


@answer("users-05", "number")
def _(data):
    return [total(data["users"], lambda r: "client" in r and version(r["client"]["version"]) >= version("1.10"))]


@answer("users-06", "number")
def _(data):
    return [total(data["users"], lambda r: len(r["roles"]) == 1)]


@answer("users-07", "number")
def _(data):
    return [total(data["users"], lambda r: r["address"]["zip"].startswith("10"))]


@answer("users-08", "rows")
def _(data):
    return [sorted([r["id"]] for r in data["users"] if r["name"].strip() != r["name"])]


@answer("users-09", "rows")
def _(data):
    addresses = Counter(r["email"].lower() for r in data["users"] if r["email"])
    return [sorted([address] for address, count in addresses.items() if count > 1)]


@answer("users-10", "rows")
def _(data):
    return [sorted([r["given"] + " " + r["family"]] for r in data["users"] if r["address"]["country"] == "PL")]


@answer("users-11", "ranked")
def _(data):
    seen = sorted((r for r in data["users"] if r.get("last_login")), key=lambda r: r["last_login"], reverse=True)
    return [[[r["id"], r["last_login"]] for r in seen[:10]]]


@answer("users-12", "number")
def _(data):
    return [total(data["users"], lambda r: r["address"]["country"] in ("DE", "AT", "CH"))]


# Geography.

@answer("geography-01", "ranked")
def _(data):
    cities = sorted(data["geography"], key=lambda r: -r.get("population", 0))
    return [[[r["name"], r["population"]] for r in cities[:5]]]


@answer("geography-02", "number")
def _(data):
    return [total(data["geography"], lambda r: 45 <= r["location"]["latitude"] <= 50 and 5 <= r["location"]["longitude"] <= 10)]


@answer("geography-03", "number")
def _(data):
    return [total(data["geography"], lambda r: not r.get("capital"))]


@answer("geography-04", "rows")
def _(data):
    return [sorted([r["name"]] for r in data["geography"] if len(r["name"]) > 20)]


@answer("geography-05", "number")
def _(data):
    return [total(data["geography"], lambda r: r.get("timezone", "").startswith("Europe/"))]


@answer("geography-06", "rows")
def _(data):
    return [sorted([r["name"]] for r in data["geography"]
                   if any("lisboa" in plain(name) for name in [r["name"]] + r.get("alternatenames", [])))]


@answer("geography-07", "records")
def _(data):
    return [[{key: value for key, value in r.items() if key != "alternatenames"} for r in data["geography"]
             if r["country"] == "PT" and r.get("population", 0) > 100000]]


@answer("geography-08", "rows")
def _(data):
    people = Counter()
    for r in data["geography"]:
        if r["country"] in ("DE", "FR", "IT"):
            people[r["country"]] += r.get("population", 0)
    return [sorted([country, number] for country, number in people.items())]


def compute(folder):
    data = read(folder)
    return {identifier: {"form": form, "right": function(data)} for identifier, (form, function) in ANSWERS.items()}


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--verify"]
    if len(arguments) != 1:
        sys.exit("usage: answers.py FOLDER [--verify]")
    lines = ",\n".join("%s: %s" % (json.dumps(key), json.dumps(value, ensure_ascii=False))
                       for key, value in compute(arguments[0]).items())
    text = "{\n" + lines + "\n}\n"
    if "--verify" in sys.argv:
        with open(EXPECTED, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit("expected/answers.json is not what the data gives: run answers.py FOLDER")
        return
    os.makedirs(os.path.dirname(EXPECTED), exist_ok=True)
    with open(EXPECTED, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    main()
