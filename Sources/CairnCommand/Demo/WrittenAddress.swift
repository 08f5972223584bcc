/// An address as somebody writes it: most as they are, some shortened, shouted or misspelt, and a few that do not exist.
struct WrittenAddress {
    let text: String

    /// - Parameter index: Its place in the table, which decides how it is written.
    init(number: Int, street: String, index: Int) {
        let clean = "\(number) \(street)"
        text =
            switch index % 25 {
            case 3: Self.shortened(clean)
            case 7: clean.uppercased()
            case 11: Self.misspelt(clean)
            case 19 where index % 100 == 19: "\(number) \(Self.nowhere[index / 100 % Self.nowhere.count])"
            default: clean
            }
    }

    private static let nowhere = ["Nowhere Crescent", "Vanished Terrace", "Lost Passage", "Missing Parade"]

    private static let short = [
        "Street": "St.", "Avenue": "Ave", "Road": "Rd", "Boulevard": "Blvd.", "Lane": "Ln", "Drive": "Dr", "Court": "Ct",
        "North": "N", "South": "S", "East": "E", "West": "W",
    ]

    private static func shortened(_ address: String) -> String {
        address.split(separator: " ").map { short[String($0)] ?? String($0) }.joined(separator: " ")
    }

    /// With the last letter of a long word twice.
    private static func misspelt(_ address: String) -> String {
        var words = address.split(separator: " ").map(String.init)
        if let place = words.firstIndex(where: { $0.count >= 5 && $0.allSatisfy(\.isLetter) }) {
            words[place] += words[place].suffix(1)
        }
        return words.joined(separator: " ")
    }
}
