import CairnGeo
import CairnTasks
import Foundation
import Synchronization
import Testing

@testable import CairnOffline

/// Files that somebody has damaged: with the checksums as they were, and with checksums that fit again.
@Suite(.timeLimit(.minutes(20)), .serialized)
struct DamagedLocatorTests {
    private static let shared = Result { try locator() }
    private let locator: BuiltLocator
    private let rounds = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 40 : 1000

    init() throws {
        locator = try Self.shared.get()
    }

    private static func locator() throws -> BuiltLocator {
        // Several blocks for most sections.
        let streets = (0..<90).map { "Street\($0)a,Elm \($0),Nordhausen,Alt\($0)stadt".split(separator: ",")[$0 % 4] }
        var rows = "number,street,city,state,postcode,name,lon,lat\n"
        for row in 0..<900 {
            rows +=
                "\(row % 40 + 1)\(row % 7 == 0 ? "a" : ""),\(streets[row % 90]) Way,City \(row % 9),IL,6\(row % 80 + 1000),\(row % 50 == 0 ? "Cafe \(row)" : ""),"
            rows += "\(-89.6 + Double(row % 40) * 0.001),\(39.8 + Double(row / 40) * 0.001)\n"
        }
        return try BuiltLocator(rows, Town.ranges, Town.places)
    }

    private static let texts = [
        "12 Street4a Way, City 3", "5 Nordhausen Way", "7 elm 33 way city 6", "12 Stret8a Way", "Nordhusen Wy 5, 61020",
        "9999 Elm 1 Way", "61033", "Paris, France",
        "Elm Road & Dead End", "150 Elm Rd", "Altstadt", "nowhere qqqq zzzz", "cafe 50", "Springfeld, Missouri", "Nord hausen",
    ]

    /// What a file says to all questions, each in one text.
    private func answers(_ url: URL) async -> [String] {
        let task = LocatorTask(fileURL: url)
        var answers: [String] = []
        func ask(_ question: () async throws -> String) async {
            do { answers.append(try await question()) } catch { answers.append(error is LocatorError ? "damaged" : "\(error)") }
        }
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        for text in Self.texts {
            await ask {
                try await task.geocode(forSearchText: text, using: parameters).map { "\($0.label) \($0.score) \($0.location!)" }
                    .joined()
            }
            await ask { try await task.suggest(forSearchText: String(text.prefix(5))).map(\.label).joined() }
        }
        for index in 0..<5 {
            let place = MapPoint(latitude: 39.8 + Double(index) * 0.0003, longitude: -89.6 - Double(index) * 0.02)
            await ask { try await task.reverseGeocode(forLocation: place).map(\.label).joined() }
        }
        return answers
    }

    /// The blocks that questions make somebody read.
    private func blocksRead(_ url: URL) throws -> Set<Int> {
        let engine = try LocatorEngine(url)
        for text in Self.texts { _ = try engine.geocode(text, LocatorFilter()) }
        let marks = UnsafePointer<Atomic<UInt64>>(bitPattern: engine.index.image.file.marks)!
        return Set(
            (0..<engine.index.image.file.count / BlockFormat.blockSize).filter {
                marks[$0 / 64].load(ordering: .relaxed) >> UInt64($0 % 64) & 1 == 1
            })
    }

    private func with<Result>(_ bytes: [UInt8], _ body: (URL) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url)
    }

    @Test func `a damaged block that is read is told, and no answer comes of it`() async throws {
        let (good, read) = (await answers(locator.url), try blocksRead(locator.url))
        let bytes = try LocatorBytes(locator.url)
        var random = FixedRandom(seed: 3)
        for block in 0..<bytes.blocks {
            var damaged = bytes.bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let offset = block * BlockFormat.blockSize + Int.random(in: 8..<BlockFormat.blockSize, using: &random)
                damaged[offset] ^= UInt8.random(in: 1...255, using: &random)
            }
            // Others want a turn.
            await Task.yield()
            let found = try await with(damaged) { await answers($0) }
            for (answer, expected) in zip(found, good) { #expect(answer == expected || answer == "damaged", "block \(block)") }
            if read.contains(block) { #expect(found.contains("damaged"), "block \(block)") }
        }
        #expect(read.count > 8)
    }

    @Test func `damage under checksums that fit is survived`() async throws {
        let good = try LocatorBytes(locator.url)
        var random = FixedRandom(seed: 4)
        for _ in 0..<rounds {
            var damaged = good
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let offset = Int.random(in: 64..<damaged.table, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged.bytes[offset] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.bytes[offset] = 0xFF
                case 2:
                    for byte in offset..<min(offset + 8, damaged.table) {
                        damaged.bytes[byte] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                    }
                default:
                    for byte in offset..<min(offset + 200, damaged.table) {
                        damaged.bytes[byte] = UInt8.random(in: 0...255, using: &random)
                    }
                }
            }
            damaged.reseal()
            await Task.yield()
            // That there are answers, or errors, at all.
            _ = try await with(damaged.bytes) { await answers($0) }
        }
    }

    @Test func `a file without its end, or with too much of it, is told`() async throws {
        let bytes = try LocatorBytes(locator.url).bytes
        for count in [1, 71, 72, 100, 4095, 4096, 4097, 8192, bytes.count - 4096, bytes.count - 1] {
            #expect(try await with(Array(bytes[..<count])) { await answers($0) }.allSatisfy { $0 == "damaged" }, "\(count) bytes")
        }
        #expect(try await with(bytes + [0]) { await answers($0) }.allSatisfy { $0 == "damaged" })
        #expect(try await with(bytes + bytes) { await answers($0) }.allSatisfy { $0 == "damaged" })
    }
}
