"""Rows of every type that Spark stores, the same as lines of JSON with a schema, and predicates about them.

`spark-submit typed_rows.py FOLDER COUNT SEED` writes them: rows.parquet, rows.orc, parts (a folder for each value of a column),
rows.ndjson, schema.json, and `columns`, which is Spark's own description of the columns of rows.parquet. The texts of broken.parquet
are not UTF-8, each in another column.
"""

import base64
import datetime
import decimal
import json
import math
import random
import struct
import sys

UTC = datetime.timezone.utc
# Each kind has its type in Spark, its JSON Schema, and values at the edges.
KINDS = {
    "boolean": ("boolean", {"type": "boolean"}, [True, False]),
    "byte": ("tinyint", {"type": "integer"}, [-128, 0, 1, 127]),
    "integer": ("int", {"type": "integer"}, [-(2**31), -1, 0, 7, 2**31 - 1]),
    "long": ("bigint", {"type": "integer"}, [-(2**63), 0, 5, 2**53 + 1, 2**63 - 1]),
    "double": ("double", {"type": "number"}, [
        0.0, 0.1, 7.0, 1e10, 1e300, 2.5e-10, 123456789.123, 1.7976931348623157e308, float("nan"), float("-inf")]),
    "float": ("float", {"type": "number"}, [0.1, 1.5, -0.0, 16777217.0, 3.0e38, float("nan"), float("inf")]),
    "money": ("decimal(38,18)", {"type": "number", "format": "decimal"}, [
        "0", "0.1", "7", "-0.000000000000000001", "12345678901234567890.123456789012345678"]),
    "unsigned": ("decimal(20,0)", {"type": "number", "format": "decimal"}, ["18446744073709551615", "9007199254740993", "3"]),
    "string": ("string", {"type": "string"}, [
        "", "a", "b", "\u00e9\u2028x", "a\tb\nc\rd", "\0\x1e\x1d", "\u00df", "\"q\"\\", "\U0001f600", "x" * 300]),
    "binary": ("binary", {"type": "string", "contentEncoding": "base64"}, [b"", b"\0\xff", b"y" * 100]),
    "day": ("date", {"type": "string", "format": "date-time", "x-predicate-type": "date"}, None),
    "instant": ("timestamp", {"type": "string", "format": "date-time", "x-predicate-type": "date"}, None),
    "local": ("timestamp_ntz", {"type": "string", "format": "date-time", "x-predicate-type": "date"}, None),
}
# The columns: a kind, or a list, an object or a dictionary of kinds.
COLUMNS = {
    "id": "id", "b": "boolean", "t": "byte", "i": "integer", "l": "long", "d": "double", "f": "float", "m": "money", "u": "unsigned",
    "s": "string", "x": "binary", "day": "day", "at": "instant", "loc": "local", "tags": ["string"], "ds": ["double"],
    "o": {"a.b": "float", "w": "instant", "in": {"q'\\": "long"}}, "rows": [{"at": "instant", "n": "integer"}],
    "mp": ("string", "double"), "mi": ("integer", "day"), "we ird'${x}\\": "string",
}


class Rows:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def instant(self):
        pick = self.random
        if pick.random() < 0.3:
            return datetime.datetime(2024, 2, 29, 12, tzinfo=UTC)
        return datetime.datetime(
            pick.choice([1, 1582, 1969, 1999, 2024, 9999]), pick.randint(1, 12), pick.randint(1, 28), pick.randint(0, 23),
            pick.randint(0, 59), pick.randint(0, 59), pick.choice([0, 1, 500000, 123456, 999999]), tzinfo=UTC)

    def value(self, kind):
        pick = self.random
        if pick.random() < 0.15:
            return None
        if isinstance(kind, list):
            return [self.value(kind[0]) for _ in range(pick.randint(0, 3))]
        if isinstance(kind, dict):
            return {name: self.value(own) for name, own in kind.items()}
        if isinstance(kind, tuple):
            keys = ["a", "b", "c d"] if kind[0] == "string" else [1, -2, 30]
            return {key: self.value(kind[1]) for key in pick.sample(keys, pick.randint(0, 3))}
        if kind in ("instant", "local", "day"):
            return self.instant()
        return pick.choice(KINDS[kind][2])

    def row(self, number):
        return {name: number if kind == "id" else self.value(kind) for name, kind in COLUMNS.items()}


