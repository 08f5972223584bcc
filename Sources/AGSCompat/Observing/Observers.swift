import CairnCallbacks
import Foundation

/// Those who observe one state, each as long as somebody keeps his observation: a value behind the state's lock.
struct Observers: Sendable {
    private struct Entry: Sendable {
        weak var observer: Observer?
    }

    private var entries: [Entry] = []

    /// Where Objective-C is, the object, whose observers Foundation knows.
    #if CAIRN_OBJC
        private struct Owner {
            weak var object: NSObject?
        }
        private var owner: Carried<Owner>?

        mutating func belong(to object: AnyObject) { owner = (object as? NSObject).map { Carried(Owner(object: $0)) } }
    #endif

    mutating func add(_ observer: Observer) {
        var present: [Observer] = []
        entries.removeAll { entry in
            entry.observer.map { present.append($0) } == nil
        }
        entries.append(Entry(observer: observer))
    }

    /// Takes note of a change for all of them, under the state's lock; to be told when that has been given back.
    func note(_ change: StateChange) -> Announcement {
        let present = entries.compactMap(\.observer)
        for observer in present { observer.note(change) }
        #if CAIRN_OBJC
            return Announcement(present, change, owner?.value.object.map(Carried.init))
        #else
            return Announcement(present)
        #endif
    }
}
