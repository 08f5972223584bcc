import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Loads that are cancelled through another object: one that shows the same, or one that is waited for.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct CancelledByOthersTests {
    private let (town, gate): (MapTown, Gate)

    init() async throws { (town, gate) = (try await MapTown(), Gate()) }

    private func map(holding operation: String = "data") -> AGSMap {
        AGSMap(item: AGSPortalItem(portal: town.portal(holding: operation, until: gate), itemID: "townmap"))
    }

    /// What was told of a load during which something happens, and what is shown when it is told.
    private func load(_ loadable: any AGSLoadable, then body: () -> Void) async -> (told: NSError?, shown: AGSLoadStatus) {
        let (log, end) = (LegacyLog(), Gate())
        var outcome: (NSError?, AGSLoadStatus) = (nil, .unknown)
        loadable.load { error in
            outcome = (error as NSError?, loadable.loadStatus)
            log.add("told")
            end.open()
        }
        await gate.waiting(for: 1)
        body()
        gate.open()
        try? await end.pass()
        #expect(log.entries == ["told"])
        return outcome
    }

    private func expectCancelled(_ loadable: any AGSLoadable, _ outcome: (told: NSError?, shown: AGSLoadStatus)) {
        #expect(outcome.told?.domain == NSCocoaErrorDomain && outcome.told?.code == NSUserCancelledError)
        #expect(outcome.shown == .failedToLoad && loadable.loadStatus == .failedToLoad)
        #expect((loadable.loadError as NSError?)?.code == NSUserCancelledError)
    }

    @Test func `a map whose basemap is cancelled shows what its completion was told`() async throws {
        let map = map()
        let outcome = await load(map) {
            map.basemap.load(completion: nil)
            map.basemap.cancelLoad()
        }
        expectCancelled(map, outcome)
        let again = await withCheckedContinuation { continuation in map.load { continuation.resume(returning: $0 as NSError?) } }
        #expect(again?.code == NSUserCancelledError && map.loadStatus == .failedToLoad)
        try await done { map.retryLoad(completion: $0) }
        #expect(map.loadStatus == .loaded && map.loadError == nil && map.basemap.loadStatus == .loaded)
    }

    #if !CAIRN_OBJC
        @Test func `observers of what others cancel are told that it has failed, and of nothing between`() async throws {
            let (map, told) = (map(), Told())
            let observation = map.observe(\.loadStatus, options: [.old, .new]) { _, change in
                told.add(change, AGSLoadStatusAsString)
            }
            _ = await load(map) {
                map.basemap.load(completion: nil)
                map.basemap.cancelLoad()
            }
            #expect(told.entries == ["NotLoaded → Loading", "Loading → FailedToLoad"])
            observation.invalidate()
        }

        @Test func `an observer who reads what others have cancelled reads that it has failed`() async throws {
            let (map, told) = (map(), Told())
            let observation = map.observe(\.loadStatus) { map, _ in told.add(AGSLoadStatusAsString(map.loadStatus)) }
            _ = await load(map) {
                map.basemap.load(completion: nil)
                map.basemap.cancelLoad()
            }
            #expect(told.entries.last == "FailedToLoad" && !told.entries.contains("NotLoaded"), "\(told.entries)")
            observation.invalidate()
        }
    #endif

    @Test func `a task whose map is cancelled shows what its completion was told`() async throws {
        let map = map()
        let task = AGSOfflineMapTask(onlineMap: map)
        let outcome = await load(task) {
            map.load(completion: nil)
            map.cancelLoad()
        }
        expectCancelled(task, outcome)
        try await done { task.retryLoad(completion: $0) }
        #expect(task.loadStatus == .loaded)
    }

    @Test func `a map whose item is cancelled shows what its completion was told`() async throws {
        let map = map(holding: "townmap")
        let item = try #require(map.item as? AGSPortalItem)
        let outcome = await load(map) {
            item.load(completion: nil)
            item.cancelLoad()
        }
        expectCancelled(map, outcome)
    }

    @Test func `what others have loaded again since is not cancelled any more`() async throws {
        let map = map()
        let outcome = await load(map) { map.basemap.cancelLoad() }
        #expect(outcome.told?.code == NSUserCancelledError && map.basemap.loadStatus == .failedToLoad)
        try await map.map.load()
        #expect(map.loadStatus == .loaded && map.loadError == nil && map.basemap.loadStatus == .loaded)
        try await done { map.load(completion: $0) }
    }

    @Test func `a load that is tried again while others cancel it ends as the last attempt does`() async throws {
        gate.open()
        for _ in 0..<rounds(100) {
            let map = map()
            let told = LegacyLog()
            map.load { _ in told.add("first") }
            await Task.yield()
            map.basemap.load(completion: nil)
            let shown = map.map
            let other = Task.detached { shown.cancelLoad() }
            map.retryLoad { _ in told.add("second") }
            await other.value
            while told.entries.count < 2 { await Task.yield() }
            #expect([.loaded, .failedToLoad].contains(map.loadStatus))
            #expect((map.loadStatus == .loaded) == (map.loadError == nil))
            try await done { map.retryLoad(completion: $0) }
            #expect(map.loadStatus == .loaded)
        }
    }
}
