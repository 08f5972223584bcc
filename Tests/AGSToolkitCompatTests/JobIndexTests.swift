import AGSCompat
import CairnCallbacks
import CairnCore
import Foundation
import Testing

@testable import AGSToolkitCompat

/// Files that cannot be written over, defaults that come back, and folders that nobody has any more.
@Suite(.timeLimit(.minutes(10)))
struct JobIndexTests {
    let home: ManagerHome

    init() throws { home = try ManagerHome() }

    /// Tells before it looks something up, and after, and before something is set, or goes to the disk.
    private final class AskedDefaults: UserDefaults {
        // Proof: set while nobody else uses it.
        nonisolated(unsafe) var willBeAsked: (() -> Void)?
        nonisolated(unsafe) var wasAsked: (() -> Void)?
        nonisolated(unsafe) var willBeSet: (() -> Void)?
        nonisolated(unsafe) var willBeWritten: (() -> Void)?
        nonisolated(unsafe) var isAsked: ((_ name: String) -> Void)?

        override func object(forKey defaultName: String) -> Any? {
            let tell = willBeAsked
            willBeAsked = nil
            tell?()
            isAsked?(defaultName)
            let (value, told) = (super.object(forKey: defaultName), wasAsked)
            wasAsked = nil
            told?()
            return value
        }

        override func set(_ value: Any?, forKey defaultName: String) {
            willBeSet?()
            super.set(value, forKey: defaultName)
        }

        override func synchronize() -> Bool {
            willBeWritten?()
            return super.synchronize()
        }
    }

    /// Files of which none can be written from some time on.
    private func files(until isFull: Level<Bool>) -> EntryFiles {
        var files = home.files
        let replace = files.replace
        files.replace = { file, data in
            if isFull.value { throw SystemError("write", file.path, code: ENOSPC) }
            try replace(file, data)
        }
        return files
    }

    /// An index that has kept something before the disk was full.
    private func indexOnFullDisk(keeping id: String) -> JobIndex {
        let isFull = Level(false)
        let index = home.index(nil, files(until: isFull))
        index.keep(["status": "old"], as: id) { true }
        index.wait()
        isFull.send(true)
        return index
    }

    private func status(_ entry: Any?) -> String? { (entry as? [String: String])?["status"] }

    private func fileStatus(_ id: String) -> String? {
        if case .job(let entry)? = home.files[id] { status(entry) } else { nil }
    }

    @Test func `an entry whose file cannot be written over stays in it until the defaults have the next`() throws {
        let defaults = try #require(AskedDefaults(suiteName: home.suite))
        let isFull = Level(false)
        let index = home.index(defaults, files(until: isFull))
        index.keep(["status": "old"], as: "a") { true }
        index.wait()
        isFull.send(true)
        let files = home.files
        let isSeen = Guarded<[Bool]>([])
        defaults.willBeSet = { isSeen.change { isSeen, _ in isSeen.append(files["a"] != nil) } }
        index.keep(["status": "new"], as: "a") { true }
        #expect(fileStatus("a") == "old" && status(index.contents.entries["a"]) == "new")
        index.wait()
        let seen = isSeen.read(\.self)
        #expect(!seen.isEmpty && !seen.contains(false))
        #expect(status(home.entries["a"]) == "new" && status(home.index().contents.entries["a"]) == "new")
    }

    @Test func `what is forgotten and whose file cannot be written over leaves nothing when the defaults have forgotten it`() {
        let index = indexOnFullDisk(keeping: "a")
        _ = index.forget("a", removing: nil) { true }
        #expect(index.contents.entries.isEmpty)
        // The second is for what is done when the first was.
        for _ in 1...2 { index.wait() }
        #expect(home.files.all.isEmpty && home.entries.isEmpty && home.defaults.object(forKey: home.key + ".ahead") == nil)
        #expect(home.index().contents.entries.isEmpty)
    }

    @Test func `what is kept again after it was forgotten stays, though its file could not be written over`() {
        let index = indexOnFullDisk(keeping: "a")
        _ = index.forget("a", removing: nil) { true }
        index.keep(["status": "new"], as: "a") { true }
        for _ in 1...2 { index.wait() }
        #expect(status(index.contents.entries["a"]) == "new" && status(home.entries["a"]) == "new")
    }

    @Test func `who is asked by the defaults that are read may change what is kept`() throws {
        let defaults = try #require(AskedDefaults(suiteName: home.suite))
        let index = home.index(defaults)
        index.keep(["status": "first"], as: "a") { true }
        index.wait()
        let carried = Carried(index)
        defaults.willBeAsked = {
            carried.value.keep(["status": "second"], as: "a") { true }
            carried.value.keep(["status": "third"], as: "b") { true }
        }
        let entries = index.contents.entries
        #expect(status(entries["a"]) == "second" && status(entries["b"]) == "third")
        index.wait()
    }

