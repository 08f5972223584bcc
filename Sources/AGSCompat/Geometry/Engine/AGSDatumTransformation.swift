public import Foundation

/// A way from one shape of the Earth to another. None is known here: WGS 84 and Web Mercator need none.
public class AGSDatumTransformation: NSObject {
    /// Its name.
    public let name: String
    /// What coordinates mean before.
    public let inputSpatialReference: AGSSpatialReference
    /// What coordinates mean afterwards.
    public let outputSpatialReference: AGSSpatialReference

    init(_ name: String, from input: AGSSpatialReference, to output: AGSSpatialReference) {
        (self.name, inputSpatialReference, outputSpatialReference) = (name, input, output)
    }

    /// Whether nothing that is needed for it is missing.
    public var isMissingProjectionEngineFiles: Bool { false }
}
