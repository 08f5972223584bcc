import CairnGeo
import CairnTesting
import Foundation
import Testing

struct GlobalIDTests {
    @Test func `an id is what has the form of one, and nothing that Foundation also takes for one`() throws {
        let form = try Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("0aAfFgG-{} é")
        for round in 0..<rounds(5000, long: 200_000) {
            var text = Array(round % 2 == 0 ? UUID().uuidString : UUID().uuidString.lowercased())
            if round % 3 == 0 { text = ["{"] + text + ["}"] }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                let other = alphabet.randomElement(using: &random) ?? "0"
                if Bool.random(using: &random) { text[place] = other } else { text.insert(other, at: place) }
            }
            let (id, isBraced) = (String(text), text.first == "{" && text.last == "}")
            let digits = isBraced ? String(text.dropFirst().dropLast()) : id
            let model = try form.wholeMatch(in: digits).flatMap { _ in UUID(uuidString: digits) }
            #expect(GlobalID.isWellFormed(id) == (model != nil), "\(id)")
            #expect(GlobalID.normalized(id) == model.map { "{\($0.uuidString)}" } ?? id, "\(id)")
        }
    }

    @Test func `an id is found however it is spelt`() {
        let upper = "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"
        let spellings = ["{\(upper)}", upper, "{\(upper.lowercased())}", upper.lowercased()]
        for id in spellings {
            #expect(Set(GlobalID.spellings(of: id)) == Set(spellings))
            for other in spellings { #expect(GlobalID.areSame(id, other)) }
        }
        #expect(GlobalID.spellings(of: "tree") == ["tree"])
        #expect(GlobalID.areSame("tree", "Tree") && !GlobalID.areSame("tree", upper))
    }
}
