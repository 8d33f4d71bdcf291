"""The twelve queries, in the language of each peer.

If a peer cannot express a query, it has a `CannotSay` with the reason, which the report lists. All other peers must
give the same count. Null and missing fields are the difficulty: a comparison with nil is false in a format string, so
other languages need guards where they would raise an error.
"""

from dataclasses import dataclass, field

CITIES = [
    "Faro", "Braga", "Coimbra", "Évora", "Sevilla", "Málaga", "Bilbao", "Köln", "Leipzig", "Dresden", "Lyon", "Nîmes",
    "Orléans", "Lille", "Torino", "Napoli", "Graz", "Genève", "Brno", "Kraków", "Gdańsk", "Łódź", "Malmö", "Göteborg", "Bergen",
    "Tromsø", "Aarhus", "Tampere", "Cork", "Leeds", "Bristol", "Utrecht", "Gent", "Patra", "Ankara", "Київ", "大阪", "Belém",
    "Quito", "Accra", "Nairobi", "Rabat", "Mumbai", "Perth", "Ystad", "Atlantis", "Utopia", "Shangri-La", "El Dorado", "Ys",
]
assert len(CITIES) == 50

OR_CLAUSES = [(CITIES[number % 44], (number * 37 + 11) % 100) for number in range(40)]

COLUMNS = {
    "id": "BIGINT", "name": "VARCHAR", "age": "BIGINT", "active": "BOOLEAN", "score": "DOUBLE", "bucket": "BIGINT",
    "email": "VARCHAR", "city": "VARCHAR", "country": "VARCHAR", "created": "TIMESTAMPTZ", "seen": "TIMESTAMPTZ",
    "tags": "VARCHAR[]",
    "address": "STRUCT(street VARCHAR, zip VARCHAR, geo STRUCT(latitude DOUBLE, longitude DOUBLE))",
    "device": 'STRUCT(kind VARCHAR, "system" STRUCT(name VARCHAR, version STRUCT(major BIGINT, minor BIGINT)))',
    "items": "STRUCT(sku VARCHAR, price DOUBLE, quantity BIGINT)[]", "nickname": "VARCHAR", "note": "VARCHAR",
}
"""The fields of a record with their types, as DuckDB names them."""

NARROW_COLUMNS = {
    "device": 'STRUCT("system" STRUCT(version STRUCT(major BIGINT)))',
    "items": "STRUCT(price DOUBLE, quantity BIGINT)[]",
}
"""The parts of nested fields that the queries need. DuckDB and polars read less with them."""


@dataclass(frozen=True)
class CannotSay:
    """The reason why a peer cannot express a query."""

    reason: str


@dataclass(frozen=True)
class Query:
    key: str
    title: str
    predicate: str
    fields: list
    """The top-level fields that the query reads."""
    sql: str
    polars: object
    """A Python expression over `pl` and `c`, which is `pl.col`."""
    jq: object
    rule_engine: object
    cel: object
    """A CEL expression over `r`, the record."""
    gnustep: object = None
    """The predicate for GNUstep, if it differs from `predicate`."""
    simdjson: object = True
    """Whether `simdjson_loop.cpp` has the query by hand."""
    needs_schema: bool = False
    """Whether the command needs a schema that declares `created` as a date."""
    variables: dict = field(default_factory=dict)

    def form(self, language):
        """The query in a language, or a `CannotSay`."""
        return getattr(self, language)


def quoted(texts, mark='"'):
    return ", ".join(f"{mark}{text}{mark}" for text in texts)


NO_FOLDING = "has no comparison without diacritics"

