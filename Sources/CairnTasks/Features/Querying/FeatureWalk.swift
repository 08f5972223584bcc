import CairnCore
import CairnGeo
import Foundation

/// Goes through the answers to a query: page after page, smaller ones where a server fails with larger ones.
struct FeatureWalk: Sendable {
    /// What is given at once has no more bytes than this on the wire, but for its last piece: a page may be huge.
    private static let largestSegment = 4 << 20

    private static let operation = "query"
    private let client: ServiceClient
    /// The types of fields, where they are known already.
    private let fields: [Field]
    private let formats: FeatureFormats
    private var places: FeaturePlaces
    /// Lists the ids of all features that are asked for.
    private let objectIDs: (@Sendable () async throws -> [Int])?
    /// Counts all features that are asked for.
    private let count: (@Sendable () async throws -> Int)?
    private var cursor: any FeatureCursor
    private var size: Int
    private let largest: Int
    private var page: FeatureAnswer?
    /// How many features the last request was for, and in which format.
    private var (asked, format) = (0, FeatureFormat.json)
    /// Whether the other format was not understood.
    private var isFallback = false
    /// How few have been missing so far, and behind how many further pages no fewer were.
    private var (leastMissing, vainPages) = (Int.max, 0)
    /// What the answers say of their features.
    private(set) var header = FeatureSet()

    init(
        of client: ServiceClient, _ cursor: any FeatureCursor, pageSize: Int, fields: [Field],
        formats: FeatureFormats, places: FeaturePlaces, objectIDs: (@Sendable () async throws -> [Int])? = nil,
        count: (@Sendable () async throws -> Int)? = nil
    ) {
        (self.client, self.fields, self.formats, self.places) = (client, fields, formats, places)
        (self.cursor, self.objectIDs, self.count) = (cursor, objectIDs, count)
        (size, largest) = (pageSize, pageSize)
    }

    /// The next features: a page of them, or as much of it as has some mebibytes; nil behind the last.
    ///
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`; what the credentials throw.
    mutating func next() async throws -> [Feature]? {
        var features: [Feature] = []
        while true {
            do {
                if page == nil, try await !open() { return features.isEmpty ? nil : features }
                try await read(into: &features)
                if !features.isEmpty { return features }
            } catch let error as FeatureCursorError {
                // Neither another format nor fewer features would be other features.
                throw refusal(error.words)
            } catch {
                // What has come of the page stays: the next begins behind it.
                page = nil
                try await recover(from: error)
            }
        }
    }

    /// Asks for the next page: false if there is none.
    private mutating func open() async throws -> Bool {
        var next = cursor.request(upTo: size)
        if next == nil, try await fetchLeftOut() { next = cursor.request(upTo: size) }
        guard let request = next else { return false }
        asked = request.count
        format = isFallback ? .json : formats.preferred
        page = try await FeatureAnswer(Self.operation, request.fields, format: format, fields: fields, of: client)
        return true
    }

    /// So many further pages give no more than others add meanwhile: behind them what is missing is asked for by one list, for there must be an end.
    private static let mostVainPages = 3

    /// Makes ready for what the service counts and has not given: false if that is nothing.
    private mutating func fetchLeftOut() async throws -> Bool {
        guard let account = cursor.account, let count else { return false }
        // It is not asked for in another way if this fails.
        (asked, format) = (1, .json)
        var (counted, listed) = (0, ListedIDs())
        while true {
            do { counted = try await count() } catch {
                // Who does not count tells nothing.
                guard Self.isRefusal(error) || Self.isUnlike(error) else { throw error }
                return false
            }
            guard counted > account.count else { return false }
            if let goOn = account.goOn, mayGoOn(missing: counted - account.count) || account.leftOut == nil {
                cursor = goOn()
                return true
            }
            guard let leftOut = account.leftOut, let objectIDs else { break }
            let list = try await objectIDs()
            guard let missing = account.missing(of: counted, among: list) else {
                if listed.isCut(list) { break }
                continue
            }
            if !missing.isEmpty { cursor = leftOut.goOn(missing) }
            return !missing.isEmpty
        }
        throw FeatureCursorError(
            words:
                "\(counted) features are counted of which it gave \(account.count), and no other object ids are listed: it counts features that it "
                + "does not give, or some are repeated. Ask who runs the service")
    }

    private mutating func mayGoOn(missing: Int) -> Bool {
        vainPages = missing < leastMissing ? 0 : vainPages + 1
        leastMissing = min(leastMissing, missing)
        return vainPages <= Self.mostVainPages
    }

    /// Reads on in the page that is open, to its end or until there is enough.
    private mutating func read(into features: inout [Feature]) async throws {
        var pieces: [Feature] = []
        let start = page?.size ?? 0
        while let piece = try await page?.next() {
            guard cursor.takesPieces else {
                pieces += piece
                continue
            }
            features += try taken(piece)
            if (page?.size ?? 0) - start >= Self.largestSegment { return }
        }
        if !cursor.takesPieces { features += try taken(pieces) }
        features += try end()
    }

    private mutating func taken(_ features: [Feature]) throws -> [Feature] {
        if header.fields.isEmpty { header = page?.header ?? header }
        return try cursor.take(places.features(features, inAnswer: page?.header.spatialReference))
    }

    private mutating func end() throws -> [Feature] {
        header = page?.header ?? header
        try places.end(answer: page?.header.spatialReference)
        page = nil
        size = min(largest, size * 2)
        if isFallback { formats.refusePBF() }
        return try cursor.end(isCut: header.exceededTransferLimit)
    }

    private func refusal(_ words: String) -> TransportError {
        TransportError(.notUnderstood(words), url: client.url.appending(path: Self.operation))
    }
}

extension FeatureWalk {
    /// Makes ready for another attempt: in the other format, for fewer features, or by object ids.
    private mutating func recover(from error: any Error) async throws {
        if format == .pbf, Self.isAboutFormat(error) {
            isFallback = true
        } else if asked > 1, Self.isAboutSize(error) {
            size = max(1, asked / 2)
        } else if let byObjectIDs = cursor.byObjectIDs, let objectIDs, Self.isRefusal(error) {
            cursor = byObjectIDs(try await objectIDs())
            // It was not about those.
            (isFallback, size) = (false, largest)
        } else {
            throw error
        }
    }

    /// Whether a service may not give what it says that it does.
    private static func isAboutFormat(_ error: any Error) -> Bool { isUnlike(error) || isRefusal(error) }

    private static func isUnlike(_ error: any Error) -> Bool {
        if case .notUnderstood = (error as? TransportError)?.reason { true } else { false }
    }

    private static func isRefusal(_ error: any Error) -> Bool { (error as? ServiceError)?.isRefusalOfQuestion ?? false }

    /// Whether fewer features at a time may do.
    private static func isAboutSize(_ error: any Error) -> Bool {
        if let error = error as? ServiceError {
            let words = ([error.message] + error.details).joined(separator: " ").lowercased()
            return [500, 504].contains(error.code) || words.contains("failed to execute query") || words.contains("timed out")
        }
        return switch (error as? TransportError)?.reason {
        case .timedOut, .tooLarge: true
        default: false
        }
    }
}
