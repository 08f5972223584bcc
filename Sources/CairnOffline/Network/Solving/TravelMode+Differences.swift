import CairnTasks

extension TravelMode {
    /// What this mode says and another does not, in words, but for what moves, the cost that is kept low, and what changes no way. What is empty says nothing.
    func differences(from own: TravelMode) -> [String] {
        let parts = [
            ("restrictions", Set(restrictionAttributeNames) != Set(own.restrictionAttributeNames)),
            ("parameters of attributes", attributeParameterValues != own.attributeParameterValues),
            ("U-turns", uTurnPolicy != own.uTurnPolicy),
            ("the cost of time", !timeAttributeName.isEmpty && timeAttributeName != own.timeAttributeName),
            ("the cost of distance", !distanceAttributeName.isEmpty && distanceAttributeName != own.distanceAttributeName),
            ("simplified lines", outputGeometryPrecision != own.outputGeometryPrecision),
        ]
        return parts.filter(\.1).map(\.0)
    }
}
