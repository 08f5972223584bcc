public import Foundation

/// A road network in a file, as `cairn build-network` makes them.
public final class AGSTransportationNetworkDataset: NSObject {
    /// The file.
    public let fileURL: URL
    /// What the network was called by whoever opened the file.
    public let networkName: String

    init(file: URL, networkName: String) {
        (fileURL, self.networkName) = (file, networkName)
    }

    /// A file, which is opened when a task first asks it.
    ///
    /// - Parameters:
    ///   - fileURLToDatabase: The file.
    ///   - networkName: Which of its networks; a file has but one, which is taken whatever it is called.
    public convenience init(fileURLToDatabase: URL, networkName: String) {
        self.init(file: fileURLToDatabase, networkName: networkName)
    }

    /// A file by its name: in the main bundle, or by its path, with or without ".network". One of Esri's, ".geodatabase", is found so too, and fails to
    /// load with what to do.
    ///
    /// - Parameters:
    ///   - databaseName: The name of the file.
    ///   - networkName: Which of its networks; a file has but one, which is taken whatever it is called.
    public convenience init(databaseName: String, networkName: String) {
        self.init(file: .named(databaseName, extensions: ["network", "geodatabase"]), networkName: networkName)
    }
}

extension AGSMap {
    /// The road networks of a package's map: none, for packages hold none here.
    public var transportationNetworks: [AGSTransportationNetworkDataset] { [] }
}