    @Test func `who reads the entries while they change reads the defaults once`() throws {
        let defaults = try #require(AskedDefaults(suiteName: home.suite))
        let index = home.index(defaults)
        index.keep(["status": "first"], as: "a") { true }
        index.wait()
        let (key, reader) = (home.key, pthread_self())
        let count = Guarded(0)
        defaults.isAsked = { name in
            // Who writes them asks, too.
            guard name == key, pthread_equal(pthread_self(), reader) != 0 else { return }
            let number = count.change { count, _ in
                count += 1
                return count
            }
            if number < 5 { index.keep(["status": "\(number)"], as: "b") { true } }
        }
        let entries = index.contents.entries
        #expect(count.read(\.self) == 1 && status(entries["a"]) == "first" && status(entries["b"]) == "1")
        index.wait()
    }

    @Test(arguments: [false, true])
    func `what is forgotten between the reading of the defaults and of the files does not come back`(isFull: Bool) throws {
        let defaults = try #require(AskedDefaults(suiteName: home.suite))
        let isNowFull = Level(false)
        let index = home.index(defaults, files(until: isNowFull))
        index.keep(["status": "first"], as: "a") { true }
        index.wait()
        let carried = Carried(index)
        defaults.wasAsked = {
            isNowFull.send(isFull)
            let forgotten = carried.value.forget("a", removing: nil) { true }
            carried.value.removed(forgotten)
            for _ in 1...2 { carried.value.wait() }
        }
        #expect(index.contents.entries.isEmpty)
        #expect(home.files.all.isEmpty && home.entries.isEmpty)
    }

    @Test func `what is forgotten while the folder of entries cannot be seen does not come back`() throws {
        let index = home.index()
        index.keep(["status": "old"], as: "a") { true }
        index.wait()
        let (directory, gone) = (home.files.directory, home.folder.appending(path: "gone"))
        try FileManager.default.moveItem(at: directory, to: gone)
        try Data().write(to: directory)
        let forgotten = index.forget("a", removing: nil) { true }
        index.removed(forgotten)
        for _ in 1...2 { index.wait() }
        try FileManager.default.removeItem(at: directory)
        try FileManager.default.moveItem(at: gone, to: directory)
        #expect(fileStatus("a") == "old")
        let next = home.index()
        #expect(next.contents.entries.isEmpty)
        for forgotten in next.contents.forgotten { next.removed(forgotten) }
        for _ in 1...2 { next.wait() }
        #expect(home.files.all.isEmpty && next.contents.forgotten.isEmpty)
    }

    @Test func `what is forgotten on a full disk is forgotten until its record is removed`() {
        let id = UUID().uuidString
        let index = indexOnFullDisk(keeping: id)
        let forgotten = index.forget(id, removing: id) { true }
        for _ in 1...2 { index.wait() }
        let next = home.index()
        #expect(next.contents.entries.isEmpty && next.contents.forgotten.map(\.record) == [id])
        index.removed(forgotten)
        for _ in 1...2 { index.wait() }
        #expect(next.contents.forgotten.isEmpty && home.defaults.object(forKey: home.key + ".ahead") == nil)
    }

    @Test func `what is kept anew on a full disk stays, whoever has the entry of before forgotten again`() {
        let isFull = Level(false)
        let index = home.index(nil, files(until: isFull))
        index.keep(["status": "old"], as: "a") { true }
        _ = index.forget("a", removing: nil) { true }
        let other = home.index()
        let known = other.contents.forgotten
        #expect(known.count == 1)
        isFull.send(true)
        index.keep(["status": "new"], as: "a") { true }
        for forgotten in known {
            other.forgetAgain(forgotten)
            other.removed(forgotten)
        }
        for _ in 1...2 { index.wait() }
        #expect(status(home.index().contents.entries["a"]) == "new")
    }

    /// Has the defaults as they are now again when a body has changed them, as if the process had died before they followed.
    private func withoutDefaults(_ body: () throws -> Void) rethrows {
        let former = [home.key, home.key + ".ahead"].map { ($0, home.defaults.object(forKey: $0)) }
        try body()
        home.index().wait()
        for (key, value) in former { home.defaults.set(value, forKey: key) }
    }

    @Test(arguments: [false, true], [false, true])
    func `what changes when there is room again counts, though its process dies before the defaults know`(
        isForgotten: Bool, isOther: Bool
    ) {
        let (id, isFull) = (UUID().uuidString, Level(true))
        var index: JobIndex? = home.index(nil, files(until: isFull))
        index?.keep(["status": "old"], as: id) { true }
        index?.wait()
        #expect(home.files.all.isEmpty && status(home.index().contents.entries[id]) == "old")
        isFull.send(false)
        if isOther {
            index = nil
            #expect(!IndexTurn.isTaken(for: home.files.directory))
            index = home.index()
        }
        withoutDefaults {
            if isForgotten {
                _ = index?.forget(id, removing: id) { true }
            } else {
                index?.keep(["status": "new"], as: id) { true }
            }
        }
        let next = home.index().contents
        #expect(status(next.entries[id]) == (isForgotten ? nil : "new"))
        #expect(next.forgotten.map(\.record) == (isForgotten ? [id] : []))
    }

