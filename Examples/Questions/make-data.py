#!/usr/bin/env python3
"""Make the data of the questions: logs, pods, events, users and geography.

    make-data.py FOLDER

Writes five files of line-delimited JSON into FOLDER. The same files come out
on every computer: only the numbers of a small generator are used, and no
number depends on the hash of a text. The geography is Examples/Data/cities.ndjson
with fewer and other fields.

The data has the traps of real data: a field that is null in one record and
missing in the next, numbers written as text, times with zones and with and
without fractions of a second, levels in capitals and in small letters, lists
that are empty, names of fields with dots and hyphens, names beyond ASCII in
both forms of Unicode, spaces around names, versions of two and three parts.
"""

import json
import os
import sys
import unicodedata
from datetime import datetime, timedelta, timezone


class Dice:
    """A linear congruential generator, so that every Python makes the same data."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def whole(self, low, high):
        return low + int(self.unit() * (high - low + 1))

    def one(self, choices):
        return choices[int(self.unit() * len(choices))]

    def weighted(self, pairs):
        at = self.unit() * sum(weight for _, weight in pairs)
        for value, weight in pairs:
            at -= weight
            if at < 0:
                return value
        return pairs[-1][0]

    def chance(self, part):
        return self.unit() < part


def logs():
    dice = Dice(20)
    at = datetime(2026, 11, 16, tzinfo=timezone.utc)
    functions = ["connect", "query", "render", "retry", "decode", "handle", "run"]
    files = ["db.go", "pool.go", "http.go", "main.go", "cart.go"]
    for number in range(2000):
        at += timedelta(milliseconds=dice.whole(1000, 600000))
        level = dice.weighted([("INFO", 60), ("DEBUG", 13), ("WARN", 12), ("ERROR", 11), ("error", 2), ("FATAL", 1)])
        service = dice.weighted([("checkout", 5), ("auth", 4), ("search", 7), ("payments", 3), ("mailer", 2)])
        record = {
            "time": at.strftime("%Y-%m-%dT%H:%M:%S")
            + ("Z" if dice.chance(0.2) else ".%03dZ" % (at.microsecond // 1000)),
            "level": level,
            "service": service,
            "host": "%s-%d" % (service, dice.whole(1, 3)),
        }
        ip = "10.0.%d.%d" % (dice.whole(1, 4), dice.whole(2, 40))
        bad = level in ("ERROR", "error", "FATAL")
        if service != "mailer" and dice.chance(0.85):
            request = {
                "method": dice.weighted([("GET", 6), ("POST", 3), ("DELETE", 1)]),
                "path": dice.one(["/", "/api/v1/cart", "/api/v1/orders/%d" % dice.whole(1, 99), "/api/v2/search",
                                  "/login", "/static/app.js", "/health"]),
                "ip": ip,
                "headers": {"user-agent": dice.one(["curl/8.5.0", "Mozilla/5.0 (X11; Linux x86_64)", "okhttp/4.12.0",
                                                    "python-requests/2.31.0"])},
            }
            if dice.chance(0.25):
                request["timeout"] = dice.one(["500ms", "750ms", "30s", "2s", "1m", "1500ms"])
            record["request"] = request
            record["status"] = (dice.weighted([(500, 5), (503, 4), (404, 2), (400, 1)]) if bad else
                                dice.weighted([(200, 70), (201, 8), (204, 6), (301, 4), (304, 5), (404, 6), (429, 1)]))
            record["duration"] = round(dice.unit() ** 4 * 5 + 0.002, 3)
            size = int(dice.unit() ** 6 * 3000000)
            record["bytes"] = str(size) if dice.chance(0.07) else size
            if dice.chance(0.5):
                record["cached"] = dice.chance(0.3)
        user = dice.unit()
        if user < 0.5:
            record["user_id"] = dice.whole(1, 60)
        elif user < 0.65:
            record["user_id"] = None
        if dice.chance(0.2):
            record["retries"] = dice.one([None, 0, 1, 2, 3])
        if bad:
            record["message"] = dice.one([
                "Timeout after %d ms waiting for payments" % (dice.whole(1, 9) * 1000),
                "connection from %s:%d refused" % (ip, dice.whole(1024, 65535)),
                "read TIMEOUT on replica-2",
                "could not charge order-%05d: card declined" % dice.whole(1, 99999),
                "panic: index out of range [%d] with length %d" % (dice.whole(3, 9), dice.whole(1, 3)),
            ])
        else:
            record["message"] = dice.one([
                "request done",
                "order-%05d shipped" % dice.whole(1, 99999),
                "order-%d is an old number" % dice.whole(1, 999),
                "cache 90%% full, evicted %d entries" % dice.whole(1, 500),
                "session timeout set to %d s" % dice.whole(10, 90),
                "peer %s joined" % ip,
                "user agent not known; assuming a browser that supports everything we need",
                "10.0.3.7" if dice.chance(0.1) else "ping",
                "upgraded to 2.10.1 of the schema",
            ])
        if bad and dice.chance(0.75):
            record["stack"] = [{"file": dice.one(files), "line": dice.whole(10, 999), "function": dice.one(functions)}
                               for _ in range(dice.whole(1, 7))]
        elif dice.chance(0.1):
            record["stack"] = dice.one([[], None])
        record["trace_id"] = "%016x" % int(dice.unit() * 2**53)
        yield record


def pods():
    dice = Dice(21)
    apps = {
        "checkout": ["1.9.3", "1.10.0", "1.10.2", "1.2.11"],
        "web": ["2.4.1", "2.11.0", "2.4.10"],
        "auth": ["0.9.8", "0.10.1"],
        "search": ["1.8.0", "1.9.10", "1.12.0-rc.1", "1.12.0"],
        "cron": ["1.0"],
    }
    for number in range(240):
        app = dice.one(list(apps))
        version = dice.one(apps[app])
        phase = dice.weighted([("Running", 80), ("Pending", 8), ("Succeeded", 5), ("Failed", 7)])
        created = datetime(2026, 9, 1, tzinfo=timezone.utc) + timedelta(seconds=dice.whole(0, 80 * 86400))
        metadata = {
            "name": "%s-%05x" % (app, dice.whole(0, 0xFFFFF)),
            "namespace": dice.weighted([("prod", 5), ("staging", 2), ("dev", 2), ("kube-system", 1)]),
            "creationTimestamp": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        if dice.chance(0.92):
            metadata["labels"] = {"app": app, "version": version}
            if dice.chance(0.7):
                metadata["labels"]["app.kubernetes.io/name"] = app
            if dice.chance(0.5):
                metadata["labels"]["team"] = dice.one(["shop", "platform", "data"])
        images = [("app", "registry.example.com/shop/%s:%s" % (app, version))]
        if dice.chance(0.5):
            images.append(("proxy", dice.one(["envoyproxy/envoy:v1.31.2", "envoyproxy/envoy:latest", "nginx"])))
        if dice.chance(0.2):
            images.append(("logs", dice.one(["fluent/fluent-bit:3.1", "fluent/fluent-bit:latest"])))
        containers = []
        for name, image in images:
            container = {"name": name, "image": image, "resources": {}}
            if dice.chance(0.85):
                container["resources"]["requests"] = {"cpu": dice.one(["250m", "500m", "1", "2"]), "memory": dice.one(
                    ["64Mi", "128Mi", "512Mi", "1Gi", "1536Mi", "2Gi", "10Gi"])}
            if dice.chance(0.5):
                container["resources"]["limits"] = {"memory": dice.one(["512Mi", "1Gi", "4Gi"])}
            containers.append(container)
        spec = {"containers": containers}
        status = {"phase": phase}
        if phase != "Pending":
            spec["nodeName"] = "node-%d" % dice.weighted([(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)])
            status["podIP"] = "10.244.%d.%d" % (dice.whole(0, 5), dice.whole(2, 250))
            status["containerStatuses"] = [
                {"name": name, "restartCount": int(dice.unit() ** 4 * 14),
                 "ready": phase == "Running" and dice.chance(0.9)} for name, _ in images]
        elif dice.chance(0.4):
            status["containerStatuses"] = []
        if phase == "Failed":
            status["reason"] = dice.one(["Evicted", "OOMKilled", None])
        yield {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec, "status": status}


def events():
    dice = Dice(22)
    zones = [("Z", 0), ("+01:00", 60), ("-05:00", -300), ("+05:30", 330), ("+09:00", 540), ("-08:00", -480)]
    at = datetime(2026, 9, 15, tzinfo=timezone.utc)
    countries = {"Z": "GB", "+01:00": "DE", "-05:00": "US", "+05:30": "IN", "+09:00": "JP", "-08:00": "US"}
    for number in range(1500):
        at += timedelta(seconds=dice.whole(10, 7600))
        name, minutes = dice.one(zones)
        local = at + timedelta(minutes=minutes)
        kind = dice.weighted([("page_view", 8), ("login", 5), ("purchase", 5), ("refund", 1), ("signup", 1)])
        record = {
            "id": "e%04d" % (number + 1),
            "time": local.strftime("%Y-%m-%dT%H:%M:%S") + name,
            "type": kind,
            "user_id": dice.whole(1, 150),
            "country": countries[name],
        }
        if kind in ("purchase", "refund"):
            money = round(dice.unit() ** 2 * 400 + 1, 2)
            odd = dice.unit()
            if odd < 0.04:
                record["amount"] = None
            elif odd > 0.06:
                record["amount"] = -money if kind == "refund" else money
            record["currency"] = "EUR"
        if dice.chance(0.8):
            record["tags"] = [tag for tag in ["promo", "vip", "test", "mobile", "Promo"] if dice.chance(0.2)]
        if dice.chance(0.9):
            record["success"] = dice.chance(0.93)
        record["device"] = {"os": dice.one(["iOS", "Android", "ios", "Windows", "macOS"]),
                            "version": dice.one(["17.1", "17.10", "14", "9.2", None])}
        yield record


def users():
    dice = Dice(23)
    given = ["José", "Jose", "Zoë", "Łukasz", "María", "Anna", "Björn", "Søren", "Nguyễn", "Mai", "Olga", "Дмитрий",
             "美咲", "Amélie", "Josefine", "Siobhán", "Ali", "Marta", "Peter", "Ådne"]
    family = ["García", "Müller", "O'Neil", "de la Cruz", "Nowak", "Smith", "Østergård", "Иванов", "佐藤", "Şahin",
              "Lefèvre", "van Dijk", "Jones", "Brown"]
    domains = [("example.com", 9), ("mail.example.org", 6), ("example.de", 4), ("shop.example.net", 3),
               ("post.example", 2), ("uni.example.edu", 1)]
    towns = [("Berlin", "DE", "10115"), ("Berlin", "DE", "10999"), ("Dresden", "DE", "01067"), ("Wien", "AT", "1010"),
             ("Zürich", "CH", "8001"), ("New York", "US", "10001"), ("Boston", "US", "02108"), ("Łódź", "PL", "90-001"),
             ("São Paulo", "BR", "01310-100"), ("Roma", "IT", "00184"), ("Seattle", "US", "98101")]
    earlier = []
    for number in range(400):
        first, last = dice.one(given), dice.one(family)
        full = "%s %s" % (first, last)
        if dice.chance(0.1):
            full = unicodedata.normalize("NFD", full)
        if dice.chance(0.04):
            full = dice.one([full + " ", "  " + full])
        address = "user%d@%s" % (number + 1, dice.weighted(domains))
        if dice.chance(0.15):
            address = address[0].upper() + address[1:]
        if earlier and dice.chance(0.05):
            address = dice.one(earlier)
            if dice.chance(0.5):
                address = address.split("@")[0].swapcase() + "@" + address.split("@")[1]
        earlier.append(address)
        town, country, code = dice.one(towns)
        record = {"id": number + 1, "name": full, "given": first, "family": last}
        middle = dice.unit()
        if middle < 0.3:
            record["middle"] = dice.one(["Maria", "J.", "van", "Élise"])
        elif middle < 0.45:
            record["middle"] = None
        elif middle < 0.55:
            record["middle"] = ""
        record["email"] = None if dice.chance(0.03) else address
        record["birthday"] = None if dice.chance(0.04) else (
            datetime(1950, 1, 1) + timedelta(days=dice.whole(0, 21000))).strftime("%Y-%m-%d")
        record["roles"] = [role for role, part in [("viewer", 0.7), ("editor", 0.3), ("admin", 0.1)]
                           if dice.chance(part)]
        record["address"] = {"city": town, "zip": code, "country": country}
        if dice.chance(0.9):
            record["client"] = {"platform": dice.one(["ios", "android", "web"]),
                                "version": dice.one(["1.2.0", "1.9.0", "1.9.12", "1.10.0", "1.10", "1.10.3", "1.11.0",
                                                     "2.0.0", "0.9.1", "1.10.0-beta.2"])}
        if dice.chance(0.8):
            record["newsletter"] = dice.chance(0.4)
        login = dice.unit()
        if login < 0.7:
            record["last_login"] = (datetime(2026, 1, 1) + timedelta(seconds=dice.whole(0, 325 * 86400))).strftime(
                "%Y-%m-%dT%H:%M:%SZ")
        elif login < 0.85:
            record["last_login"] = None
        yield record


def geography():
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Data", "cities.ndjson")
    with open(source, encoding="utf-8") as lines:
        for line in lines:
            city = json.loads(line)
            record = {"id": city["geonameid"], "name": city["name"], "country": city["countrycode"]}
            if "population" in city:
                record["population"] = city["population"]
            record["location"] = {"latitude": city["latitude"], "longitude": city["longitude"]}
            if "timezone" in city:
                record["timezone"] = city["timezone"]
            if "capital" in city:
                record["capital"] = city["capital"]
            if city.get("alternatenames"):
                record["alternatenames"] = city["alternatenames"]
            yield record


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make-data.py FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, records in [("logs", logs), ("pods", pods), ("events", events), ("users", users),
                          ("geography", geography)]:
        with open(os.path.join(sys.argv[1], name + ".ndjson"), "w", encoding="utf-8", newline="\n") as out:
            for record in records():
                out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
