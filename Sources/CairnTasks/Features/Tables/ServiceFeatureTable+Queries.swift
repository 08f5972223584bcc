import CairnCore
public import CairnGeo
import Foundation

extension ServiceFeatureTable {
    /// Its name, fields, kind of geometries and spatial reference, which fields tell the time, and all that the service says of it.
    @concurrent
    public func definition() async throws -> FeatureTableDefinition { try await whenLoaded().info.definition }

    /// The features that parameters ask for, in bounded memory, however many there are.
    ///
    /// The first page is there when this returns. Those of a service that gives no pages are asked for by their object ids, some hundreds at a
    /// time. Where a service fails with a page, or takes too long, smaller ones are asked for.
    ///
    /// - Throws: ``FeatureError/tooManyIDs(table:count:limit:)`` if the service gives no pages, and an order is wanted of more features than come
    ///   at once. A server that repeats a page is refused with a ``TransportError``.
    @concurrent
    public func queryFeatures(using parameters: QueryParameters = QueryParameters()) async throws -> FeatureQueryResult {
        let query = try await query(parameters)
        let first = try await FeaturesAhead.Step(query.walk())
        let ahead = FeaturesAhead(first)
        let header = first.walk.header
        let wire = FeatureQueryWire(info: query.info)
        return FeatureQueryResult(
            fields: header.fields.isEmpty ? wire.fields(parameters) : header.fields,
            geometryType: wire.returnsGeometry(parameters) ? query.info.geometryType : nil,
            spatialReference: parameters.outSpatialReference ?? header.spatialReference ?? query.info.spatialReference
        ) { try await ahead.next() }
    }

    /// The object ids of the features that parameters ask for, in their order; paging does not count.
    @concurrent
    public func queryObjectIDs(using parameters: QueryParameters = QueryParameters()) async throws -> [Int] {
        let query = try await query(parameters)
        guard let idField = query.info.objectIDField else { throw FeatureError.noObjectIDs(table: query.info.name) }
        if parameters.objectIDs == nil { return try await query.objectIDs() }
        var bare = parameters.withoutPaging
        (bare.outFields, bare.returnsGeometry, bare.returnsDistinctValues, bare.orderByFields) = ([], false, false, [])
        return try await collected(bare) { $0.objectID(idField) }
    }

    private func collected<Value>(_ parameters: QueryParameters, _ value: (Feature) -> Value?) async throws -> [Value] {
        var walk = try await query(parameters).walk()
        var values: [Value] = []
        while let features = try await walk.next() { values += features.compactMap(value) }
        return values
    }

    /// How many features parameters ask for; paging does not count.
    @concurrent
    public func queryFeatureCount(using parameters: QueryParameters = QueryParameters()) async throws -> Int {
        if parameters.returnsDistinctValues { return try await collected(parameters.withoutPaging) { _ in 1 }.count }
        let counts = try await asked("returnCountOnly", parameters) { try $0.required("count").wholeNumber() }
        return counts.reduce(0) { sum, count in
            let (next, isTooMany) = sum.addingReportingOverflow(max(0, count))
            return isTooMany ? .max : next
        }
    }

    /// The rectangle around the features that parameters ask for, nil if none has a place; paging does not count.
    @concurrent
    public func queryExtent(using parameters: QueryParameters = QueryParameters()) async throws -> Envelope? {
        let query = try await query(parameters)
        if query.info.geometryType == nil { return nil }
        guard query.info.queryCapabilities.contains(.extent) else { return try await extentOfFeatures(parameters) }
        let reference = parameters.outSpatialReference ?? query.info.spatialReference
        let extents = try await asked("returnExtentOnly", parameters) { part in
            try Self.extent(part.required("extent"), in: reference, wanted: parameters.outSpatialReference)
        }
        return extents.compactMap(\.self).reduce(nil) { $0?.union($1) ?? $1 }
    }

    private static func extent(
        _ part: AnswerPart, in reference: SpatialReference?, wanted: SpatialReference?
    ) throws -> Envelope? {
        guard let extent = try part.extent(in: reference), let wanted, let own = extent.spatialReference, !own.isSame(as: wanted)
        else { return try part.extent(in: reference) }
        guard let projected = try? extent.projected(to: wanted) else {
            throw part.refusal("is in \(own.id), and \(wanted.id) was asked for")
        }
        return projected
    }

    private func extentOfFeatures(_ parameters: QueryParameters) async throws -> Envelope? {
        var bare = parameters.withoutPaging
        (bare.outFields, bare.returnsGeometry, bare.returnsDistinctValues, bare.orderByFields) = ([], true, false, [])
        var walk = try await query(bare).walk()
        var extent: Envelope?
        while let features = try await walk.next() {
            for box in features.compactMap({ $0.geometry?.extent }) { extent = extent?.union(box) ?? box }
        }
        return extent
    }

    /// The answers to a question about the features: one, or as many as the object ids need.
    private func asked<Value>(
        _ question: String, _ parameters: QueryParameters, _ value: (AnswerPart) throws -> Value
    ) async throws -> [Value] {
        let query = try await query(parameters)
        var fields = FeatureQueryWire(info: query.info).choice(parameters)
        fields[question] = "true"
        if let reference = parameters.outSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        let chunks = parameters.objectIDs.map { Self.chunks(of: Set($0).sorted()) } ?? [nil]
        var values: [Value] = []
        for chunk in chunks {
            if let chunk { fields["objectIds"] = FeatureQueryWire.list(chunk) }
            let json = try await client.ask("query", fields, limit: ServiceClient.descriptionLimit)
            values.append(try value(AnswerPart(json, of: url.appending(path: "query"))))
        }
        return values
    }

    static func chunks(of ids: [Int], size: Int = ObjectIDCursor.largestChunk) -> [ArraySlice<Int>?] {
        stride(from: 0, to: ids.count, by: size).map { ids[$0..<min($0 + size, ids.count)] }
    }
}

extension QueryParameters {
    /// The same for all features.
    fileprivate var withoutPaging: QueryParameters {
        var all = self
        (all.resultOffset, all.maxFeatures) = (0, nil)
        return all
    }
}
