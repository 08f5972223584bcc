import Foundation

/// How much is to be done, by how many, and how fast; the same for all processes of a run.
struct Plan: Codable {
    /// How many steps each job has.
    static let steps = 20
    /// How many jobs a worker's manager runs at once.
    static let placesOfWorker = 3

    var processes = 6
    var jobs = 30
    var kills = 12
    var seed: UInt64 = 42
    /// After so long the run has failed.
    var seconds = 900

    init(_ words: some Sequence<String>) throws {
        var words = Array(words)[...]
        while let name = words.popFirst() {
            guard let text = words.popFirst(), let value = Int(text), value >= 0 else {
                throw UsageError(reason: "\(name) needs a whole number.\n\(JobStress.usage)")
            }
            switch name {
            case "--processes": processes = max(1, value)
            case "--jobs": jobs = max(1, value)
            case "--kills": kills = value
            case "--seed": seed = UInt64(value)
            case "--seconds": seconds = value
            default: throw UsageError(reason: "There is no option \(name).\n\(JobStress.usage)")
            }
        }
    }

    /// From one kill to the next, on average.
    var killInterval: Double { 0.4 }

    /// How long a step takes on average, so that there is work as long as there are kills.
    var stepDuration: Double {
        let places = Double(processes * Self.placesOfWorker)
        let span = Double(kills) * killInterval * places / Double(jobs) / 2
        return min(0.5, max(0.005, span / Double(Self.steps)))
    }

    /// How often a worker looks at a job that another has: rarer where many look at many.
    var followingInterval: Double { max(0.2, Double(processes * jobs) / 2000) }
}
