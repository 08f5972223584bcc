import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct NetworkQueryTests {
    private func messages(
        _ changeMode: (inout TravelMode) -> Void = { _ in }, accumulating names: [String] = []
    ) throws -> [String] {
        let town = try StreetGrid(2, 2)
        var (asked, mode) = (RouteParameters(), RoadNetworkInfo.mode(.drivingTime))
        changeMode(&mode)
        (asked.travelMode, asked.accumulateAttributeNames) = (mode, names)
        return try NetworkQuery(town.built.image, asked).messages
    }

    @Test func `what a travel mode says and the network has not is told`() throws {
        #expect(try messages().isEmpty)
        let said = try messages { ($0.restrictionAttributeNames, $0.uTurnPolicy) = (["Avoid Tolls"], .notAllowed) }
        #expect(said.count == 1 && said[0].contains("restrictions, U-turns was passed over"), "\(said)")
        #expect(try messages { $0.timeAttributeName = "Minutes" }.count == 1)
        #expect(try messages { $0.distanceAttributeName = "Miles" }.count == 1)
        #expect(try messages { $0.outputGeometryPrecision = 5 }.count == 1)
        #expect(
            try messages { $0.attributeParameterValues = [.init(attributeName: "A", parameterName: "B", value: 1)] }.count == 1)
        let silent = try messages {
            ($0.timeAttributeName, $0.distanceAttributeName, $0.impedanceAttributeName, $0.usesHierarchy) = ("", "", "", false)
        }
        #expect(silent.isEmpty)
    }

    @Test func `another cost than that which a travel mode keeps low is refused`() {
        #expect(throws: RouteError.otherImpedance(mode: "Driving Time", asked: "Kilometers", kept: "TravelTime")) {
            try messages { $0.impedanceAttributeName = "Kilometers" }
        }
    }

    @Test func `a cost that there is none of is told, whatever is asked`() throws {
        let said = try messages(accumulating: ["Miles", "Tolls"])
        #expect(said.count == 1 && said[0].hasPrefix("Tolls is not told"))
    }
}
