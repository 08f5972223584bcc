import CairnCore

extension GeometryError {
    /// The same, told of the feature whose geometry it is.
    ///
    /// - Parameters:
    ///   - number: Which one of the answer it is, from 1 on.
    ///   - name: The field of object ids, where that is known.
    func told(of feature: Feature, number: Int, objectIDField name: String?) -> GeometryError {
        var words = "feature \(number) of the answer"
        if let name, let id = feature.attributes[name]?.int { words = "the feature of \(name.printable(upTo: 40)) \(id)" }
        return switch self {
        case .malformed(let reason): .malformed("\(reason), in \(words)")
        case .unsupported(let kind, let advice): .unsupported("\(kind) in \(words)", advice: advice)
        default: self
        }
    }
}
