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
            unit = try part.optional("units").map { Self.full(try $0.filledText()[...], prefix) } ?? usual
        }
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