    @Test func `a file goes before all that its turn could not write, whatever its index has found`() {
        let isFull = Level(true)
        let first = home.index(nil, files(until: isFull))
        first.keep(["status": "old"], as: "a") { true }
        first.wait()
        let second = home.index(nil, files(until: isFull))
        first.keep(["status": "new"], as: "a") { true }
        first.wait()
        isFull.send(false)
        withoutDefaults { second.keep(["status": "newest"], as: "a") { true } }
        #expect(fileStatus("a") == "newest" && status(home.index().contents.entries["a"]) == "newest")
        withExtendedLifetime((first, second)) {}
    }

    /// Keeps something that cannot be written, and has an index made and used while the defaults are being told of it.
    private func whileDefaultsFollow(
        _ entry: [String: String], as id: String, isSet: Bool, isOther: Bool, _ body: (JobIndex) -> Void
    ) throws {
        let defaults = try #require(AskedDefaults(suiteName: home.suite))
        let (isAtIt, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let wait = { @Sendable in
            isAtIt.signal()
            mayGoOn.wait()
            mayGoOn.signal()
        }
        if isSet { defaults.willBeWritten = wait } else { defaults.willBeSet = wait }
        var first: JobIndex? = home.index(defaults, files(until: Level(true)))
        first?.keep(entry, as: id) { true }
        isAtIt.wait()
        if isOther { first = nil }
        let second = home.index(defaults)
        body(second)
        mayGoOn.signal()
        second.wait()
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [false, true], [false, true])
    func `a file goes before what the defaults have and before what they have not been told yet`(
        isForgotten: Bool, isSet: Bool
    ) throws {
        for isOther in [false, true] {
            let id = UUID().uuidString
            var index: JobIndex? = home.index(nil, files(until: Level(true)))
            index?.keep(["status": "old"], as: id) { true }
            index?.wait()
            index = nil
            #expect(!IndexTurn.isTaken(for: home.files.directory))
            try withoutDefaults {
                try whileDefaultsFollow(["status": "new"], as: id, isSet: isSet, isOther: isOther) { second in
                    if isForgotten {
                        _ = second.forget(id, removing: id) { true }
                    } else {
                        second.keep(["status": "newest"], as: id) { true }
                    }
                }
            }
            let next = home.index().contents
            #expect(status(next.entries[id]) == (isForgotten ? nil : "newest"))
        }
    }

    @Test func `what a disk that is full again refuses counts again`() {
        let isFull = Level(true)
        let index = home.index(nil, files(until: isFull))
        for (status, isNowFull) in [("old", true), ("new", false), ("newest", true)] {
            isFull.send(isNowFull)
            index.keep(["status": status], as: "a") { true }
            index.wait()
        }
        #expect(fileStatus("a") == "new")
        #expect(status(index.contents.entries["a"]) == "newest" && status(home.index().contents.entries["a"]) == "newest")
    }

    @Test func `what an older version had in the defaults alone counts until its file is written`() {
        #expect(home.files.set(.job(["status": "old"]), for: "a"))
        home.defaults.set(["a": ["status": "new"]], forKey: home.key)
        home.defaults.set(["a"], forKey: home.key + ".ahead")
        #expect(status(home.index().contents.entries["a"]) == "new")
        withoutDefaults { home.index().keep(["status": "newest"], as: "a") { true } }
        #expect(status(home.index().contents.entries["a"]) == "newest")
    }

    @Test func `the turn of a folder is kept by its indexes, and by nobody else`() {
        let directory = home.files.directory
        var indexes: [JobIndex] = [home.index(), home.index()]
        indexes[0].keep(["status": "first"], as: "a") { true }
        indexes[0].wait()
        #expect(IndexTurn.isTaken(for: directory))
        indexes.removeLast()
        #expect(IndexTurn.isTaken(for: directory))
        let other = IndexTurn.taken(for: directory)
        indexes.removeLast()
        #expect(IndexTurn.isTaken(for: directory))
        other.giveBack()
        #expect(!IndexTurn.isTaken(for: directory))
    }

    @Test func `who comes while others go has the same turn as they`() async {
        let directory = home.files.directory
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        let turns = (IndexTurn.taken(for: directory), IndexTurn.taken(for: directory))
                        #expect(turns.0 === turns.1)
                        for turn in [turns.0, turns.1] { turn.giveBack() }
                    }
                }
            }
        }
        #expect(!IndexTurn.isTaken(for: directory))
    }
}
