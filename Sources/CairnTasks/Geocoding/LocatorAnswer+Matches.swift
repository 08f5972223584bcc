import CairnGeo

extension LocatorAnswer {
    /// The matches of a batch in the order of its records, each with the number of its record as id.
    ///
    /// The order of the answer is nobody's promise: ResultID tells which record a row belongs to. Only rows that found nothing
    /// may lack it; they are those of the records that no other row belongs to.
    func matches(of count: Int) throws -> [GeocodeMatch] {
        let rows = try root.required("locations").list()
        var matches: [Int: GeocodeMatch] = [:]
        var nameless = 0
        for row in rows {
            let match = try match(row)
            guard let number = match.number else { nameless += 1; continue }
            guard (0..<count).contains(number.value) else { throw number.part.refusal("is that of no record") }
            guard matches[number.value] == nil else { throw number.part.refusal("is doubled") }
            matches[number.value] = GeocodeMatch(id: number.value, status: match.status, result: match.result)
        }
        guard rows.count >= count else { throw root.refusal("has \(rows.count) of \(count) results") }
        guard rows.count == count else { throw root.refusal("has \(rows.count) results for \(count) records") }
        return (0..<count).map { matches[$0] ?? GeocodeMatch(id: $0, status: .unmatched, result: nil) }
    }

    private typealias Number = (value: Int, part: AnswerPart)

    private func match(_ row: AnswerPart) throws -> (number: Number?, status: GeocodeMatch.Status, result: GeocodeResult?) {
        let attributes = try row.optional("attributes")
        let stated = try attributes?.optional("Status")?.text().uppercased()
        let letter = stated.flatMap { $0.isEmpty ? nil : Self.letters[$0] ?? $0 }
        // What is unmatched has no need of a score.
        let isNothing = try letter == GeocodeMatch.Status.unmatched.rawValue && row.optional("score") == nil
        let found = isNothing ? .nothing : try Found(row, place(of: row))
        let number = try attributes?.optional("ResultID").map { Number(try $0.wholeNumber(), $0) }
        let status = try status(of: row, found, stated: letter)
        // Who has nothing to say of a record need not name it.
        guard number != nil || found.isNothing else { throw row.refusal("has no attributes.ResultID") }
        return (number, status, status == .unmatched ? nil : try result(of: row, found))
    }

    /// Some say it in words.
    private static let letters = ["MATCHED": "M", "MATCH": "M", "TIED": "T", "TIE": "T", "UNMATCHED": "U"]

    private func status(of row: AnswerPart, _ found: Found, stated: String?) throws -> GeocodeMatch.Status {
        let letter = stated ?? (found.score > 0 ? "M" : "U")
        if letter == GeocodeMatch.Status.unmatched.rawValue || found.isNothing { return .unmatched }
        guard found.place != nil else { throw row.refusal("has no location") }
        return GeocodeMatch.Status(rawValue: letter)
    }
}
