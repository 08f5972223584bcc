import Synchronization

/// The features that a query found, in their order: read as they are needed, and so in bounded memory.
///
/// They can be gone through once. Whoever stops early just lets go of it.
///
/// ```swift
/// let cities = try await table.queryFeatures(using: QueryParameters())
/// print(cities.fields.map(\.name))
/// for try await city in cities { print(city.attributes) }
/// ```
public struct FeatureQueryResult: AsyncSequence, Sendable {
    /// The fields of each feature's attributes.
    public let fields: [Field]
    /// The kind of geometries; nil for rows without, if none were asked for, and for features of several kinds.
    public let geometryType: GeometryType?
    /// Whether features have geometries of several kinds, each its own.
    public let hasMixedGeometries: Bool
    /// What the coordinates mean; nil if unknown.
    public let spatialReference: SpatialReference?
    private let nextBatch: @Sendable () async throws -> [Feature]?

    /// What a table of your own has found.
    ///
    /// - Parameters:
    ///   - fields: The fields of each feature's attributes.
    ///   - geometryType: The kind of geometries; nil for rows without, and for features of several kinds.
    ///   - hasMixedGeometries: Whether features have geometries of several kinds, each its own.
    ///   - spatialReference: What the coordinates mean; nil if unknown.
    ///   - nextBatch: Gives some of the features each time it is called, and nil behind the last; never called twice at the same time.
    ///     It is let go of with the result.
    public init(
        fields: [Field], geometryType: GeometryType? = nil, hasMixedGeometries: Bool = false,
        spatialReference: SpatialReference? = nil, nextBatch: @escaping @Sendable () async throws -> [Feature]?
    ) {
        self.fields = fields
        self.geometryType = geometryType
        self.hasMixedGeometries = hasMixedGeometries && geometryType == nil
        self.spatialReference = spatialReference
        self.nextBatch = nextBatch
    }

    /// What is in memory already.
    package init(
        _ features: [Feature], fields: [Field], geometryType: GeometryType? = nil, spatialReference: SpatialReference? = nil
    ) {
        let rest = Mutex<[Feature]?>(features)
        self.init(fields: fields, geometryType: geometryType, spatialReference: spatialReference) {
            rest.withLock { $0.take() }
        }
    }

    /// Whether features may have geometries, of one kind or of several.
    public var hasGeometry: Bool { geometryType != nil || hasMixedGeometries }

    /// Goes through the features.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let nextBatch: @Sendable () async throws -> [Feature]?
        private var batch: [Feature] = []
        private var place = 0
        private var isAtEnd = false

        init(_ nextBatch: @escaping @Sendable () async throws -> [Feature]?) {
            self.nextBatch = nextBatch
        }

        /// The next feature; nil behind the last, and after an error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Feature? {
            if place == batch.count, try await !advance() { return nil }
            defer { place += 1 }
            return batch[place]
        }

        /// The features that are there already behind those that have been given, or the next batch; nil behind the last.
        public mutating func nextBatch(isolation actor: isolated (any Actor)? = #isolation) async throws -> [Feature]? {
            if place == batch.count, try await !advance() { return nil }
            defer { place = batch.count }
            return place == 0 ? batch : Array(batch[place...])
        }

        private mutating func advance() async throws -> Bool {
            repeat {
                (batch, place) = ([], 0)
                if isAtEnd { return false }
                isAtEnd = true
                guard let more = try await nextBatch() else { return false }
                (batch, isAtEnd) = (more, false)
            } while batch.isEmpty
            return true
        }
    }

    /// Goes through the features.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextBatch) }

    /// All of the features at once, for queries that find few.
    @concurrent
    public func featureSet() async throws -> FeatureSet {
        var set = FeatureSet(fields: fields, spatialReference: spatialReference)
        var iterator = makeAsyncIterator()
        while let batch = try await iterator.nextBatch() { set.features += batch }
        return set
    }
}
