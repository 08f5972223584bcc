import CairnTasks
public import Foundation

/// A file that a tool takes or gives.
@dynamicMemberLookup
public class AGSGeoprocessingDataFile: AGSGeoprocessingParameter {
    private let source: GeoprocessingSource

    init(_ source: GeoprocessingSource) {
        self.source = source
    }

    convenience init(_ file: GeoprocessingDataFile) {
        self.init(file.source)
    }

    /// A file at an address.
    public convenience init(url: URL) {
        self.init(.url(url))
    }

    /// A file that was uploaded to the service.
    public convenience init(itemID: String) {
        self.init(.uploaded(itemID: itemID))
    }

    /// Its address; nil for what was uploaded.
    public final var url: URL? { source.url }
    /// Finds `URL`, as some old code spells the address.
    public final subscript<Value>(dynamicMember name: KeyPath<AGSOldSpelling, Value>) -> Value {
        AGSOldSpelling(source.url)[keyPath: name]
    }

    final var place: GeoprocessingSource { source }

    /// A file.
    public override var type: AGSGeoprocessingParameterType { .dataFile }

    override func geoprocessingValue() throws -> GeoprocessingValue { .dataFile(GeoprocessingDataFile(source)) }

    /// Fetches the file to disk; a file that is there is replaced. The completion gets where it is.
    ///
    /// - Parameters:
    ///   - fileURL: Where it goes: a file, or a folder that is there, in which it has the name at the end of its address.
    ///   - completion: Called once, with where the file is, or with what went wrong.
    @discardableResult
    public final func download(
        toFileURL fileURL: URL, completion: @escaping (URL?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let file = GeoprocessingDataFile(source)
        return OperationCancelable(
            {
                let place = try file.place(at: fileURL)
                try await file.download(to: place)
                return place
            }, completion: completion)
    }
}

extension GeoprocessingDataFile {
    /// Where it goes if a file, or a folder, is named.
    fileprivate func place(at named: URL) throws -> URL {
        var isFolder = ObjCBool(false)
        guard let url, FileManager.default.fileExists(atPath: named.path, isDirectory: &isFolder), isFolder.boolValue else {
            return named
        }
        let name = url.lastPathComponent
        if ["", ".", ".."].contains(name) || name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" }) {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "\(named.path) is a folder, and the address of what is fetched names no file. Name the file in it.")
        }
        return named.appending(path: name, directoryHint: .notDirectory)
    }
}
