import CairnGeo

extension FeatureReader {
    /// What is read of bytes that come in pieces.
    func set(of bytes: [UInt8], pieces: () -> Int = { .max }) throws -> FeatureSet {
        var (reader, features, rest) = (self, [Feature](), bytes[...])
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, pieces()))
            rest = rest.dropFirst(piece.count)
            try reader.read(piece, into: &features)
        }
        try reader.read(nil as [UInt8]?, into: &features)
        var set = reader.header
        set.features = features
        return set
    }
}
