/// How requests say what directions are wanted, and how routes are drawn.
enum DirectionsWire {
    static func fields(of question: some DirectionsQuestion) -> [String: String] {
        var fields = [
            "returnDirections": NetworkWire.text(question.returnsDirections), "outputLines": question.routeShape.rawValue,
            "directionsLengthUnits": question.directionsDistanceUnits.costUnit.rawValue,
            "directionsStyleName": question.directionsStyle.rawValue,
        ]
        if !question.directionsLanguage.isEmpty { fields["directionsLanguage"] = question.directionsLanguage }
        return fields
    }
}

extension UnitSystem {
    /// What distances are told in by services that are asked so.
    package var costUnit: CostAttribute.Unit { self == .imperial ? .miles : .kilometers }
}
