import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A layer of a network service of any kind, whose service answers each operation as it is told.
struct StubbedLayer {
    static let url = URL(string: "https://example.com/arcgis/rest/services/World/NAServer/Layer")!

    let transport: StubTransport

    /// What is not told of is answered with `{}`.
    ///
    /// - Parameters:
    ///   - type: What the layer says it is.
    ///   - answers: What it answers to its operations.
    ///   - members: What else it says of itself.
    ///   - gate: What its answers to operations wait for.
    init(_ type: String, _ answers: [String: String] = [:], members: String = #""hasZ":false"#, gate: Gate? = nil) {
        let metadata = Self.metadata(type, members)
        transport = StubTransport { request in
            let operation = request.url.lastPathComponent
            if operation == "Layer" { return .json(metadata) }
            try await gate?.pass()
            return .json(answers[operation] ?? "{}")
        }
    }

    static func metadata(_ type: String, _ members: String = #""hasZ":false"#) -> String {
        """
        {"layerName":"Layer","layerType":"\(type)","impedance":"TravelTime","accumulateAttributeNames":["Miles"],
         "supportedTravelModes":[\(StubbedRoutes.mode)],"defaultTravelMode":"b",
         "networkDataset":{"networkAttributes":[{"name":"TravelTime","units":"esriNAUMinutes","usageType":"esriNAUTCost"},
         {"name":"Miles","units":"esriNAUMiles","usageType":"esriNAUTCost"}]},\(members)}
        """
    }

    var closestFacilities: ClosestFacilityTask { ClosestFacilityTask(url: Self.url, transport: transport) }
    var serviceAreas: ServiceAreaTask { ServiceAreaTask(url: Self.url, transport: transport) }
    var costMatrices: CostMatrixTask { CostMatrixTask(url: Self.url, transport: transport) }

    /// What was asked for last.
    var form: [String: String] { transport.requests.last?.form ?? [:] }

    /// The attributes of the features that were sent last under a name.
    func attributes(_ name: String) throws -> [JSONValue?] {
        try JSONValue(parsing: form[name] ?? "")["features"]?.array?.map { $0["attributes"] } ?? []
    }

    /// Calls `read` with a thousand answers, each changed by chance, and gives how many of them were accepted.
    ///
    /// - Parameters:
    ///   - good: The answer before it is changed.
    ///   - read: What must throw an error of the service, or succeed.
    static func mutate(_ good: String, _ read: (String, UInt64) async throws -> Void) async throws -> Int {
        let tree = JSONTree(try JSONValue(parsing: good))
        var accepted = 0
        for seed in 1...1000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var changed = tree
            for _ in 0..<Int.random(in: 1...3, using: &random) { changed = changed.mutated(using: &random) }
            do {
                try await read(changed.text, seed)
                accepted += 1
            } catch is TransportError {} catch is ServiceError {}
        }
        return accepted
    }
}