def spark_type(kind):
    if kind == "id":
        return "bigint NOT NULL"
    if isinstance(kind, list):
        return "array<%s>" % spark_type(kind[0])
    if isinstance(kind, dict):
        return "struct<%s>" % ", ".join("`%s`: %s" % (name, spark_type(own)) for name, own in kind.items())
    if isinstance(kind, tuple):
        return "map<%s, %s>" % (spark_type(kind[0]) if kind[0] == "string" else "int", spark_type(kind[1]))
    return KINDS[kind][0]


def spark_value(value, kind):
    """A value as PySpark takes it."""
    if value is None or kind == "id":
        return value
    if isinstance(kind, list):
        return [spark_value(each, kind[0]) for each in value]
    if isinstance(kind, dict):
        return tuple(spark_value(value[name], own) for name, own in kind.items())
    if isinstance(kind, tuple):
        return {key: spark_value(each, kind[1]) for key, each in value.items()}
    if kind in ("money", "unsigned"):
        return decimal.Decimal(value)
    if kind == "local":
        return value.replace(tzinfo=None)
    return value.date() if kind == "day" else bytearray(value) if kind == "binary" else value


def encoded(value, kind):
    """The JSON of a value, by the rules of Documentation/spark.md."""
    if value is None:
        return "null"
    if isinstance(kind, list):
        return "[%s]" % ",".join(encoded(each, kind[0]) for each in value)
    if isinstance(kind, dict):
        return "{%s}" % ",".join("%s:%s" % (json.dumps(name), encoded(value[name], own)) for name, own in kind.items())
    if isinstance(kind, tuple):
        return "{%s}" % ",".join("%s:%s" % (json.dumps(str(key)), encoded(each, kind[1])) for key, each in value.items())
    if kind in ("money", "unsigned"):
        return value
    if kind == "binary":
        return json.dumps(base64.b64encode(value).decode())
    if kind == "day":
        return json.dumps(value.date().isoformat() + "T00:00:00Z")
    if kind in ("instant", "local"):
        return json.dumps(value.replace(tzinfo=None).isoformat() + "Z")
    if kind == "float":
        value = struct.unpack("f", struct.pack("f", value))[0]
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return json.dumps(value, ensure_ascii=False)


def schema(kind):
    if kind == "id":
        return {"type": "integer"}
    if isinstance(kind, list):
        found = {"type": "array", "items": schema(kind[0])}
    elif isinstance(kind, dict):
        found = {
            "type": "object", "additionalProperties": False, "properties": {name: schema(own) for name, own in kind.items()},
            "required": [name for name, own in kind.items() if own == "id"]}
    elif isinstance(kind, tuple):
        found = {"type": "object", "additionalProperties": schema(kind[1])}
    else:
        found = dict(KINDS[kind][1])
    found["type"] = [found["type"], "null"]
    return found


