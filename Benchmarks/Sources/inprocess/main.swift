import Foundation

// Usage: inprocess SECTION… < request.json. Measures, and writes a JSON line for each measurement.

let sections: [String: (Request) throws -> Void] = [
    "structs": measureStructs, "records": measureRecords, "parsing": measureParsing, "decoding": measureDecoding,
    "translation": measureTranslation, "kinds": measureKinds, "loops": measureLoops,
]

do {
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let request = try JSONDecoder().decode(Request.self, from: input)
    for name in CommandLine.arguments.dropFirst() {
        guard let section = sections[name] else { throw BenchmarkFailure("no section \(name)") }
        try section(request)
    }
} catch {
    FileHandle.standardError.write(Data("inprocess: \(error)\n".utf8))
    exit(1)
}
