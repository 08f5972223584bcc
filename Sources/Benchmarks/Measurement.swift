import CairnCore
import Foundation

/// One figure with the peer or the bound it is held against, measured in the same run.
struct Measurement {
    let name: String
    let value: Double
    let unit: String
    /// What it is compared with, for people.
    let peer: String
    let isWithinBound: Bool

    var row: String {
        let number = value >= 100 ? String(format: "%.0f", value) : String(format: "%.2f", value)
        let columns = [(name, 58), ("\(number) \(unit)", 18), (peer, 52)]
        return columns.map { $0.0.padding(toLength: $0.1, withPad: " ", startingAt: 0) }.joined()
            + (isWithinBound ? "ok" : "MISSED")
    }
}

/// How long a body takes, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    return (clock.now - start).inSeconds
}

/// How long an asynchronous body takes, in seconds.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return (clock.now - start).inSeconds
}

/// The middle of five runs.
func median(_ body: () async throws -> Double) async rethrows -> Double {
    var values: [Double] = []
    for _ in 0..<5 { values.append(try await body()) }
    return values.sorted()[2]
}

/// The middles of five runs each of two that are compared, in turn, after one that warms up.
func medians(
    _ one: () async throws -> Double, _ other: () async throws -> Double
) async rethrows -> (one: Double, other: Double) {
    var values: [(Double, Double)] = []
    _ = (try await one(), try await other())
    for _ in 0..<5 { values.append((try await one(), try await other())) }
    return (values.map(\.0).sorted()[2], values.map(\.1).sorted()[2])
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// The memory of this process, in bytes.
enum Memory {
    static var resident: Int { field("VmRSS") }
    static var peak: Int { field("VmHWM") }

    private static func field(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
    }
}