QUERIES = [
    Query(
        key="two-scalars", title="two scalars",
        predicate='age > 30 AND name BEGINSWITH "A"',
        fields=["age", "name"],
        sql="age > 30 AND starts_with(name, 'A')",
        polars='(c("age") > 30) & c("name").str.starts_with("A")',
        jq='.age != null and .age > 30 and (.name | startswith("A"))',
        rule_engine='age != null and age > 30 and name.starts_with("A")',
        cel='has(r.age) && r.age != null && r.age > 30 && r.name.startsWith("A")',
    ),
    Query(
        key="five-fields", title="five fields",
        predicate='age BETWEEN {25, 60} AND score >= 50 AND active == TRUE AND country == "PT" AND bucket < 500000',
        fields=["age", "score", "active", "country", "bucket"],
        sql="age BETWEEN 25 AND 60 AND score >= 50 AND active AND country = 'PT' AND bucket < 500000",
        polars='c("age").is_between(25, 60) & (c("score") >= 50) & c("active") & (c("country") == "PT") & (c("bucket") < 500000)',
        jq='.age != null and .age >= 25 and .age <= 60 and .score >= 50 and .active and .country == "PT" and .bucket < 500000',
        rule_engine='age != null and age >= 25 and age <= 60 and score >= 50 and active and country == "PT" and bucket < 500000',
        cel='has(r.age) && r.age != null && r.age >= 25 && r.age <= 60 && r.score >= 50.0 && r.active && r.country == "PT"'
            " && r.bucket < 500000",
        gnustep='age >= 25 AND age <= 60 AND score >= 50 AND active == 1 AND country == "PT" AND bucket < 500000',
    ),
    Query(
        key="deep-path", title="a deep path",
        predicate="device.system.version.major >= 14",
        fields=["device"],
        sql='device."system".version.major >= 14',
        polars='c("device").struct.field("system").struct.field("version").struct.field("major") >= 14',
        jq=".device.system.version.major as $major | $major != null and $major >= 14",
        rule_engine="device != null and device.system.version.major >= 14",
        cel="r.device != null && r.device.system.version.major >= 14",
    ),
    Query(
        key="rare-string", title="a rare string",
        predicate='city == "Ystad"',
        fields=["city"],
        sql="city = 'Ystad'",
        polars='c("city") == "Ystad"',
        jq='.city == "Ystad"',
        rule_engine='city == "Ystad"',
        cel='r.city == "Ystad"',
    ),
    Query(
        key="string-options", title="CONTAINS[cd]",
        predicate='name CONTAINS[cd] "garcia"',
        fields=["name"],
        sql="contains(strip_accents(lower(name)), 'garcia')",
        polars='c("name").str.to_lowercase().str.normalize("NFKD").str.replace_all(r"\\p{M}", "").str.contains("garcia", literal=True)',
        jq=CannotSay(NO_FOLDING), rule_engine=CannotSay(NO_FOLDING), cel=CannotSay(NO_FOLDING),
        gnustep=CannotSay("its [cd] folds no accents: it finds García by garcía and not by garcia"),
        simdjson=CannotSay("has no text functions; a handwritten folding would be another program"),
    ),
    Query(
        key="in-fifty", title="IN, fifty values",
        predicate=f"city IN {{{quoted(CITIES)}}}",
        fields=["city"],
        sql="city IN (" + quoted(CITIES, "'") + ")",
        polars=f'c("city").is_in([{quoted(CITIES)}])',
        jq=f".city as $city | {{{', '.join(f'{chr(34)}{city}{chr(34)}: true' for city in CITIES)}}} | has($city)",
        rule_engine=f"city in [{quoted(CITIES)}]",
        cel=f"r.city in [{quoted(CITIES)}]",
        gnustep=CannotSay("IN with a list of constants finds nothing"),
    ),
    Query(
        key="matches", title="MATCHES",
        predicate='email MATCHES "[a-z]+\\\\.[a-z]+[0-9]{2}@example\\\\.(com|org)"',
        fields=["email"],
        sql=r"regexp_full_match(email, '[a-z]+\.[a-z]+[0-9]{2}@example\.(com|org)')",
        polars=r'c("email").str.contains(r"^[a-z]+\.[a-z]+[0-9]{2}@example\.(com|org)$")',
        jq=r'.email | test("^[a-z]+\\.[a-z]+[0-9]{2}@example\\.(com|org)$")',
        rule_engine=r'email =~ "^[a-z]+\\.[a-z]+[0-9]{2}@example\\.(com|org)$"',
        cel=r'r.email.matches("^[a-z]+\\.[a-z]+[0-9]{2}@example\\.(com|org)$")',
        gnustep='email MATCHES "[a-z]+\\.[a-z]+[0-9]{2}@example\\.(com|org)"',
        simdjson=CannotSay("has no regular expressions"),
    ),
    Query(
        key="any", title="ANY over a list",
        predicate='ANY tags == "urgent"',
        fields=["tags"],
        sql="list_contains(tags, 'urgent')",
        polars='c("tags").list.contains("urgent")',
        jq='any(.tags[]?; . == "urgent")',
        rule_engine='tags != null and "urgent" in tags',
        cel='has(r.tags) && r.tags != null && "urgent" in r.tags',
        gnustep='tags != nil AND ANY tags == "urgent"',
    ),
    Query(
        key="subquery", title="SUBQUERY",
        predicate="SUBQUERY(items, $item, $item.price > 400 AND $item.quantity >= 5).@count > 0",
        fields=["items"],
        sql="len(list_filter(items, lambda item: item.price > 400 AND item.quantity >= 5)) > 0",
        polars='c("items").list.eval((pl.element().struct.field("price") > 400) & (pl.element().struct.field("quantity") >= 5)).list.any()',
        jq="any(.items[]?; .price > 400 and .quantity >= 5)",
        rule_engine="[item for item in items if item.price > 400 and item.quantity >= 5].length > 0",
        cel="r.items.exists(item, item.price > 400.0 && item.quantity >= 5)",
        gnustep=CannotSay("raises an exception for a variable within SUBQUERY"),
    ),
    Query(
        key="dates", title="dates",
        predicate='created >= "2023-06-01T00:00:00Z" AND created < "2023-07-01T00:00:00Z"',
        fields=["created"],
        sql="created >= TIMESTAMPTZ '2023-06-01 00:00:00+00' AND created < TIMESTAMPTZ '2023-07-01 00:00:00+00'",
        polars='c("created").str.to_datetime("%Y-%m-%dT%H:%M:%S%#z", time_unit="us").is_between(utc(2023, 6, 1), utc(2023, 7, 1), closed="left")',
        jq=".created | fromdateiso8601 | . >= 1685577600 and . < 1688169600",
        rule_engine='$parse_datetime(created) >= d"2023-06-01T00:00:00Z" and $parse_datetime(created) < d"2023-07-01T00:00:00Z"',
        cel='timestamp(r.created) >= timestamp("2023-06-01T00:00:00Z") && timestamp(r.created) < timestamp("2023-07-01T00:00:00Z")',
        gnustep=CannotSay("JSON has no dates, and its format strings no way to read one from text"),
        needs_schema=True,
    ),
    Query(
        key="arithmetic", title="arithmetic",
        predicate="score * 1.5 - age / 2.0 > 60.007",
        fields=["score", "age"],
        sql="score * 1.5 - age / 2.0 > 60.007",
        polars='c("score") * 1.5 - c("age") / 2.0 > 60.007',
        jq=".age != null and .score * 1.5 - .age / 2.0 > 60.007",
        rule_engine="age != null and score * 1.5 - age / 2.0 > 60.007",
        cel="has(r.age) && r.age != null && r.score * 1.5 - double(r.age) / 2.0 > 60.007",
        gnustep="age != nil AND score * 1.5 - age / 2.0 > 60.007",
    ),
    Query(
        key="many-or", title="forty clauses, OR",
        predicate=" OR ".join(f'(city == "{city}" AND age == {age})' for city, age in OR_CLAUSES),
        fields=["city", "age"],
        sql=" OR ".join(f"(city = '{city}' AND age = {age})" for city, age in OR_CLAUSES),
        polars=" | ".join(f'((c("city") == "{city}") & (c("age") == {age}))' for city, age in OR_CLAUSES),
        jq=" or ".join(f'(.city == "{city}" and .age == {age})' for city, age in OR_CLAUSES),
        rule_engine=" or ".join(f'(city == "{city}" and age == {age})' for city, age in OR_CLAUSES),
        cel="has(r.age) && r.age != null && ("
            + " || ".join(f'(r.city == "{city}" && r.age == {age})' for city, age in OR_CLAUSES) + ")",
    ),
]

BY_KEY = {query.key: query for query in QUERIES}

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {"created": {"type": "string", "format": "date-time"}},
}
"""The schema for queries that compare dates."""

TENTH = "bucket < 100000"
"""Matches exactly a tenth of a million records; the same in SQL."""
