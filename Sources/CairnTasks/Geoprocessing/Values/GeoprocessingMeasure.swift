import CairnCore

/// A length, an area or a time on the wire: an object, or for some servers text such as "100 Meters".
struct GeoprocessingMeasure {
    let amount: Double
    /// The server's name of the unit.
    let unit: String

    /// - Parameters:
    ///   - member: What the amount is called.
    ///   - prefix: What the names of units begin with.
    ///   - usual: The unit of what says none.
    init(_ part: AnswerPart, _ member: String, prefix: String, usual: String) throws {
        if let text = part.json.string {
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count <= 2, let first = words.first, let amount = Double(decimal: first), amount.isFinite else {
                throw part.refusal("is no measure")
            }
            self.amount = amount
            unit = words.count > 1 ? Self.full(words[1], prefix) : usual
        } else if part.json.object == nil {
            (amount, unit) = (try part.number(), usual)
        } else {
            amount = try part.required(member).number()
            unit = try Self.unit(of: part, besides: member).map { Self.full($0[...], prefix) } ?? usual
        }
    }

    /// The unit that it says; nil if it says nothing but the amount. What is said by another name is not taken for the usual one.
    private static func unit(of part: AnswerPart, besides member: String) throws -> String? {
        if let units = try part.optional("units") { return try units.filledText() }
        let isSilent = try part.members().allSatisfy { name, value in
            value.isNull || [member, "units"].contains(name.lowercased())
        }
        guard isSilent else { throw part.refusal("has no units") }
        return nil
    }

    private static func full(_ name: Substring, _ prefix: String) -> String {
        name.hasPrefix("esri") ? String(name) : prefix + name
    }
}

extension GeoprocessingLinearUnit {
    init(_ part: AnswerPart) throws {
        let measure = try GeoprocessingMeasure(part, "distance", prefix: "esri", usual: Unit.meters.rawValue)
        self.init(distance: measure.amount, units: Unit(rawValue: measure.unit))
    }

    var esriJSON: JSONValue { ["distance": .number(distance), "units": .string(units.rawValue)] }
}

extension GeoprocessingLinearUnit {
    /// The length in metres; nil for degrees and for units that are not known here.
    public var meters: Double? { Self.inMeters[units].map { distance * $0 } }

    private static let inMeters: [Unit: Double] = [
        .meters: 1, .kilometers: 1000, .decimeters: 0.1, .centimeters: 0.01, .millimeters: 0.001, .inches: 0.0254,
        .points: 0.0254 / 72, .feet: 1200 / 3937, .yards: 3600 / 3937, .miles: 5280 * 1200 / 3937, .nauticalMiles: 1852,
        Unit(rawValue: "esriIntInches"): 0.0254, Unit(rawValue: "esriIntFeet"): 0.3048, Unit(rawValue: "esriIntYards"): 0.9144,
        Unit(rawValue: "esriIntMiles"): 1609.344, Unit(rawValue: "esriIntNauticalMiles"): 1852,
    ]
}

extension GeoprocessingArealUnit {
    init(_ part: AnswerPart) throws {
        let measure = try GeoprocessingMeasure(part, "area", prefix: "esri", usual: Unit.squareMeters.rawValue)
        self.init(area: measure.amount, units: Unit(rawValue: measure.unit))
    }

    var esriJSON: JSONValue { ["area": .number(area), "units": .string(units.rawValue)] }
}

extension GeoprocessingTimeUnit {
    init(_ part: AnswerPart) throws {
        let measure = try GeoprocessingMeasure(part, "time", prefix: "esriTimeUnits", usual: Unit.unknown.rawValue)
        self.init(time: measure.amount, units: Unit(rawValue: measure.unit))
    }

    var esriJSON: JSONValue { ["time": .number(time), "units": .string(units.rawValue)] }
}
