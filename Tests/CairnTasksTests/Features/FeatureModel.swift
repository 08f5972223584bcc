import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What a query finds, computed in the plainest way from rows in memory: for the service of the tests, and to compare its clients with.
enum FeatureModel {
    /// The rows that the parameters of a request choose, in their order; nil for a condition that is none.
    static func found(_ rows: [Feature], _ fields: [String: String]) -> [Feature]? {
        guard let condition = condition(fields["where"] ?? "") else { return nil }
        var found = rows.filter(condition)
        if let ids = fields["objectIds"].map(numbers) {
            let wanted = Set(ids)
            found = found.filter { wanted.contains($0.attributes["OBJECTID"]?.int ?? -1) }
        }
        if let box = fields["geometry"].flatMap({ try? Geometry(esriJSON: JSONValue(parsing: $0)) })?.extent {
            found = found.filter { $0.geometry?.positions.first.map(box.contains) ?? false }
        }
        if let time = fields["time"]?.split(separator: ",").map({ Double($0) }), time.count == 2 {
            found = found.filter { row in
                guard case .date(let date)? = row.attributes["SEEN"] else { return false }
                let moment = date.timeIntervalSince1970 * 1000
                return moment >= time[0] ?? -.infinity && moment <= time[1] ?? .infinity
            }
        }
        return sorted(found, fields["orderByFields"] ?? "")
    }

    static func numbers(_ text: String?) -> [Int] { (text ?? "").split(separator: ",").compactMap { Int($0) } }

    private static func condition(_ text: String) -> ((Feature) -> Bool)? {
        if text == "1=1" { return { _ in true } }
        if let match = text.wholeMatch(of: /\((.*)\) AND (\w+ > -?\d+)/), let one = condition(String(match.1)),
            let other = condition(String(match.2))
        {
            return { one($0) && other($0) }
        }
        if let match = text.wholeMatch(of: /(\w+) (<|>|=) (-?\d+)/), let number = Int(match.3) {
            let (name, sign) = (String(match.1), match.2)
            return { row in
                guard let value = row.attributes[name]?.int else { return false }
                return sign == "<" ? value < number : sign == ">" ? value > number : value == number
            }
        }
        guard let match = text.wholeMatch(of: /(\w+) IN \((.*)\)/) else { return nil }
        let texts = match.2.split(separator: ",").map { $0.trimmingCharacters(in: ["'", " ", "{", "}"]).lowercased() }
        let name = String(match.1)
        return { texts.contains($0.attributes[name]?.text.lowercased() ?? "") }
    }

    private static func sorted(_ rows: [Feature], _ order: String) -> [Feature] {
        let keys = order.split(separator: ",").map { $0.split(separator: " ") }.filter { !$0.isEmpty }
        return rows.sorted { left, right in
            for key in keys {
                let name = key[0].trimmingCharacters(in: ["\""])
                let (one, other) = (rank(left.attributes[name]), rank(right.attributes[name]))
                let isDescending = key.count > 1 && key[1].uppercased() == "DESC"
                if one != other { return isDescending ? other < one : one < other }
            }
            return false
        }
    }

    /// Nulls first, then numbers and moments, then texts by their code points.
    private static func rank(_ value: AttributeValue?) -> (Int, Double, String) {
        switch value {
        case .date(let date): (1, date.timeIntervalSince1970, "")
        case .string(let text): (2, 0, text)
        case let value?: value.double.map { (1, $0, "") } ?? (0, 0, "")
        case nil: (0, 0, "")
        }
    }

    /// The rows with the fields that are asked for.
    static func shaped(_ rows: [Feature], _ fields: [String: String]) -> [Feature] {
        let names = (fields["outFields"] ?? "").split(separator: ",").map(String.init)
        let isDistinct = fields["returnDistinctValues"] == "true"
        var seen: Set<Feature> = []
        return rows.compactMap { row in
            let pairs = FeatureSite.fields.map(\.name).filter { names.contains("*") || names.contains($0) }.compactMap { name in
                row.attributes[name].map { (name, $0) }
            }
            let geometry = fields["returnGeometry"] == "false" || isDistinct ? nil : row.geometry
            let shaped = Feature(attributes: Attributes(pairs), geometry: geometry)
            return isDistinct && !seen.insert(shaped).inserted ? nil : shaped
        }
    }

    static func statistics(_ wanted: [JSONValue], of rows: [Feature], by groups: [String]) -> [Attributes] {
        var buckets: [(key: [AttributeValue], rows: [Feature])] = groups.isEmpty ? [([], rows)] : []
        for row in groups.isEmpty ? [] : rows {
            let key = groups.map { row.attributes[$0] ?? .null }
            if let place = buckets.firstIndex(where: { $0.key == key }) {
                buckets[place].rows.append(row)
            } else {
                buckets.append((key, [row]))
            }
        }
        return buckets.map { bucket in
            let numbers = wanted.map { statistic -> (String, AttributeValue) in
                let values = bucket.rows.compactMap { $0.attributes[statistic["onStatisticField"]?.string ?? ""]?.double }
                let name = statistic["outStatisticFieldName"]?.string ?? ""
                switch statistic["statisticType"]?.string {
                case "count": return (name, .integer(values.count))
                case "sum": return (name, values.isEmpty ? .null : .double(values.reduce(0, +)))
                case "max": return (name, values.max().map(AttributeValue.double) ?? .null)
                default: return (name, values.min().map(AttributeValue.double) ?? .null)
                }
            }
            return Attributes(zip(groups, bucket.key).map { ($0, $1) } + numbers)
        }
    }
}
