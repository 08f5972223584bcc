import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorTaskTests {
    @Test func `a backend that answers fewer records than it was asked is refused`() async throws {
        var backend = ScriptedLocator()
        backend.answer = { _ in [] }
        let locator = LocatorTask(backend: backend)
        await #expect {
            try await locator.geocodeAddresses(StubbedLocator.records(3))
        } throws: {
            "\($0)" == "The locator Own gave 0 matches for 3 records: its backend must give one for each, in their order."
        }
    }

    @Test func `a backend that answers in another order is refused`() async throws {
        let good = ScriptedLocator()
        var backend = good
        backend.answer = { good.answer($0).reversed() }
        let locator = LocatorTask(backend: backend)
        await #expect {
            try await locator.geocodeAddresses(StubbedLocator.records(3))
        } throws: {
            "\($0)".contains("match 0 has the id 20, its record 0")
        }
    }

    @Test func `no records are no request, and records of one id are each answered`() async throws {
        let backend = ScriptedLocator()
        let locator = LocatorTask(backend: backend)
        #expect(try await locator.geocodeAddresses([]).isEmpty && backend.batches.elements.isEmpty)
        let twins = [GeocodeRecord(id: 1, query: .singleLine("x")), GeocodeRecord(id: 1, query: .singleLine("y"))]
        #expect(try await locator.geocodeAddresses(twins).map(\.id) == [1, 1])
    }

    @Test func `a locator that does not suggest says so`() async throws {
        let locator = StubbedLocator(metadata: #"{"capabilities":"Geocode"}"#)
        await #expect {
            try await locator.task.suggest(forSearchText: "a")
        } throws: {
            "\($0)" == "The locator World does not suggest. Ask info.supportsSuggestions before."
        }
        #expect(locator.calls(of: "suggest") == 0)
    }

    @Test func `a locator that takes no address in one line says so`() async throws {
        let locator = StubbedLocator(
            ["findAddressCandidates": #"{"candidates":[]}"#], metadata: #"{"addressFields":[{"name":"Street"},{"name":"Zone"}]}"#)
        await #expect {
            try await locator.task.geocode(forSearchText: "a")
        } throws: {
            "\($0)" == "The locator World takes no address in one line: give its parts, see info.addressFields."
        }
        await #expect(throws: (any Error).self) { try await locator.task.geocodeAddresses(StubbedLocator.records(1)) }
        #expect(try await locator.task.geocode(forSearchValues: ["Street": "a"]).isEmpty)
    }

    @Test(arguments: [
        ("Unable to complete operation.", #"["Unable to find address for the specified location."]"#),
        ("Unable to find address for the specified location.", #"["Unable to find address for the specified location."]"#),
        ("unable to find address for this place", "null"),
    ]) func `nothing at a place is an empty answer however it is told`(message: String, details: String) async throws {
        let answer = "{\"error\":{\"code\":400,\"message\":\"\(message)\",\"details\":\(details)}}"
        let locator = StubbedLocator(["reverseGeocode": answer]).task
        #expect(try await locator.reverseGeocode(forLocation: MapPoint(latitude: 0, longitude: 0)).isEmpty)
    }

    @Test(arguments: [
        #"{"code":400,"message":"Invalid","details":["Unable to find the locator."]}"#,
        #"{"code":500,"message":"Unable to find address for the specified location."}"#,
        #"{"code":400,"message":"Cannot perform query. Invalid query parameters.","details":["'location' is invalid."]}"#,
    ]) func `any other error of a reverse geocode stays one`(error: String) async throws {
        let locator = StubbedLocator(["reverseGeocode": "{\"error\":\(error)}"]).task
        await #expect(throws: ServiceError.self) {
            try await locator.reverseGeocode(forLocation: MapPoint(latitude: 0, longitude: 0))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a place that is none is asked of nobody`(number: Double)
        async throws
    {
        let locator = StubbedLocator()
        for place in [MapPoint(x: number, y: 0), MapPoint(x: 0, y: number)] {
            await #expect(throws: GeometryError.self) { try await locator.task.reverseGeocode(forLocation: place) }
        }
        #expect(locator.transport.requests.isEmpty)
    }

    @Test func `a least score that is no number keeps everything`() async throws {
        let answer = #"{"candidates":[{"address":"A","location":{"x":1,"y":2},"score":90}]}"#
        let rows = #"{"locations":[{"address":"A","location":{"x":1,"y":2},"score":90,"attributes":{"ResultID":0}}]}"#
        let locator = StubbedLocator(["findAddressCandidates": answer, "geocodeAddresses": rows]).task
        var parameters = GeocodeParameters()
        for (least, count) in [(Double.nan, 1), (90, 1), (90.5, 0)] {
            parameters.minScore = least
            #expect(try await locator.geocode(forSearchText: "A", using: parameters).count == count)
            let matches = try await locator.geocodeAddresses(StubbedLocator.records(1), using: parameters)
            #expect(matches.compactMap(\.result).count == count)
        }
    }

    @Test func `attributes asked of a batch come with what tells its rows apart`() async throws {
        let rows = #"{"locations":[{"address":"A","location":{"x":1,"y":2},"score":90,"attributes":{"ResultID":0}}]}"#
        let locator = StubbedLocator(["geocodeAddresses": rows])
        var parameters = GeocodeParameters()
        for (names, sent) in [(["Addr_type"], "Addr_type,ResultID,Status"), (["*"], "*"), ([], nil)] as [([String], String?)] {
            parameters.resultAttributeNames = names
            _ = try await locator.task.geocodeAddresses(StubbedLocator.records(1), using: parameters)
            #expect(locator.transport.requests.last?.form["outFields"] == sent)
        }
    }

    @Test func `places in another reference than asked for are converted, or refused`() async throws {
        func answer(_ reference: String) -> String {
            #"{"spatialReference":\#(reference),"candidates":[{"address":"A","location":{"x":111319.49079327357,"y":0},"score":90}]}"#
        }
        var parameters = GeocodeParameters()
        parameters.outputSpatialReference = .wgs84
        let metres = StubbedLocator(["findAddressCandidates": answer(#"{"wkid":102100}"#)]).task
        let place = try await metres.geocode(forSearchText: "A", using: parameters).first?.location
        #expect(abs((place?.x ?? 0) - 1) < 1e-9 && place?.spatialReference == .wgs84)
        let feet = StubbedLocator(["findAddressCandidates": answer(#"{"wkid":102646,"latestWkid":2230}"#)]).task
        await #expect {
            try await feet.geocode(forSearchText: "A", using: parameters)
        } throws: {
            isRefusal($0, of: "findAddressCandidates", saying: "wkid 102646, and wkid 4326 was asked for")
        }
        parameters.outputSpatialReference = SpatialReference(wkid: 2230)
        #expect(try await feet.geocode(forSearchText: "A", using: parameters).count == 1)
    }
}
