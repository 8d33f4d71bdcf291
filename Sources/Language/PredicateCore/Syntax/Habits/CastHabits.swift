/// Names of types in other languages.
enum CastHabits {
    /// Type names of Swift and other languages, in lower case, with the type of CAST.
    static let targets: WordTable<CastTarget> = [
        "int": .number, "integer": .number, "double": .number, "float": .number, "number": .number, "bool": .number,
        "string": .string, "text": .string, "varchar": .string, "date": .date, "datetime": .date, "timestamp": .date,
        "decimal": .decimal, "uuid": .uuid, "url": .url,
    ]
}
