import CairnCore
public import CairnGeo
public import Foundation

/// A road network that cannot be used, or input it cannot be built from.
public enum RoadNetworkError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// There is no such file.
    case notFound(path: String)
    /// Not a road network.
    case notANetwork(path: String)
    /// The file was changed or damaged after it was built.
    case damaged(path: String)
    /// Somebody has written into the file while it was open.
    case changed(path: String)
    /// Built by a newer version.
    case newerFormat(path: String, found: Int, supported: Int)
    /// A row of a table that is no road, or no place.
    case unusableTable(CSVError)
    /// Nothing to build from.
    case empty(path: String)
    /// More roads, or places, than a file can have.
    case tooLarge(path: String)
    /// More roads meet at a place, in degrees, than can be at a junction.
    case overcrowdedJunction(path: String, place: Position, roads: Int, limit: Int)

    /// What is wrong, with which file, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notFound(let path): "There is no road network \(path). Build one with \"cairn build-network\"."
        case .notANetwork(let path): "\(path) is no road network. Build one: cairn build-network MAP.osm.pbf -o town.network"
        case .damaged(let path):
            "\(path) is damaged: its checksum does not fit its contents. Build it again, or copy it again."
        case .changed(let path):
            "\(path) was written into while it was open. Ask again: it is opened anew. A file in use is replaced by renaming another one to it, as cairn "
                + "build-network does."
        case .newerFormat(let path, let found, let supported):
            "\(path) has format \(found), and this version reads up to \(supported). Update, or build it again."
        case .unusableTable(let error): "No network can be built of it: \(error.description)"
        case .empty(let path): "There are no roads in \(path) that anybody may use."
        case .overcrowdedJunction(let path, let place, let roads, let limit):
            "In \(path) \(roads) roads meet at longitude \(place.x), latitude \(place.y); there may be \(limit). That is an error in the data: mend it, or leave "
                + "these roads out."
        case .tooLarge(let path): "\(path) has more roads than one network can have. Build one of a part of it."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
