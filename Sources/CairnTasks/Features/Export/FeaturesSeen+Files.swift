import CairnCore
import CairnGeo
import Foundation

extension FeaturesSeen {
    /// The object ids in a file of CSV that an export has begun: they stand first in each row.
    init(inCSV file: URL) throws {
        self.init()
        let reader = try CSVReader(file)
        _ = try reader.next()
        while let row = try reader.next() {
            if let id = row.fields.first.flatMap({ Int($0) }) { insert(id) }
        }
    }

    /// The object ids in a file of GeoJSON that an export has begun, and that need not be at its end.
    init(inGeoJSON file: URL, field: String) throws {
        self.init()
        let descriptor = try FileDescriptor(file.path, O_RDONLY)
        var (reader, offset) = (GeoJSONReader(), 0)
        while true {
            let chunk = try descriptor.read(upTo: Self.chunk, at: offset)
            if chunk.isEmpty { return }
            offset += chunk.count
            reader.append(chunk)
            try reader.read { element in
                if let id = element.properties.first(where: { $0.name == field })?.value.int { insert(id) }
            }
        }
    }

    private static let chunk = 1 << 18
}
