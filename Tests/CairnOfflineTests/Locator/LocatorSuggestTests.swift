import CairnGeo
import CairnOffline
import CairnTasks
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorSuggestTests {
    let locator: BuiltLocator

    init() throws {
        locator = try BuiltLocator(Town.addresses, Town.ranges, Town.places)
    }

    private func suggest(_ text: String) async throws -> [String] {
        try await locator.task.suggest(forSearchText: text).map(\.label)
    }

    @Test(arguments: ["spr", "springf", "SPRINGFIELD"])
    func `names are completed`(text: String) async throws {
        #expect(try await suggest(text).contains("Springfield, Greene, Missouri, US"))
    }

    @Test(arguments: ["12 n main", "12 north ma", "12 n main st", "12 N Main Str", "12 n main street"])
    func `addresses are completed with their number`(text: String) async throws {
        #expect(try await suggest(text).first == "12 North Main Street, Springfield, IL, 62701")
    }

    @Test(arguments: ["north main street 12", "N Main St 12"]) func `the number may come last`(text: String) async throws {
        #expect(try await suggest(text).first == "12 North Main Street, Springfield, IL, 62701")
    }

    @Test func `a place of many names is offered once, by its own if that begins so`() async throws {
        let locator = try BuiltLocator(
            "name,alternate_names,population,lon,lat\nShenzhen,Shenchen|Shen Zhen|Shenzhen Shi|Sham Chun,12357938,114.06,22.55\nSheffield,,544402,-1.47,53.38\n"
        )
        #expect(try await locator.task.suggest(forSearchText: "She").map(\.label) == ["Shenzhen", "Sheffield"])
        #expect(try await locator.task.suggest(forSearchText: "sham").map(\.label) == ["Sham Chun"])
    }

    @Test func `a suggestion finds again what it stood for`() async throws {
        for text in ["12 n ma", "paris", "150 elm"] {
            for suggestion in try await locator.task.suggest(forSearchText: text) {
                let results = try await locator.task.geocode(forSuggestResult: suggestion)
                #expect(results.first?.label == suggestion.label)
            }
        }
    }

    @Test func `a key from elsewhere falls back to the text`() async throws {
        for key in ["", "c1", "c99999:-", "x:y", "c1:-"] {
            let stale = SuggestResult(label: "Paris, Lamar, Texas, US", magicKey: key)
            #expect(try await locator.task.geocode(forSuggestResult: stale).first?.label == "Paris, Lamar, Texas, US")
        }
    }

    @Test func `no more come than asked for and none twice`() async throws {
        var parameters = SuggestParameters()
        parameters.maxResults = 1
        #expect(try await locator.task.suggest(forSearchText: "s", parameters: parameters).count == 1)
        let all = try await suggest("main")
        #expect(Set(all).count == all.count)
    }

    @Test(arguments: ["", " ", "12", "zzz", "%", "\"", "12 "])
    func `nothing to suggest is nothing`(text: String) async throws {
        #expect(try await suggest(text).isEmpty)
    }
}
