import CairnCallbacks
import CairnTasks
import Foundation
import Synchronization

/// Lists of old objects, which callers may change: always the same lists, to which what a map has is added once, when that is known. What callers
/// change from then on stands.
final class LayerLists {
    private let lists: [NSMutableArray]
    /// Makes what the map has; nil until that is known.
    private let make: () -> [[NSObject]]?
    private let isFilled = Mutex(false)

    /// Lists that hold something from the beginning.
    init(_ values: [[NSObject]]) {
        lists = values.map { NSMutableArray(array: $0) }
        make = { nil }
    }

    init(count: Int, _ make: @escaping () -> [[NSObject]]?) {
        lists = (0..<count).map { _ in NSMutableArray() }
        self.make = make
    }

    /// One of the lists; what the map has comes before what callers have added.
    subscript(_ index: Int) -> NSMutableArray {
        fill()
        return lists[index]
    }

    /// Lists with copies of what is here; what the map has is added once it is known.
    ///
    /// - Parameter make: Makes that for the copies; nil if it is made as it is here.
    func copied(making make: (() -> [[NSObject]]?)? = nil, _ copy: (Any) -> NSObject?) -> LayerLists {
        fill()
        let (isWhole, held) = isFilled.withLock { isFilled in (isFilled, Carried(lists.map { $0.map(\.self) })) }
        let copies = held.value.map { $0.compactMap(copy) }
        return isWhole ? LayerLists(copies) : LayerLists(copies, make ?? self.make)
    }

    private init(_ values: [[NSObject]], _ make: @escaping () -> [[NSObject]]?) {
        lists = values.map { NSMutableArray(array: $0) }
        self.make = make
    }

    /// Adds what the map has, if that is known and has not been added.
    func fill() {
        if !isFilled.withLock(\.self), let values = make() { add(values) }
    }

    private func add(_ values: [[NSObject]]) {
        isFilled.withLock { isFilled in
            guard !isFilled else { return }
            isFilled = true
            for (list, objects) in zip(lists, values) {
                for (place, object) in objects.enumerated() { list.insert(object, at: place) }
            }
        }
    }
}
