import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct CostMatrixWorkTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private let town: StreetGrid

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        town = try StreetGrid(6, 4)
    }

    private var services: NetworkServices { NetworkServices { [town] _ in CostMatrixTask(backend: town.network.costMatrices) } }

    private func table(_ rows: String, header: String = "name,lon,lat\n") throws -> PlaceTable {
        let url = folder.appending(path: "\(UUID()).csv")
        try Data((header + rows).utf8).write(to: url)
        return try PlaceTable(detecting: url)
    }

    private func rows(_ places: [(Double, Double)]) -> String {
        places.enumerated().map { "P\($0.offset),\($0.element.0 * StreetGrid.step),\($0.element.1 * StreetGrid.step)\n" }.joined()
    }

    private func work(_ change: (inout CostMatrixWork.Options) -> Void = { _ in }) throws -> CostMatrixWork {
        var options = CostMatrixWork.Options()
        options.batchSize = 1
        change(&options)
        return CostMatrixWork(
            origins: try table(rows([(0, 0), (5, 3), (2.5, 1), (1, 1)])), destinations: try table(rows([(5, 0), (0, 3)])),
            output: folder.appending(path: "\(UUID()).out.csv"), network: .file(town.built.url), options: options)
    }

    private func output(_ work: CostMatrixWork) throws -> [[String]] {
        let reader = try CSVReader(work.output)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        return rows
    }

    @Test func `each pair that a way leads between has a row, in the order of the tables`() async throws {
        let work = try work { $0.accumulateAttributeNames = ["Kilometers"] }
        let summary = try await Job(work, services: services).run()
        #expect(summary.origins == 4 && summary.destinations == 2 && summary.costs == 8 && summary.unlocated == 0)
        let rows = try output(work)
        #expect(rows[0] == ["Origin", "Destination", "TravelTime", "Kilometers"])
        #expect(rows.dropFirst().map { $0[0] + $0[1] } == ["P0P0", "P0P1", "P1P0", "P1P1", "P2P0", "P2P1", "P3P0", "P3P1"])
        // Five streets of ten seconds each.
        #expect(abs((Double(rows[1][2]) ?? 0) - 50.0 / 60) < 1e-4 && rows[1][3] == "0.5")
    }

    /// Answers with names that are cut, as services do whose fields are short, and as many origins as it likes.
    private struct ForgetfulBackend: CostMatrixBackend {
        let town: StreetGrid
        var most = Int.max

        @concurrent func loadInfo() async throws -> CostMatrixTaskInfo { try await town.network.costMatrices.loadInfo() }

        @concurrent func solve(_ parameters: CostMatrixParameters) async throws -> CostMatrix {
            let found = try await town.network.costMatrices.solve(parameters)
            let origins = found.origins.prefix(most).map { origin in
                var origin = origin
                origin.place.name = String(origin.place.name.prefix(1))
                return origin
            }
            var cut = CostMatrix(
                origins: origins, destinations: found.destinations, costAttributeNames: found.costAttributeNames)
            for origin in origins.indices {
                for destination in found.indexesOfDestinations(reachedFrom: origin) {
                    let costs = found.costAttributeNames.map { found.cost($0, from: origin, to: destination) ?? .infinity }
                    cut.setCosts(costs, from: origin, to: destination)
                }
            }
            cut.messages = parameters.origins.map { "\($0.name) is told" }
            return cut
        }
    }

    @Test func `rows have the names of the tables, and each batch's problems are told`() async throws {
        let backend = ForgetfulBackend(town: town)
        let job = try Job(try work { $0.batchSize = 2 }, services: NetworkServices { _ in CostMatrixTask(backend: backend) })
        _ = try await job.run()
        #expect(try output(job.work).dropFirst().map { $0[0] } == ["P0", "P0", "P1", "P1", "P2", "P2", "P3", "P3"])
        #expect(job.messages.map(\.text).filter { $0.hasSuffix("is told") } == (0..<4).map { "P\($0) is told" })
    }

    @Test(arguments: [0, 1]) func `a table of other places than were asked for is refused`(most: Int) async throws {
        let backend = ForgetfulBackend(town: town, most: most)
        let job = try Job(try work { $0.batchSize = 2 }, services: NetworkServices { _ in CostMatrixTask(backend: backend) })
        await #expect(throws: (any Error).self) { try await job.run() }
        let task = CostMatrixTask(backend: backend)
        var asked = try await task.makeDefaultParameters()
        asked.origins = (0..<2).map { CostMatrix.Origin(point: StreetGrid.point(Double($0), 0)) }
        asked.destinations = [CostMatrix.Destination(point: StreetGrid.point(1, 1))]
        let question = asked
        await #expect(throws: RouteError.otherTable(origins: most, destinations: 1, askedOrigins: 2, askedDestinations: 1)) {
            try await task.solveCostMatrix(using: question)
        }
    }

    @Test func `stopped at any checkpoint the output is the same byte for byte`() async throws {
        let reference = try work()
        _ = try await Job(reference, services: services).run()
        let expected = try Data(contentsOf: reference.output)
        let outputs = Level<[URL]>([])
        try await JobWorkContract<CostMatrixWork> {
            let work = try work()
            outputs.send(outputs.value + [work.output])
            return (work, services)
        }.verify()
        #expect(outputs.value.count > 5)
        // The last was made to be cancelled.
        for output in outputs.value.dropLast() { #expect(try Data(contentsOf: output) == expected) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".partial") }
        #expect(left.isEmpty)
    }

    @Test func `the nearest within the limit are told, and what is far from any road counted`() async throws {
        var few = CostMatrixWork.Options()
        (few.targetDestinationCount, few.impedanceCutoff) = (3, 0.4)
        let work = CostMatrixWork(
            origins: try table(rows([(0, 0)]) + "Sea,40,40\n"), destinations: try table(rows([(1, 0), (2, 0), (3, 0), (5, 0)])),
            output: folder.appending(path: "few.csv"), network: .file(town.built.url),
            options: few)
        let job = try Job(work, services: services)
        let summary = try await job.run()
        #expect(summary.costs == 2 && summary.unlocated == 1 && summary.origins == 2)
        #expect(job.messages.contains { $0.text.hasPrefix("Sea was left out") })
        #expect(try output(work).dropFirst().map { $0[1] } == ["P0", "P1"])
    }

    @Test func `an input that changes under a paused job is refused, and so is a mode that is not there`() async throws {
        let work = try work()
        let store = MemoryJobStore()
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        try job.start()
        for await progress in job.progressUpdates where progress > 0 { break }
        job.pause()
        try await job.settle()
        try Data("name,lon,lat\nQ,0,0\n".utf8).write(to: work.destinations.url)
        if job.record.checkpoint?["finalLength"] == nil {
            await #expect { try await job.run() } throws: { "\($0)".contains("have changed") }
        }
        let flying = try self.work { $0.travelModeName = "flying" }
        await #expect(
            throws: RouteError.unknownTravelMode("flying", known: ["Driving Time", "Driving Distance", "Walking Time"])
        ) {
            try await Job(flying, services: services).run()
        }
        let beauty = try self.work { $0.accumulateAttributeNames = ["Kilometers", "Beauty"] }
        let error = await #expect(throws: RouteError.self) { try await Job(beauty, services: services).run() }
        guard case .unknownCost("Beauty", let known)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(known.contains("Kilometers") && error?.description.contains("TravelTime") == true)
        let onFoot = try self.work { $0.accumulateAttributeNames = ["WalkTime"] }
        await #expect(throws: RouteError.unknownCost("WalkTime", known: known), "nobody walks by car") {
            try await Job(onFoot, services: services).run()
        }
        let walking = try self.work { $0.travelModeName = "walking-time" }
        _ = try await Job(walking, services: services).run()
        #expect(try output(walking)[0] == ["Origin", "Destination", "WalkTime"])
    }

    @Test(arguments: [
        ("a,b\n", "1,2\n", "it has a, b"), ("lon,lat\n", "1,100\n", "line 2: \"100\" is no latitude"),
        ("x,y,name\n", "1\n", "line 2: \"\" is no latitude"), ("lon,lat\n", "1,2\nnan,1\n", "line 3: \"nan\" is no longitude"),
    ])
    func `places that cannot be read are told with their line`(header: String, rows: String, words: String) throws {
        #expect { try table(rows, header: header).places() } throws: { "\($0)".contains(words) }
    }

    @Test func `columns are known by several names, and rows without a name have their number`() throws {
        let places = try table("41.5,-8.5,\n41.6,-8.6,Shop\n", header: " Latitude ,LNG,label\n").places()
        #expect(places.map(\.name) == ["1", "Shop"] && places[1].point == MapPoint(latitude: 41.6, longitude: -8.6))
    }

    /// Tells how often it is asked.
    private struct CountingBackend: CostMatrixBackend {
        let inner: any CostMatrixBackend
        let asked = Log<Int>()

        @concurrent func loadInfo() async throws -> CostMatrixTaskInfo { try await inner.loadInfo() }

        @concurrent func solve(_ parameters: CostMatrixParameters) async throws -> CostMatrix {
            asked.append(parameters.origins.count)
            return try await inner.solve(parameters)
        }
    }

    @Test func `costs that a full disk has no room for are kept, and not asked for again`() async throws {
        let (clock, isFull) = (ManualClock(), Level(true))
        let backend = CountingBackend(inner: town.network.costMatrices)
        let job = try Job(
            try work { $0.batchSize = 2 }, services: NetworkServices { _ in CostMatrixTask(backend: backend) },
            configuration: JobConfiguration(clock: clock, random: { 0 }))
        try DiskTrouble.withReason({ isFull.value && $0.hasSuffix(".partial") ? ENOSPC : nil }) { try job.start() }
        for isLast in [false, true] {
            await clock.sleepers(atLeast: 1)
            if isLast { isFull.send(false) }
            clock.advanceToNextDeadline()
        }
        #expect(try await job.output.costs == 8 && backend.asked.elements == [2, 2])
        #expect(try output(job.work).count == 9)
    }
}
