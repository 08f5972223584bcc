import CairnCallbacks
import Foundation

/// A change that observers are to be told of once no lock is held. It keeps them, so that none is let go of under one.
struct Announcement: Sendable {
    private let observers: [Observer]

    #if CAIRN_OBJC
        private let change: StateChange
        private let object: Carried<NSObject>?

        init(_ observers: [Observer], _ change: StateChange, _ object: Carried<NSObject>?) {
            (self.observers, self.change, self.object) = (observers, change, object)
        }

        var isEmpty: Bool { observers.isEmpty && object == nil }
    #else
        init(_ observers: [Observer]) {
            self.observers = observers
        }

        var isEmpty: Bool { observers.isEmpty }
    #endif

    func tell() {
        #if CAIRN_OBJC
            // Foundation asks the object for the value before, and for the one after.
            let keys = change.keys.map(\.rawValue)
            guard let object = object?.value else { return }
            ShownState.showing([change.state: change.old]) { for key in keys { object.willChangeValue(forKey: key) } }
            ShownState.showing([change.state: change.new]) { for key in keys.reversed() { object.didChangeValue(forKey: key) } }
        #else
            for observer in observers { observer.tell() }
        #endif
    }
}
