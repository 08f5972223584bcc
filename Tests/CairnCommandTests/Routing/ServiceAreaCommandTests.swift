#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnTasks
    import Testing

    @testable import CairnCommand

    struct ServiceAreaCommandTests {
        private func line(_ from: [String: Double], _ to: [String: Double]) throws -> ServiceAreaPolyline {
            let path = [Position(x: 0, y: 0), Position(x: 1, y: 1)]
            var line = ServiceAreaPolyline(geometry: Polyline(paths: [path], spatialReference: .wgs84), facilityIndex: 0)
            (line.fromCumulativeCosts, line.toCumulativeCosts) = (from, to)
            return line
        }

        private func told(_ line: ServiceAreaPolyline, keepingLow impedance: String) throws -> [Double?] {
            let result = ServiceAreaResult(facilities: [], polygons: [], polylines: [line])
            let properties = try ServiceAreaCommand.geoJSON(of: result, impedance)["features"]?[0]?["properties"]
            return [properties?["from"]?.double, properties?["to"]?.double]
        }

        @Test(arguments: 0..<20)
        func `of all costs that a service gives, lines tell the one that was kept low`(round: Int) throws {
            // Dictionaries are in another order each time that they are filled.
            let names = ["TravelTime", "Kilometers", "Miles", "WalkTime", "Tolls \(round)"]
            let from = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Double($0)) })
            let line = try line(from, from.mapValues { $0 + 10 })
            for (index, name) in names.enumerated() {
                #expect(try told(line, keepingLow: name) == [Double(index), Double(index) + 10])
            }
            #expect(try told(line, keepingLow: "Beauty") == [nil, nil])
        }

        @Test func `a cost alone is the one that was kept low, whatever it is called`() throws {
            #expect(try told(try line(["Minutes": 1], ["Minutes": 2]), keepingLow: "TravelTime") == [1, 2])
            #expect(try told(try line([:], [:]), keepingLow: "TravelTime") == [nil, nil])
        }

        @Test func `the mode of travel says what is kept low, and the network where it does not`() {
            var parameters = ServiceAreaParameters()
            #expect(ServiceAreaCommand.impedance(parameters, nil) == "")
            var mode = TravelMode()
            mode.impedanceAttributeName = "WalkTime"
            parameters.travelMode = mode
            #expect(ServiceAreaCommand.impedance(parameters, nil) == "WalkTime")
        }
    }
#endif
