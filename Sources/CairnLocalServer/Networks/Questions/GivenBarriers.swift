import CairnCore
import CairnGeo
import CairnTasks

/// The barriers of a request.
struct GivenBarriers {
    private let request: ServiceRequest
    private let limits: NetworkLimits

    init(_ request: ServiceRequest, _ limits: NetworkLimits) {
        (self.request, self.limits) = (request, limits)
    }

    /// What barriers along lines and within areas do.
    private enum Kind: Int {
        case restriction = 0
        case scaledCost = 1
    }

    func read(into question: inout some NetworkQuestion) throws(ServiceFailure) {
        question.pointBarriers = try GivenFeatures(request, "barriers", limit: limits.barriers).map(Self.point)
        question.polylineBarriers = try GivenFeatures(request, "polylineBarriers", limit: limits.barriers).map(Self.polyline)
        question.polygonBarriers = try GivenFeatures(request, "polygonBarriers", limit: limits.barriers).map(Self.polygon)
        try expectFew("polylineBarriers", question.polylineBarriers.map(\.geometry.paths))
        try expectFew("polygonBarriers", question.polygonBarriers.map(\.geometry.rings))
    }

    private func expectFew(_ name: String, _ parts: [[[Position]]]) throws(ServiceFailure) {
        let count = parts.joined().reduce(0) { $0 + $1.count }
        if count > limits.barrierVertices { throw .tooMany(name, "vertices", count, limit: limits.barrierVertices) }
    }

    private static func point(_ feature: GivenFeature) throws -> PointBarrier {
        let attributes = try feature.attributes()
        var barrier = PointBarrier(point: try feature.point(), addedCosts: try attributes.numbers(after: "Attr_"))
        barrier.kind = try attributes.choice("BarrierType") ?? .restriction
        barrier.name = try attributes.text("Name") ?? ""
        return barrier
    }

    private static func polyline(_ feature: GivenFeature) throws -> PolylineBarrier {
        guard case .polyline(let line) = try feature.geometry() else { throw feature.part.refusal("is no line") }
        var barrier = PolylineBarrier(polyline: line, scaleFactors: try factors(feature))
        barrier.name = try feature.attributes().text("Name") ?? ""
        return barrier
    }

    private static func polygon(_ feature: GivenFeature) throws -> PolygonBarrier {
        guard case .polygon(let area) = try feature.geometry() else { throw feature.part.refusal("is no area") }
        var barrier = PolygonBarrier(polygon: area, scaleFactors: try factors(feature))
        barrier.name = try feature.attributes().text("Name") ?? ""
        return barrier
    }

    /// By what costs are multiplied; none if nobody comes past.
    private static func factors(_ feature: GivenFeature) throws -> [String: Double] {
        let attributes = try feature.attributes()
        guard try attributes.choice("BarrierType") ?? Kind.restriction == .scaledCost else { return [:] }
        let factors = try attributes.numbers(after: "Attr_")
        if factors.isEmpty { throw attributes.refusal("have no factor, such as Attr_TravelTime, for BarrierType 1") }
        return factors
    }
}
