import CairnGeo

/// A file of features while it grows.
protocol FeatureOutput: Actor {
    /// Opens it where the checkpoint says that it stands, and tells the checkpoint where it does; begins it if it says nothing.
    func begin(_ checkpoint: inout FeatureExportWork.Checkpoint) throws
    /// Adds features.
    func write(_ features: [Feature]) throws
    /// The object ids of all features that it holds, with those that have been added.
    func objectIDs() throws -> FeaturesSeen
    /// Makes durable what has been added.
    ///
    /// - Returns: The size from which it goes on; 0 if the file itself tells.
    func keep() throws -> Int
    /// Adds what ends the file, and makes it durable; nobody else has it until this is let go of.
    ///
    /// - Returns: The size.
    func finish() throws -> Int
    /// Gives the complete file its name.
    func putInPlace() throws
}
