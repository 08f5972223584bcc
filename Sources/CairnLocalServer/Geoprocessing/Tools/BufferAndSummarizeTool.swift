import CairnCore
import CairnGeo
public import CairnTasks
import Foundation

/// Makes the areas within a distance of features, and says what of others meets each.
///
/// In degrees and in Web Mercator the distance is one on the ground, as it is in the middle of each feature; else it is one of the coordinates,
/// which are taken to be metres; what looks like degrees is refused.
public struct BufferAndSummarizeTool: GeoprocessingTool {
    /// Its name in addresses.
    public let name = "BufferAndSummarize"
    /// Its name for people.
    public let displayName = "Buffer and summarize"
    /// What it does.
    public let description =
        "Makes the area within a distance of each feature, and counts and sums up what of other features meets it."
    /// What it takes and gives.
    public let parameters = [
        GeoprocessingParameterInfo("Features", .features, description: "What areas are made around."),
        GeoprocessingParameterInfo(
            "Distance", .linearUnit, description: "How far the areas reach.",
            defaultValue: .linearUnit(GeoprocessingLinearUnit(distance: 100, units: .meters))),
        GeoprocessingParameterInfo("Others", .features, description: "What is counted in each area.", requirement: .optional),
        GeoprocessingParameterInfo(
            "Field", .string, description: "A field of Others that is summed up, such as POP.", requirement: .optional),
        GeoprocessingParameterInfo("Buffers", .features, direction: .output, requirement: .derived),
    ]

    /// The tool.
    public init() {}

    /// Does the work.
    @concurrent
    public func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        guard let input = inputs["Features"]?.features else {
            throw ToolInputError.unusable(name: "Features", reason: "they are missing")
        }
        guard let distance = inputs["Distance"]?.linearUnit?.meters else {
            throw ToolInputError.unusable(name: "Distance", reason: "its unit is no length on the ground")
        }
        let set = try await context.features(of: input)
        let ground = try Ground(of: set)
        var summary: Summary?
        if let others = inputs["Others"]?.features {
            summary = try Summary(try await context.features(of: others), field: inputs["Field"]?.string, ground)
        }
        var buffers: [Feature] = []
        for feature in set.features {
            try Task.checkCancellation()
            buffers.append(try buffer(feature, distance, ground, summary))
            context.reportProgress(Double(buffers.count) / Double(set.features.count), "\(buffers.count) areas")
        }
        let fields = set.fields + [Field("BUFF_DIST", type: .double)] + (summary?.fields ?? [])
        let result = FeatureSet(fields: fields, features: buffers, spatialReference: set.spatialReference)
        return ["Buffers": .features(GeoprocessingFeatures(result, geometryType: .polygon))]
    }

    private func buffer(_ feature: Feature, _ distance: Double, _ ground: Ground, _ summary: Summary?) throws -> Feature {
        var attributes = feature.attributes.map { ($0.name, $0.value) } + [("BUFF_DIST", AttributeValue.double(distance))]
        guard let geometry = feature.geometry, let place = try ground.plane(geometry), let middle = place.extent?.center else {
            return Feature(attributes: Attributes(attributes + (try summary?.values(in: nil) ?? [])))
        }
        let area = try place.buffered(by: distance * ground.stretch(at: middle))
        attributes += try summary?.values(in: area) ?? []
        return Feature(attributes: Attributes(attributes), geometry: try ground.home(area))
    }
}

/// The plane in which areas are made.
private struct Ground {
    private let reference: SpatialReference?

    /// - Throws: If the coordinates of a set look like degrees of a datum that is not known here.
    init(of set: FeatureSet) throws {
        reference = set.spatialReference
        if reference?.isWGS84 == true || reference?.isWebMercator == true { return }
        let isNone = reference?.wkid.map { $0 <= 0 } ?? false
        let boxes = set.features.compactMap { $0.geometry?.extent }
        let areDegrees = boxes.allSatisfy {
            abs($0.xMin) <= 360 && abs($0.xMax) <= 360 && abs($0.yMin) <= 90 && abs($0.yMax) <= 90
        }
        guard isNone || areDegrees && !boxes.isEmpty else { return }
        let name = reference.map { "\($0)" } ?? "none"
        throw ToolInputError.unusable(
            name: "Features",
            reason: "no distance can be measured in their spatial reference (\(name.printable(upTo: 60))); send them in 4326")
    }

    /// A geometry in the plane; nil if it is empty.
    func plane(_ geometry: Geometry) throws -> Geometry? {
        guard geometry.extent != nil else { return nil }
        let own = geometry.spatialReference ?? reference
        return own?.isWGS84 == true ? try geometry.projected(to: .webMercator) : geometry
    }

    func home(_ geometry: Geometry) throws -> Geometry {
        reference?.isWGS84 == true ? try geometry.projected(to: .wgs84) : geometry
    }

    /// How much longer a metre is there than on the ground.
    func stretch(at place: MapPoint) -> Double {
        guard reference?.isWGS84 == true || reference?.isWebMercator == true else { return 1 }
        let angle = place.y / WebMercator.radius
        return (exp(angle) + exp(-angle)) / 2
    }
}

/// What is counted and summed up.
private struct Summary {
    private let others: [(box: Envelope, geometry: Geometry, value: Double?)]
    private let field: String?

    init(_ set: FeatureSet, field: String?, _ ground: Ground) throws {
        self.field = field
        if let field, !set.features.isEmpty, !set.features.contains(where: { $0.attributes.value(ofAnyCase: field) != nil }) {
            throw ToolInputError.unusable(name: "Field", reason: "no feature of Others has a \(field.printable(upTo: 60))")
        }
        let values = field.map { field in set.features.compactMap { $0.attributes.value(ofAnyCase: field) } } ?? []
        if values.contains(where: { $0 != .null }), !values.contains(where: { $0.double != nil }) {
            throw ToolInputError.unusable(name: "Field", reason: "its values are no numbers")
        }
        others = try set.features.compactMap { feature in
            guard let geometry = try feature.geometry.flatMap({ try ground.plane($0) }), let box = geometry.extent else {
                return nil
            }
            return (box, geometry, field.flatMap { feature.attributes.value(ofAnyCase: $0)?.double })
        }
    }

    var fields: [Field] {
        let sums = field.map { [Field("SUM_\($0)", type: .double), Field("MEAN_\($0)", type: .double)] } ?? []
        return [Field("COUNT", type: .integer)] + sums
    }

    func values(in area: Geometry?) throws -> [(String, AttributeValue)] {
        var (count, sum, numbers) = (0, 0.0, 0)
        if let area, let box = area.extent {
            for other in others where box.meets(other.box) {
                guard try area.intersects(other.geometry) else { continue }
                count += 1
                if let value = other.value { (sum, numbers) = (sum + value, numbers + 1) }
            }
        }
        guard let field else { return [("COUNT", .integer(count))] }
        let mean: AttributeValue = numbers == 0 ? .null : .double(sum / Double(numbers))
        return [("COUNT", .integer(count)), ("SUM_\(field)", .double(sum)), ("MEAN_\(field)", mean)]
    }
}

extension Envelope {
    fileprivate func meets(_ other: Envelope) -> Bool {
        xMin <= other.xMax && other.xMin <= xMax && yMin <= other.yMax && other.yMin <= yMax
    }
}
