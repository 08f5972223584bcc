import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// The tools that there are, asked as clients ask.
@Suite(.timeLimit(.minutes(5)))
struct StandardToolTests {
    private func run(
        _ tool: any GeoprocessingTool, _ inputs: [String: GeoprocessingValue], clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> GeoprocessingResult {
        let site = GPSite(PublishedTools([tool], clock: clock))
        let task = GeoprocessingTask(url: site.service.appending(path: tool.name), transport: site.server)
        var parameters = try await task.makeDefaultParameters()
        parameters.inputs.merge(inputs) { $1 }
        let polling = PollingSchedule(minimum: .milliseconds(1), maximum: .milliseconds(1), shareOfAge: 0)
        return try await task.makeJob(parameters: parameters, configuration: JobConfiguration(polling: polling)).run()
    }

    private func points(_ places: [(Double, Double, Int)]) -> GeoprocessingValue {
        let features = places.map { x, y, number in
            Feature(attributes: ["N": .integer(number)], geometry: .point(MapPoint(x: x, y: y, spatialReference: .wgs84)))
        }
        let fields = [Field("N", type: .integer)]
        return .features(GeoprocessingFeatures(FeatureSet(fields: fields, features: features, spatialReference: .wgs84)))
    }

    @Test func `areas reach as far as is asked for on the ground, and what is in them is summed up`() async throws {
        // A hundredth of a degree of latitude is 1.1 km.
        let others = points([(9.5, 47.105, 3), (9.5, 47.095, 4), (9.5, 47.2, 100), (9.512, 47.1, 5)])
        let result = try await run(
            BufferAndSummarizeTool(),
            [
                "Features": points([(9.5, 47.1, 1), (0, 0, 2)]), "Others": others, "Field": .string("N"),
                "Distance": .linearUnit(GeoprocessingLinearUnit(distance: 1, units: .kilometers)),
            ])
        let set = try #require(try await result.output(named: "Buffers").features?.featureSet)
        #expect(set.features.map { $0.attributes["COUNT"] } == [3, 0])
        #expect(set.features[0].attributes["SUM_N"] == 12 && set.features[0].attributes["MEAN_N"] == 4)
        #expect(set.features[1].attributes["MEAN_N"] == .null && set.features[0].attributes["BUFF_DIST"] == 1000)
        let box = try #require(set.features[0].geometry?.extent)
        let start = Position(x: box.xMin, y: 47.1)
        #expect(abs(Geodesic.distance(from: start, to: Position(x: box.xMax, y: 47.1)) - 2000) < 10)
        #expect(set.features[0].geometry?.type == .polygon)
    }

    @Test func `inputs that cannot be used are told`() async throws {
        await #expect {
            try await run(
                BufferAndSummarizeTool(),
                ["Features": points([]), "Distance": .linearUnit(GeoprocessingLinearUnit(distance: 1, units: .decimalDegrees))])
        } throws: {
            "\($0)".contains("no length on the ground")
        }
        await #expect {
            try await run(
                BufferAndSummarizeTool(),
                ["Features": .features(GeoprocessingFeatures(layer: URL(string: "http://localhost/FeatureServer/0")!))])
        } throws: {
            "\($0)".contains("asks no others")
        }
    }

    @Test(arguments: [(4269, 9.5), (104_145, 9.5), (-1, 500_000), (0, 9.5)])
    func `distances are measured where coordinates are lengths`(wkid: Int, x: Double) async throws {
        func set(_ wkid: Int, _ x: Double) -> GeoprocessingValue {
            let reference = SpatialReference(wkid: wkid)
            let place = Feature(geometry: .point(MapPoint(x: x, y: 47, spatialReference: reference)))
            return .features(GeoprocessingFeatures(FeatureSet(features: [place], spatialReference: reference)))
        }
        await #expect {
            try await run(BufferAndSummarizeTool(), ["Features": set(wkid, x)])
        } throws: { "\($0)".contains("no distance can be measured") }
        for metric in [25_832, 4647] {
            let result = try await run(BufferAndSummarizeTool(), ["Features": set(metric, 500_000)])
            let box = try await result.output(named: "Buffers").features?.featureSet?.features[0].geometry?.extent
            #expect(abs((box?.xMax ?? 0) - (box?.xMin ?? 0) - 200) < 0.1)
        }
    }

    @Test func `texts are not summed up`() async throws {
        let place = Feature(attributes: ["N": "many"], geometry: .point(MapPoint(x: 9.5, y: 47, spatialReference: .wgs84)))
        let others = FeatureSet(fields: [Field("N")], features: [place], spatialReference: .wgs84)
        await #expect {
            try await run(
                BufferAndSummarizeTool(),
                [
                    "Features": points([(9.5, 47, 1)]), "Others": .features(GeoprocessingFeatures(others)),
                    "Field": .string("N"),
                ])
        } throws: { "\($0)".contains("no numbers") }
    }

    @Test func `a table is geocoded`() async throws {
        let file = try TownFile("12,Main St,Springfield,IL,62701,-89.65,39.8\n").url
        let rows = ["12 Main St", "nowhere at all"].map { Feature(attributes: ["Address": .string($0), "ID": 7]) }
        let table = GeoprocessingValue.table(
            GeoprocessingFeatures(FeatureSet(fields: [Field("Address"), Field("ID", type: .integer)], features: rows)))
        let result = try await run(GeocodeTableTool(LocatorTask(fileURL: file)), ["Table": table])
        let set = try #require(try await result.output(named: "Places").features?.featureSet)
        #expect(set.features.count == 2 && set.features.allSatisfy { $0.attributes["ID"] == 7 })
        #expect(set.features[0].geometry != nil && set.features[1].geometry == nil)
        #expect(set.features[1].attributes["Status"] == "U")
        #expect(try await result.output(named: "Matched") == .long(1))
        let wrong = GeoprocessingValue.table(GeoprocessingFeatures(FeatureSet(features: [Feature(attributes: ["X": 1])])))
        await #expect { try await run(GeocodeTableTool(LocatorTask(fileURL: file)), ["Table": wrong]) } throws: {
            "\($0)".contains("none of its columns (X)")
        }
    }

    @Test func `counting takes its time, and tells each step`() async throws {
        let clock = ManualClock()
        async let running = run(CountdownTool(), ["Steps": .long(3), "Seconds": .double(60)], clock: clock)
        for _ in 0..<3 {
            await clock.sleepers(atLeast: 1)
            #expect(clock.advanceToNextDeadline() == .seconds(60))
        }
        let result = try await running
        #expect(result.messages.map(\.text) == ["Submitted.", "3", "2", "1", "Succeeded."])
        #expect(try await result.output(named: "Counted") == .long(3))
        await #expect { try await run(CountdownTool(), ["Steps": .long(-1)]) } throws: { "\($0)".contains("0…10000") }
    }
}
