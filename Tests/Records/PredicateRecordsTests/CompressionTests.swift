import Foundation
import PredicateFormat
import Testing

@testable import PredicateRecords

struct CompressionTests {
    /// The content of both compressed texts below.
    static let lines = (1...60).map { "{\"n\":\($0),\"name\":\"João \($0 % 7)\"}" }

    /// Written by gzip, with a file name in its header.
    static let gzip =
        Data(
            base64Encoded: """
                H4sICAAAAAAC/3Blb3BsZS5uZGpzb24AddSrEQIxGEVhTxVMNCL/Mwkl0AUCyW4BO1RDKTTGIGIyHH3MJ+7co2zlKpey3Z+Pci23
                /fPez1Jep+MXdAk6gy3BZvAl+AyxhJghl5AztCXUGTpxB3GlkleEwKIkFiOyOJklCC2J6obqjupBaq2kViG1Ki7DSK1Oag1Sa6K6
                obqjepDaKg5aSG1KajNSm5PagtSWqG6o7qgepPZKahdSu5LajdTupPbA90hUN1R3VA9SRyV1CKlDSR2Gp+ekjiB1JKobqjuqB6mz
                /lF/AcMHN3EPBgAA
                """, options: .ignoreUnknownCharacters) ?? Data()

    /// Written by zstd.
    static let zstd =
        Data(
            base64Encoded: """
                KLUv/QRopQQA0ogXFtBnDAADjJyiO7Z1pk2kTCmlbMrQhA5JER++rv77Pb+nEx68rHzbNT0nEx26qvq6LbumEhy4qHiaJTkmEhu2
                pvZ5HbelEUNaSv12SwINWrA4z2KgAiHJoSBhBVIQE0KoEeD4/d/Ao+oRJAQdYY+gCPMDX7zOOdf5OcHJTTatKU1mJrKFGWYTAGOY
                JmCMiIFWBbA5wfs=
                """, options: .ignoreUnknownCharacters) ?? Data()

