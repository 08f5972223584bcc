import CairnGeo

extension Redaction {
    /// Features of an answer without the longer secrets.
    func features(_ features: [Feature]) -> [Feature] {
        if takesNothingFromAnswers { return features }
        var clean: [String] = []
        return features.map { feature in
            // The features of an answer share their names.
            let names = feature.attributes.names
            if names != clean, names.contains(where: { hidden(inAnswer: $0) != nil }) { return renamed(feature) }
            clean = names
            return withoutSecrets(feature)
        }
    }

    private func withoutSecrets(_ feature: Feature) -> Feature {
        var feature = feature
        for (name, value) in feature.attributes {
            if case .string(let text) = value, let clean = hidden(inAnswer: text) { feature.attributes[name] = .string(clean) }
        }
        return feature
    }

    private func renamed(_ feature: Feature) -> Feature {
        var feature = feature
        feature.attributes = Attributes(feature.attributes.map { (hidden(inAnswer: $0.name) ?? $0.name, $0.value) })
        return withoutSecrets(feature)
    }

    /// What an answer says of its features, without the longer secrets.
    func header(_ header: FeatureSet) -> FeatureSet {
        if takesNothingFromAnswers { return header }
        var header = header
        header.fields = header.fields.map { field in
            var field = field
            field.name = hidden(inAnswer: field.name) ?? field.name
            field.alias = hidden(inAnswer: field.alias) ?? field.alias
            return field
        }
        return header
    }
}
