import CairnCore
public import Foundation

/// An OpenStreetMap file that cannot be read.
public enum OSMFileError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// It is no PBF file.
    case notPBF(path: String)
    /// It ends in the middle, or something in it is not as the format wants it.
    case malformed(path: String, offset: Int, reason: String)
    /// It wants of who reads it what we do not know.
    case unsupported(path: String, feature: String)

    /// What is wrong, with which file and where, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notPBF(let path):
            "\(path) is no OpenStreetMap file in PBF format. Files in XML are converted by osmium: osmium cat MAP.osm -o MAP.osm.pbf"
        case .malformed(let path, let offset, let reason):
            "\(path) cannot be read at byte \(offset): \(reason). Download it again, and compare its checksum."
        case .unsupported(let path, let feature):
            "\(path) wants \(feature) of who reads it, which is not supported here. Convert it to a plain extract: osmium cat \(path) -o plain.osm.pbf"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
