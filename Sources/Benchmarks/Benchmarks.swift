import Foundation

/// `swift run -c release Benchmarks [--check]`: each figure with its peer or bound; `--check` fails if one is missed.
@main
enum Benchmarks {
    static func main() async throws {
        var missed = 0
        for suite in [LocatorBenchmark.run, LoadingBenchmark.run, JobBenchmark.run] {
            for measurement in try await suite() {
                print(measurement.row)
                if !measurement.isWithinBound { missed += 1 }
            }
        }
        print(missed == 0 ? "All within their bounds." : "\(missed) missed.")
        if missed > 0, CommandLine.arguments.contains("--check") { exit(1) }
    }
}
