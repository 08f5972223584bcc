import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Testing

/// Good answers with something in them changed by chance: each is refused, or means what it plainly says.
@Suite(.timeLimit(.minutes(10)))
struct MutatedAnswerTests {
    private static let entries = (0..<3).map { id in
        """
        {"address":"A\(id)","location":{"x":\(id + 1).5,"y":2},"score":\(90 + id),
         "extent":{"xmin":0,"ymin":0,"xmax":9,"ymax":9},"attributes":{"ResultID":\(2 - id),"Status":"M","Rank":1.5}}
        """
    }.joined(separator: ",")

    private func search(_ good: String, _ check: (String) async throws -> String?) async throws {
        let tree = JSONTree(try JSONValue(parsing: good))
        #expect(try await check(tree.text) == nil, "as it is")
        var (accepted, wrong) = (0, [String]())
        for seed in 1...2000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var changed = tree
            for _ in 0..<Int.random(in: 1...3, using: &random) { changed = changed.mutated(using: &random) }
            do {
                if let complaint = try await check(changed.text) { wrong.append("\(seed): \(complaint): \(changed.text)") }
                accepted += 1
            } catch is TransportError {
            } catch is ServiceError {
            }
        }
        #expect(wrong.isEmpty)
        #expect((100...1900).contains(accepted), "the search has changed too much, or too little")
    }

    private func differs(_ result: GeocodeResult, _ entry: NaiveReading.Entry) -> Bool {
        let place = result.location
        let isFinite = place.map { $0.x.isFinite && $0.y.isFinite } ?? (entry.score == 0)
        return !isFinite || result.score != entry.score || place.map { $0.x != entry.x || $0.y != entry.y } ?? false
            || result.label != entry.label
    }

    @Test func `of candidates`() async throws {
        try await search("{\"spatialReference\":{\"wkid\":4326},\"candidates\":[\(Self.entries)]}") { text in
            let results = try await StubbedLocator(["findAddressCandidates": text]).task.geocode(forSearchText: "x")
            guard let entries = NaiveReading(answer: try JSONValue(parsing: text)).entries(of: "candidates") else {
                return "cannot be read"
            }
            let sorted = entries.reduce(into: [NaiveReading.Entry]()) { sorted, entry in
                sorted.insert(entry, at: sorted.firstIndex { $0.score < entry.score } ?? sorted.count)
            }
            return entries.count != results.count || zip(results, sorted).contains(where: differs) ? "reads otherwise" : nil
        }
    }

    @Test func `of batches`() async throws {
        try await search("{\"spatialReference\":{\"wkid\":4326},\"locations\":[\(Self.entries)]}") { text in
            let locator = StubbedLocator(["geocodeAddresses": text]).task
            let matches = try await locator.geocodeAddresses(StubbedLocator.records(3))
            guard let entries = NaiveReading(answer: try JSONValue(parsing: text)).entries(of: "locations") else {
                return "cannot be read"
            }
            guard matches.map(\.id) == [0, 10, 20], entries.count == 3 else { return "not one for each record" }
            for (number, match) in matches.enumerated() {
                let named = entries.filter { $0.number == number }
                if named.count > 1 { return "a doubled number" }
                if match.result == nil, let found = named.first, found.score > 0 { return "a lost result" }
                if let result = match.result, named.first.map({ differs(result, $0) }) ?? true { return "another's result" }
            }
            return nil
        }
    }

    @Test func `of suggestions`() async throws {
        let good = #"{"suggestions":[{"text":"A","magicKey":"a","isCollection":false},{"text":"B","magicKey":"b"}]}"#
        try await search(good) { text in
            let suggestions = try await StubbedLocator(["suggest": text]).task.suggest(forSearchText: "x")
            let labels = NaiveReading(answer: try JSONValue(parsing: text)).labels
            return suggestions.map(\.label) == labels ? nil : "reads otherwise"
        }
    }

    @Test func `of addresses`() async throws {
        let good =
            #"{"address":{"Match_addr":"A","City":"B","AddNum":1},"location":{"x":1,"y":2,"spatialReference":{"wkid":4326}}}"#
        try await search(good) { text in
            let locator = StubbedLocator(["reverseGeocode": text]).task
            let results = try await locator.reverseGeocode(forLocation: MapPoint(latitude: 2, longitude: 1))
            guard results.count == 1, let found = results[0].location else { return "nothing found" }
            let place = NaiveReading(answer: try JSONValue(parsing: text)).place
            return place?.x == found.x && place?.y == found.y && results[0].label != "" ? nil : "reads otherwise"
        }
    }

    @Test func `of metadata`() async throws {
        let good = """
            {"currentVersion":11.1,"serviceDescription":"x","addressFields":[{"name":"Street","length":100},{"name":"City"}],
             "singleLineAddressField":{"name":"SingleLine"},"candidateFields":[{"name":"Score","type":"esriFieldTypeDouble"}],
             "spatialReference":{"wkid":102100,"latestWkid":3857},"capabilities":"Geocode,Suggest","countries":["USA"],
             "locatorProperties":{"MaxBatchSize":"1000","SuggestedBatchSize":150}}
            """
        try await search(good) { text in
            let locator = StubbedLocator(metadata: text).task
            try await locator.load()
            guard let info = locator.info else { return "no info" }
            let isSound =
                (1...1_000_000).contains(info.maximumBatchSize) && (1...info.maximumBatchSize).contains(info.suggestedBatchSize)
            return isSound ? nil : "unsound"
        }
    }
}