class RowPredicates:
    """Predicates that are valid for the schema."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rows = Rows(seed + 1)

    def literal(self, kind):
        pick = self.random
        value = None
        while value is None or isinstance(value, float) and not math.isfinite(value):
            value = pick.randint(0, 200) if kind == "id" else self.rows.value(kind)
        if kind == "boolean":
            return "YES" if value else "NO"
        if kind in ("instant", "local", "day"):
            return '"%s"' % value.isoformat().replace("+00:00", "Z") if pick.random() < 0.8 else '"%s"' % value.date().isoformat()
        if kind == "binary":
            return None
        if isinstance(value, str) and kind == "string":
            return json.dumps(value, ensure_ascii=True).replace("/", "\\/") if value.isascii() and value.isprintable() else '"a"'
        return str(value) if isinstance(value, str) else repr(value)

    def scalar(self):
        """A path to one value, and its kind."""
        paths = [(name, kind) for name, kind in COLUMNS.items() if isinstance(kind, str) and name.isidentifier()]
        paths += [('o."a.b"', "float"), ("o.w", "instant"), ('mp.a', "double"), ('SELF."we ird\'${x}\\\\"', "string"), ('mi."-2"', "day")]
        return self.random.choice(paths)

    def clause(self):
        pick = self.random
        form = pick.randrange(10)
        if form == 0:
            name, kind = pick.choice([("tags", "string"), ("ds", "double"), ("rows.at", "instant"), ("rows.n", "integer")])
            return "%s %s %s %s" % (
                pick.choice(["ANY", "ALL", "NONE"]), name, pick.choice(["==", "!=", "<", ">="]), self.literal(kind))
        if form == 1:
            return "%s %s %d" % (
                pick.choice(["tags.@count", "rows.@count", "ds.@count", "rows.@sum.n", "i + t", "l - 1", "modulus:by:(id, 7)", "t * t"]),
                pick.choice(["==", "<", ">"]), pick.randint(0, 9))
        if form == 2:
            return "SUBQUERY(rows, $r, $r.n > %d AND $r.at != nil).@count > 0" % pick.randint(-5, 5)
        path, kind = self.scalar()
        if form == 3 or kind == "binary":
            return "%s %s nil" % (path, pick.choice(["==", "!="]))
        if kind == "string" and form < 7:
            return "%s %s%s %s" % (
                path, pick.choice(["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "=="]), pick.choice(["", "[c]", "[cd]"]),
                pick.choice(['"a"', '"X"', '"SS"', '"e*"', '"q"', '""']))
        if form == 7 and kind != "boolean":
            return "%s IN {%s}" % (path, ", ".join(self.literal(kind) for _ in range(3)))
        operators = ["==", "!="] if kind == "boolean" else ["==", "!=", "<", "<=", ">", ">="]
        return "%s %s %s" % (path, pick.choice(operators), self.literal(kind))

    def make(self, depth=2):
        pick = self.random
        if depth == 0 or pick.random() < 0.3:
            return self.clause()
        inner = self.make(depth - 1)
        if pick.random() < 0.25:
            return "NOT (%s)" % inner
        return "(%s) %s (%s)" % (inner, pick.choice(["AND", "OR"]), self.make(depth - 1))


def main():
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import col

    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    source = Rows(seed)
    rows = [source.row(number) for number in range(count)]
    with open(folder + "/rows.ndjson", "w", encoding="utf-8") as file:
        file.writelines(encoded(row, COLUMNS) + "\n" for row in rows)
    with open(folder + "/schema.json", "w", encoding="utf-8") as file:
        json.dump(dict(schema(COLUMNS), type="object", required=["id"]), file)
    spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    columns = ", ".join("`%s` %s" % (name, spark_type(kind)) for name, kind in COLUMNS.items())
    frame = spark.createDataFrame([spark_value(row, COLUMNS) for row in rows], columns).coalesce(1)
    where = "file://" + folder
    frame.write.parquet(where + "/rows.parquet")
    # ORC has no names of this form.
    frame.drop("we ird'${x}\\").withColumn("o", col("o").dropFields("in")).write.orc(where + "/rows.orc")
    frame.write.option("maxRecordsPerFile", max(1, count // 5)).partitionBy("t").parquet(where + "/parts")
    broken = "CAST(X'61FF62' AS STRING)"
    spark.sql(
        "SELECT 1 AS id, 'a' AS s, array('b') AS l, map('c', 'd') AS m, map('e', 1) AS k, named_struct('x', 'f') AS o "
        "UNION ALL SELECT 2, %s, array('b'), map('c', 'd'), map('e', 1), named_struct('x', 'f') "
        "UNION ALL SELECT 3, 'a', array(NULL, %s), map('c', 'd'), map('e', 1), named_struct('x', 'f') "
        "UNION ALL SELECT 4, 'a', array('b'), map('c', %s), map('e', 1), named_struct('x', 'f') "
        "UNION ALL SELECT 5, 'a', array('b'), map('c', 'd'), map(%s, 1), named_struct('x', 'f') "
        "UNION ALL SELECT 6, 'a', array('b'), map('c', 'd'), map('e', 1), named_struct('x', %s) "
        "UNION ALL SELECT 7, 'a\ufffdb', NULL, NULL, NULL, NULL" % ((broken,) * 5)).coalesce(1).write.parquet(where + "/broken.parquet")
    with open(folder + "/columns", "w", encoding="utf-8") as file:
        file.write(json.dumps(json.loads(spark.read.parquet(where + "/rows.parquet")._jdf.schema().json())))
    spark.stop()


if __name__ == "__main__":
    main()