    /// A zstd frame with uncompressed bytes.
    private func storedFrame(_ bytes: [UInt8], windowDescriptor: UInt8 = 0x00) -> [UInt8] {
        let header = UInt32(bytes.count) << 3 | 1
        return [
            0x28, 0xB5, 0x2F, 0xFD, 0x00, windowDescriptor, UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF),
            UInt8(header >> 16 & 0xFF),
        ] + bytes
    }

    @Test(arguments: [1, 2, 3, 7, 64, 4096])
    func compressedInputIsReadAsItIs(portion: Int) {
        for data in [Self.gzip, Self.zstd] {
            #expect(records(.bytes(Array(data))) == Self.lines)
            #expect(records(portions(of: Array(data), size: portion)) == Self.lines)
            // Several members or frames.
            #expect(records(portions(of: Array(data + data), size: portion)) == Self.lines + Self.lines)
        }
    }

    @Test func filesAreRecognisedByTheirFirstBytes() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString).data")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for data in [Self.gzip, Self.zstd, Data(Self.lines.joined(separator: "\n").utf8)] {
            #expect(FileManager.default.createFile(atPath: path, contents: data))
            #expect(records(.file(path)) == Self.lines)
        }
    }

    @Test func zerosBehindAMemberAreNothing() {
        #expect(records(.bytes(Array(Self.gzip) + [0, 0, 0, 0])) == Self.lines)
    }

    @Test func whatIsCutOffIsAnErrorWhereverItIsCut() {
        for data in [Self.gzip, Self.zstd] {
            for length in 5..<data.count {
                let found = records(portions(of: Array(data.prefix(length)), size: 11))
                #expect(found.last == "! truncated-compression", "\(length) of \(data.count)")
                // The records before the cut are delivered.
                #expect(found.dropLast().elementsEqual(Self.lines.prefix(found.count - 1)))
            }
        }
    }

    @Test func whatIsDamagedIsAnErrorWithTheName() throws {
        // A wrong bit in the middle may first appear as invalid JSON.
        var damaged = Array(Self.gzip)
        damaged[damaged.count / 2] ^= 0x40
        #expect(records(.bytes(damaged)).last == "! bad-json 14:8")
        var checksum = Array(Self.gzip)
        checksum[checksum.count - 6] ^= 1
        #expect(records(.bytes(checksum)).last == "! corrupt-compression")
        var frame = Array(Self.zstd)
        frame[frame.count - 1] ^= 1
        #expect(records(.bytes(frame)).last == "! corrupt-compression")
        #expect(records(.bytes(Array(Self.zstd) + Array("garbage".utf8))).last == "! corrupt-compression")
        #expect(records(.bytes(Array(Self.gzip) + Array("garbage".utf8))).last == "! corrupt-compression")
        let stream = try RecordStream(.bytes(checksum, name: "a.gz"))
        let error = #expect(throws: RecordError.self) { while try stream.next() != nil {} }
        #expect(error?.file == "a.gz")
        #expect(error?.kind == .data)
        #expect(error?.message.contains("gzip") == true)
        #expect(try stream.next() == nil)
    }

    @Test func whatStandsBeforeTheDamageIsDelivered() {
        // The checksum follows all text. The fuzzer found that reading the whole file lost the text.
        for (data, distance) in [(Self.gzip, 6), (Self.zstd, 1)] {
            var damaged = Array(data)
            damaged[damaged.count - distance] ^= 1
            #expect(records(.bytes(damaged)) == Self.lines + ["! corrupt-compression"])
        }
        let frames = storedFrame(Array("{\"a\":1}\n".utf8)) + [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x00, 7, 0, 0]
        #expect(records(.bytes(frames)) == ["{\"a\":1}", "! corrupt-compression"])
    }

    @Test func damageIsTheSameInPortions() {
        for data in [Self.gzip, Self.zstd, Self.gzip + Self.gzip, Self.zstd + Self.zstd] {
            for index in 4..<data.count {
                var damaged = Array(data)
                damaged[index] ^= 0x15
                let whole = records(.bytes(damaged))
                for size in [1, 7] {
                    #expect(records(portions(of: damaged, size: size)) == whole, "byte \(index) of \(data.count)")
                }
            }
        }
    }

    @Test func framesOfOurOwn() {
        #expect(
            records(.bytes(storedFrame(Array("{\"a\":1}\n{\"a\"".utf8)) + storedFrame(Array(":2}".utf8)))) == [
                "{\"a\":1}", "{\"a\":2}",
            ])
        // A skippable frame, first and last.
        let skipped: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        #expect(records(.bytes(skipped + storedFrame(Array("{}".utf8)) + skipped)) == ["{}"])
        #expect(records(.bytes(storedFrame([]))) == [])
    }

    @Test func theWindowIsLimited() throws {
        // 2^(10 + 21)
        let frame = storedFrame(Array("{}".utf8), windowDescriptor: 21 << 3)
        let stream = try RecordStream(.bytes(frame, name: "big.zst"))
        let error = #expect(throws: RecordError.self) { try stream.next() }
        #expect(error?.code == .compressionWindow)
        #expect(error?.message.contains("27") == true)
        var options = RecordInputOptions()
        options.limits.windowLog = 31
        #expect(records(.bytes(frame), options) == ["{}"])
    }

    @Test func aSmallFileThatMakesMuchTextStaysBounded() {
        // A small frame of a repeated byte makes a line of 4 MiB. The limit is a thousand bytes.
        func frame(of byte: UInt8) -> [UInt8] {
            var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x50]
            for index in 0..<64 {
                let size: UInt32 = 1 << 16
                let header = size << 3 | 1 << 1 | (index == 63 ? 1 : 0)
                frame += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16 & 0xFF), byte]
            }
            return frame
        }
        var options = RecordInputOptions()
        options.limits.recordBytes = 1000
        options.layout = .lines
        let letters = frame(of: UInt8(ascii: "a"))
        #expect(records(.bytes(letters), options, skippingBadLines: true) == ["! record-too-large 1:1"])
        // Blank lines are skipped, however long they are.
        let blanks = frame(of: UInt8(ascii: " "))
        #expect(records(.bytes(blanks), options, skippingBadLines: true) == [])
        options.layout = .document
        #expect(records(.bytes(blanks), options) == [])
    }
}
