import CairnCore

extension NetworkQuestion {
    /// Reads what is usual for all layers.
    mutating func readDefaults(_ answer: AnswerPart, of network: NetworkInfo) throws {
        accumulateAttributeNames = try answer.optional("accumulateAttributeNames")?.list().map { try $0.text() } ?? []
        travelMode = network.defaultTravelMode
    }
}

extension DirectionsQuestion {
    /// Reads how routes are usually drawn and told.
    mutating func readDirections(_ answer: AnswerPart) throws {
        routeShape = RouteShape(rawValue: try answer.optional("outputLineType")?.text() ?? "") ?? .trueShape
        directionsLanguage = try answer.optional("directionsLanguage")?.text() ?? ""
        directionsStyle = DirectionsStyle(rawValue: try answer.optional("directionsStyleName")?.text() ?? "") ?? .desktop
        let units = CostAttribute.Unit(rawValue: try answer.optional("directionsLengthUnits")?.text() ?? "")
        directionsDistanceUnits = [.miles, .feet, .yards].contains(units) ? .imperial : .metric
    }
}

extension AnswerPart {
    /// A member that says something; nil if it is missing or empty, as where there is no limit.
    func filled(_ name: String) throws -> AnswerPart? {
        guard let part = try optional(name), part.json.string?.allSatisfy(\.isWhitespace) != true else { return nil }
        return part
    }

    /// The most that a way usually costs; nil if there is no limit.
    func cutoff() throws -> Double? {
        let cutoff = try (filled("defaultCutoffValue") ?? filled("defaultCutoff"))?.number()
        return cutoff.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Which way one usually travels; nil if that is not told.
    func travelDirection() throws -> TravelDirection? {
        try optional("travelDirection").flatMap { TravelDirection(rawValue: try $0.text()) }
    }

    /// A length in metres; nil if it is not told, or in what is no unit of length.
    ///
    /// - Parameters:
    ///   - name: The member that has it.
    ///   - unit: The member that says in what.
    func meters(_ name: String, in unit: String) throws -> Double? {
        guard let length = try optional(name)?.number() else { return nil }
        guard let word = try filled(unit)?.text() else { return length }
        // The same words as those of costs, but for how they begin.
        let factor = CostAttribute.Unit(rawValue: "esriNAU" + word.dropFirst(word.hasPrefix("esriNAU") ? 7 : 4))?.meters
        return factor.map { length * $0 }
    }
}
