import Foundation

/// `swift run -c release Benchmarks [locator|large|mix|loading|jobs|manager|workflows|transport|server|features|serverjobs|replica|tiles
/// |routing|callbacks] [--check]`: each figure with its peer or bound; `--check` fails if one is missed.
@main
enum Benchmarks {
    static func main() async throws {
        if try await TransportBenchmark.runAsChild() { return }
        if try await LargeLocatorBenchmark.runAsChild() { return }
        if try await LocalServerBenchmark.runAsChild() { return }
        if try await FeatureBenchmark.runAsChild() { return }
        if try await ServerJobsBenchmark.runAsChild() { return }
        if try await ReplicaBenchmark.runAsChild() { return }
        if try await TileBenchmark.runAsChild() { return }
        if try await RoutingBenchmark.runAsChild() { return }
        var missed = 0
        let suites = [
            ("locator", LocatorBenchmark.run), ("large", LargeLocatorBenchmark.run), ("mix", GeocodingMixBenchmark.run),
            ("loading", LoadingBenchmark.run), ("jobs", JobBenchmark.run),
            ("manager", JobManagerBenchmark.run),
            ("workflows", WorkflowBenchmark.run), ("transport", TransportBenchmark.run),
            ("server", LocalServerBenchmark.run), ("features", FeatureBenchmark.run),
            ("serverjobs", ServerJobsBenchmark.run), ("replica", ReplicaBenchmark.run),
            ("tiles", TileBenchmark.run), ("routing", { try await RoutingBenchmark.run() }),
            ("callbacks", CallbackBenchmark.run),
        ]
        let wanted = Set(CommandLine.arguments.dropFirst()).subtracting(["--check"])
        for (name, run) in suites where wanted.isEmpty || wanted.contains(name) {
            for measurement in try await run() {
                print(measurement.row)
                if !measurement.isWithinBound { missed += 1 }
            }
        }
        print(missed == 0 ? "All within their bounds." : "\(missed) missed.")
        if missed > 0, CommandLine.arguments.contains("--check") { exit(1) }
    }
}
