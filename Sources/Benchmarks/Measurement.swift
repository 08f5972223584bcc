import CairnCore
import Foundation

/// One figure with the peer or the bound it is held against, measured in the same run.
struct Measurement {
    let name: String
    /// Nil if it could not be measured here.
    let value: Double?
    let unit: String
    /// What it is compared with, for people.
    let peer: String
    let isWithinBound: Bool

    var row: String {
        let number = value.map { String(format: $0 >= 100 ? "%.0f" : "%.2f", $0) + " \(unit)" } ?? "not measured"
        let columns = [(name, 58), (number, 18), (peer, 52)]
        return columns.map { $0.0.padding(toLength: $0.1, withPad: " ", startingAt: 0) }.joined()
            + (value == nil ? "" : isWithinBound ? "ok" : "MISSED")
    }
}

extension Measurement {
    /// A figure that may not be had here: then no bound is missed.
    init(_ name: String, _ value: Double?, unit: String, peer: String, atMost bound: Double, where holds: Bool = true) {
        self.init(
            name: name, value: value, unit: unit, peer: peer, isWithinBound: holds && (value.map { $0 <= bound } ?? true))
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

/// The middles of some runs each of two that are compared, in turn, after one that warms up.
///
/// - Parameter rounds: How many; an odd number.
func medians(
    rounds: Int = 5, _ one: () async throws -> Double, _ other: () async throws -> Double
) async rethrows -> (one: Double, other: Double) {
    var values: [(Double, Double)] = []
    _ = (try await one(), try await other())
    for _ in 0..<rounds { values.append((try await one(), try await other())) }
    return (values.map(\.0).sorted()[rounds / 2], values.map(\.1).sorted()[rounds / 2])
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// The memory of this process, in bytes; nil where there is no `/proc` that tells.
enum Memory {
    static var resident: Int? { field("VmRSS") }
    static var peak: Int? { field("VmHWM") }
    /// Without what is of files, and is there once for all processes.
    static var anonymous: Int? { field("RssAnon") }

    /// Lets the peak begin anew, where there is a `/proc` that takes that.
    static func forgetPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }

    /// How much more there is now.
    static func growth(from before: Int?, to now: Int?) -> Double? {
        guard let before, let now else { return nil }
        return Double(now - before)
    }

    private static func field(_ name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
    }
}
