import Testing

@testable import CairnOffline

struct IntersectionQueryTests {
    @Test(arguments: [
        "Main St & Elm St, Town", "Main St and Elm St, Town", "corner of Main St and Elm St, Town",
        "NW corner of Main St & Elm St, Town",
        "the intersection of Main St / Elm St, Town", "Ecke Main St und Elm St, Town", "north corner Main St @ Elm St, Town",
    ])
    func `two streets are named in many ways`(text: String) {
        let queries = IntersectionQuery.all(text)
        #expect(queries.map(\.first) == ["Main St, Town"] && queries.map(\.second) == ["Elm St, Town"])
    }

    @Test(arguments: ["\t", "\n", "\u{A0}", "\u{2009}", " \t "])
    func `white space of any kind stands between them`(space: String) {
        #expect(IntersectionQuery.all("Main St\(space)and\(space)Elm St").map(\.second) == ["Elm St"])
    }

    @Test(arguments: ["12 1/2 Main St", "Main St", "&", "Main St &", "& Elm St", "", "NW", "Strand Rd"])
    func `what names no two streets is none`(text: String) {
        #expect(IntersectionQuery.all(text).isEmpty)
    }

    @Test func `nobody names more streets than a few`() {
        #expect(IntersectionQuery.all((1...5).map { "\($0)th St" }.joined(separator: " & ")).count == 4)
        #expect(IntersectionQuery.all((1...60).map { "\($0)th St" }.joined(separator: " & ")).isEmpty)
    }
}
